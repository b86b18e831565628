import type { ComponentType, ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  readonly icon?: ComponentType<{ size: number; stroke: number }>;
  /** A generic label for an empty list, in small type above the title. */
  readonly caption?: string;
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do next: a button or a link. */
  readonly action?: ReactNode;
  /** `page` if nothing else is on the page, `panel` for one part of a page. */
  readonly size?: 'page' | 'panel';
  /** `alert` if an error has just occurred. */
  readonly role?: 'status' | 'alert';
};

/** An empty or failed list: what happened, and what to do next. */
export function EmptyState({ icon: Icon, caption, title, children, action, size = 'panel', role }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-size={size} role={role}>
      {Icon ? (
        <span className={styles.icon} aria-hidden="true">
          <Icon size={size === 'page' ? 26 : 22} stroke={1.4} />
        </span>
      ) : null}
      {caption ? <p className={styles.caption}>{caption}</p> : null}
      <p className={styles.title}>{title}</p>
      {children ? <p className={styles.text}>{children}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
