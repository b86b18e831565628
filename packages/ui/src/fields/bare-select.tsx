import type { ComponentProps } from 'react';
import styles from './bare-select.module.css';
import { Chevron } from './chevron.tsx';

/** A select without a frame, for bars and dense forms; with a frame, use Mantine's NativeSelect. */
export function BareSelect({ className = '', ...props }: ComponentProps<'select'>) {
  return (
    <span className={styles.bare}>
      <select {...props} className={`${styles.select} ${className}`} />
      <Chevron size={14} />
    </span>
  );
}
