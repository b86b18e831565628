import type { ComponentProps } from 'react';
import styles from './bare-select.module.css';
import { Chevron } from './chevron.tsx';

/** The choice among a few words without a frame, for bars and dense forms; with one it is Mantine's NativeSelect. */
export function BareSelect({ className = '', ...props }: ComponentProps<'select'>) {
  return (
    <span className={styles.bare}>
      <select {...props} className={`${styles.select} ${className}`} />
      <Chevron size={14} />
    </span>
  );
}
