import type { ReactNode } from 'react';
import styles from './failure.module.css';

type FailureProps = {
  readonly children: ReactNode;
  /** In a box, to stand out among other texts. */
  readonly boxed?: boolean;
};

/** Shows why a form's request was refused; renders nothing while there is no refusal. */
export function Failure({ children, boxed = false }: FailureProps) {
  if (!children) return null;
  return (
    <p className={styles.failure} data-boxed={boxed || undefined} role="alert">
      {children}
    </p>
  );
}
