import type { CSSProperties, ReactNode } from 'react';
import styles from './pane-rack.module.css';

type PaneRackProps = {
  readonly count: number;
  /** The pane that is lifted out of the row: one's own. */
  readonly lifted: number;
  readonly liftedContent?: ReactNode;
  /** The content of the front pane. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

type PaneStyle = CSSProperties & { readonly '--i': number };
const place = (index: number): PaneStyle => ({ '--i': index });

/** Panes of glass in a row, one behind the other: the log, entry by entry. */
export function PaneRack({ count, lifted, liftedContent, children, className = '' }: PaneRackProps) {
  const behind = Array.from({ length: count }, (_, index) => count - index);
  return (
    <div className={`${styles.rack} ${className}`}>
      {behind.map((index) => (
        <div key={index} className={styles.pane} data-lifted={index === lifted || undefined} style={place(index)}>
          {index === lifted ? liftedContent : null}
        </div>
      ))}
      <div className={`${styles.pane} ${styles.front}`} style={place(0)}>
        {children}
      </div>
    </div>
  );
}
