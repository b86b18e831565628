import { IconReceiptTax } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Chip, CoinName, type Column, DataTable, EmptyState, formatAmount, LoadFailed, rowsOf } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { coinColumns, figureColumn } from './columns.tsx';
import { Gain } from './gain.tsx';
import type { YearlyReport } from './yearly-report.ts';
import styles from './yearly-report-panel.module.css';

type Total = YearlyReport['totals'][number];

export function Totals({ query }: { readonly query: UseQueryResult<YearlyReport> }) {
  const { t } = useTranslation('history');
  const columns = useColumns();
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('yearly.totals')}
        columns={columns}
        data={rowsOf(query, ({ totals }) => totals)}
        rowKey={({ coin }) => coin}
        skeletonRows={3}
        card={(row) => (
          <div className={styles.card}>
            <CoinName coin={row.coin} size={20} />
            <Gain amount={row.gain} />
            <small className="num">
              {t('yearly.of2', { proceeds: formatAmount(row.proceeds, 2), cost: formatAmount(row.cost, 2) })}
            </small>
            {row.unpriced === 0 ? null : <Chip tone="wait">{t('yearly.unpriced', { count: row.unpriced })}</Chip>}
          </div>
        )}
        empty={<EmptyState size="page" icon={IconReceiptTax} title={t('yearly.empty')} role="status" />}
        error={<LoadFailed title={t('failed')} onRetry={query.refetch} />}
      />
    </div>
  );
}

function useColumns(): readonly Column<Total>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<Total>[]>(
    () => [
      ...coinColumns<Total>(t),
      figureColumn('proceeds', t('yearly.proceeds'), (row) => formatAmount(row.proceeds, 2)),
      figureColumn('cost', t('yearly.cost'), (row) => formatAmount(row.cost, 2)),
      { key: 'gain', header: t('yearly.gain'), align: 'end', render: (row) => <Gain amount={row.gain} /> },
      {
        key: 'unpriced',
        header: <span className="visually-hidden">{t('yearly.unpricedColumn')}</span>,
        align: 'end',
        render: ({ unpriced }) =>
          unpriced === 0 ? null : <Chip tone="wait">{t('yearly.unpriced', { count: unpriced })}</Chip>,
      },
    ],
    [t],
  );
}
