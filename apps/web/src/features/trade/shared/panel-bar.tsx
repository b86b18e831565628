import type { ReactNode } from 'react';
import styles from './panel-bar.module.css';

/** The top bar of a panel: its name, which is the drag handle in the grid, and its controls. */
export function PanelBar({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <header className={styles.bar} data-drag>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </header>
  );
}
