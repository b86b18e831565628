import { IconReceiptTax } from '@tabler/icons-react';
import { Chip, CoinName, type Column, DataTable, EmptyState, formatAmount, formatCoin, LoadFailed } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Gain } from './gain.tsx';
import { amountsOf, type YearlyReport } from './yearly-report.ts';
import styles from './yearly-report-panel.module.css';

type Total = YearlyReport['totals'][number];

type TotalsProps = {
  readonly report: YearlyReport | undefined;
  readonly isError: boolean;
  readonly onRetry: () => unknown;
};

export function Totals({ report, isError, onRetry }: TotalsProps) {
  const { t } = useTranslation('history');
  const columns = useColumns();
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('yearly.totals')}
        columns={columns}
        data={report ? { status: 'success', rows: report.totals } : { status: isError ? 'error' : 'pending' }}
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
        error={<LoadFailed title={t('failed')} onRetry={onRetry} />}
      />
    </div>
  );
}

function useColumns(): readonly Column<Total>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<Total>[]>(
    () => [
      { key: 'coin', header: t('column.coin'), render: ({ coin }) => <CoinName coin={coin} size={20} /> },
      {
        key: 'amount',
        header: t('yearly.amount'),
        align: 'end',
        render: (row, rows) => (
          <span className="num">{formatCoin(row.amount, row.coin, amountsOf(rows, row.coin))}</span>
        ),
      },
      {
        key: 'proceeds',
        header: t('yearly.proceeds'),
        align: 'end',
        render: (row) => <span className="num">{formatAmount(row.proceeds, 2)}</span>,
      },
      {
        key: 'cost',
        header: t('yearly.cost'),
        align: 'end',
        render: (row) => <span className="num">{formatAmount(row.cost, 2)}</span>,
      },
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
