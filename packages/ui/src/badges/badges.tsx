import type { ReactNode } from 'react';
import styles from './badges.module.css';

type ChipTone = 'plain' | 'note' | 'ok' | 'bad' | 'wait';

/** A short label next to a name, such as a state. */
export function Chip({ tone = 'plain', children }: { readonly tone?: ChipTone; readonly children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}

/** Shown on every page of a sandbox. */
export function SandboxMark({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={styles.chip} data-tone="note" title={title}>
      {children}
    </span>
  );
}

/** The dashed mark on what exists only in a sandbox, such as test payments. */
export function DemoMark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.demo}>{children}</span>;
}

export type LiveState = 'live' | 'stale' | 'reconnecting' | 'offline';

/** Shows how fresh the data on screen is, in words and not only by color. */
export function StaleBadge({ state, children }: { readonly state: LiveState; readonly children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={state === 'live' ? 'ok' : 'wait'} role="status">
      <span className={styles.dot} data-live={state === 'live' || undefined} aria-hidden="true" />
      {children}
    </span>
  );
}
