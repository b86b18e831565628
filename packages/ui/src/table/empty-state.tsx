import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do next: a button or a link. */
  readonly action?: ReactNode;
  readonly compact?: boolean;
  /** `alert` where the emptiness is an error that has just happened. */
  readonly role?: 'status' | 'alert';
};

/** An empty list or a failed one: what is so, and what to do next. */
export function EmptyState({ title, children, action, compact = false, role }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-compact={compact || undefined} role={role}>
      <p className={styles.title}>{title}</p>
      {children ? <p className={styles.text}>{children}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
