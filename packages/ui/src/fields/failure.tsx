import type { ReactNode } from 'react';
import styles from './failure.module.css';

type FailureProps = {
  readonly children: ReactNode;
  /** In a box, to stand out among other texts. */
  readonly boxed?: boolean;
};

/** Why what a form asked for was not done; nothing while it was not refused. */
export function Failure({ children, boxed = false }: FailureProps) {
  if (!children) return null;
  return (
    <p className={styles.failure} data-boxed={boxed || undefined} role="alert">
      {children}
    </p>
  );
}
