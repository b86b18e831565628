import type { ComponentPropsWithoutRef, ElementType } from 'react';
import styles from './panel.module.css';

type PanelProps = ComponentPropsWithoutRef<'section'> & {
  readonly as?: ElementType;
  /** Highlights (proof, movers, promotions, dialogs) are glass; lists and forms are not. */
  readonly glass?: boolean;
};

/** A surface with a border. */
export function Panel({ as: Tag = 'section', glass = false, className = '', ...rest }: PanelProps) {
  return <Tag className={`${styles.panel} ${glass ? styles.glass : ''} ${className}`} {...rest} />;
}
