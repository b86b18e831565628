import type { ComponentPropsWithoutRef, ElementType } from 'react';
import styles from './panel.module.css';

type PanelProps = ComponentPropsWithoutRef<'section'> & {
  readonly as?: ElementType;
  /** Whether the panel looks like glass. Highlights (proof, movers, promotions, dialogs) do; lists and forms do not. */
  readonly glass?: boolean;
};

/** A surface with a border. */
export function Panel({ as: Tag = 'section', glass = false, className = '', ...rest }: PanelProps) {
  return <Tag className={`${styles.panel} ${glass ? styles.glass : ''} ${className}`} {...rest} />;
}
