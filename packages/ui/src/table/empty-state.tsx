import type { ComponentType, ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  readonly icon?: ComponentType<{ size: number; stroke: number }>;
  /** The fixed words of an empty list, small above what they mean here. */
  readonly caption?: string;
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do next: a button or a link. */
  readonly action?: ReactNode;
  /** `page` where nothing else is on the page, `panel` where it is one part of it. */
  readonly size?: 'page' | 'panel';
  /** `alert` where the emptiness is an error that has just happened. */
  readonly role?: 'status' | 'alert';
};

/** An empty list or a failed one: what is so, and what to do next. */
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
