import type { ComponentPropsWithoutRef, ElementType } from 'react';
import styles from './panel.module.css';

type PanelProps = ComponentPropsWithoutRef<'section'> & {
  readonly as?: ElementType;
  /**
   * Whether the panel looks like glass: true for highlights (proof, movers, promotions, dialogs), not for lists and
   * forms.
   */
  readonly glass?: boolean;
};

/** A surface with a border. */
export function Panel({ as: Tag = 'section', glass = false, className = '', ...rest }: PanelProps) {
  return <Tag className={`${styles.panel} ${glass ? styles.glass : ''} ${className}`} {...rest} />;
}
