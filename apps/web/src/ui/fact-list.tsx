import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

type FactListProps = {
  readonly children: ReactNode;
  /** For dialogs, which show many lines in little space. */
  readonly dense?: boolean;
};

/** Facts about something, one per line. */
export function FactList({ children, dense = false }: FactListProps) {
  return (
    <dl className={styles.list} data-dense={dense || undefined}>
      {children}
    </dl>
  );
}

type FactProps = {
  readonly name: string;
  /** If undefined, `unset` is shown. */
  readonly value: ReactNode;
  readonly unset?: string;
  /** Content beside the value, such as a button to change the value. */
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
