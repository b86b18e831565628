import { type Column, DataTable, EmptyState, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../lib/addresses.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { UnblockDialog } from './dialogs.tsx';
import styles from './withdrawal-table.module.css';
import type { Blocked } from './withdrawals.ts';

type TableProps = { readonly data: Rows<Blocked>; readonly onRetry: () => void; readonly mayAct: boolean };

/** Blocked addresses, each with who blocked it and why. */
export function BlockedTable({ data, onRetry, mayAct }: TableProps) {
  const { t } = useTranslation('withdrawals');
  const [asked, setAsked] = useState<Blocked>();
  const unblock = (blocked: Blocked) =>
    mayAct ? (
      <button
        type="button"
        className="link"
        aria-label={t('blocked.removeNamed', { address: blocked.address })}
        onClick={() => setAsked(blocked)}
      >
        {t('blocked.remove')}
      </button>
    ) : null;
  return (
    <>
      <DataTable
        dense
        label={t('blocked.title')}
        columns={useColumns(unblock)}
        data={data}
        rowKey={({ id }) => String(id)}
        card={(blocked) => (
          <div className={styles.card}>
            <span className={`num ${styles.address}`}>{grouped(blocked.address)}</span>
            <span>{blocked.network}</span>
            <span className={styles.small}>{blocked.reason}</span>
            <span className={styles.small}>
              {blocked.added_by} <span className="num">{utcText(blocked.added_at)}</span>
            </span>
            <div>{unblock(blocked)}</div>
          </div>
        )}
        empty={<EmptyState title={t('blocked.none')} />}
        error={<ListFailure onRetry={onRetry} />}
      />
      {asked === undefined ? null : <UnblockDialog blocked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function useColumns(unblock: (blocked: Blocked) => React.ReactNode): readonly Column<Blocked>[] {
  const { t } = useTranslation(['withdrawals', 'common']);
  return [
    {
      key: 'address',
      header: t('blocked.address'),
      render: ({ address }) => <span className="num">{grouped(address)}</span>,
    },
    { key: 'network', header: t('blocked.network'), render: ({ network }) => network },
    {
      key: 'reason',
      header: t('blocked.reason'),
      render: ({ reason }) => <span className={styles.small}>{reason}</span>,
    },
    {
      key: 'by',
      header: t('blocked.by'),
      render: ({ added_by, added_at }) => (
        <>
          {added_by} <span className="num faint">{utcText(added_at)}</span>
        </>
      ),
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: unblock,
    },
  ];
}
