import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** What is known of something, a line each. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

type FactProps = {
  readonly name: string;
  /** Undefined: `unset` stands in its place. */
  readonly value: ReactNode;
  readonly unset?: string;
  /** Beside it, such as a button to change it. */
  readonly action?: ReactNode;
};

export function Fact({ name, value, unset, action }: FactProps) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd data-unset={value === undefined || undefined}>{value ?? unset}</dd>
      {action}
    </div>
  );
}
