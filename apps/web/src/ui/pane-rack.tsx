import type { CSSProperties, ReactNode } from 'react';
import styles from './pane-rack.module.css';

type PaneRackProps = {
  readonly count: number;
  /** The index of the one pane that is raised above the others: it stands for the client's own entry. */
  readonly lifted: number;
  readonly liftedContent?: ReactNode;
  /** The content of the front pane. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

type PaneStyle = CSSProperties & { readonly '--i': number };
const place = (index: number): PaneStyle => ({ '--i': index });

/** The log as a row of glass panes, one behind the other. Each pane stands for an entry. */
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
