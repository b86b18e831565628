import { Skeleton } from '@mantine/core';
import { formatAmount, Panel } from '@vitrine/ui';
import type { ReactNode } from 'react';
import styles from './account-head.module.css';

type AccountHeadProps = {
  readonly label: string;
  /** A decimal string; undefined while it loads, null if unknown. */
  readonly total: string | undefined | null;
  readonly unit: string;
  readonly decimals?: number;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
};

/** The value of an account, and its actions. */
export function AccountHead({ label, total, unit, decimals = 2, note, actions }: AccountHeadProps) {
  return (
    <Panel className={styles.head ?? ''}>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={`num ${styles.total}`}>
          {total === undefined ? (
            <Skeleton height="1.1em" width={220} radius={8} />
          ) : (
            formatAmount(total ?? undefined, decimals)
          )}
          <em>{unit}</em>
        </p>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </Panel>
  );
}
