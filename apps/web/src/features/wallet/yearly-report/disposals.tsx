import { Chip, CoinName, type Column, DataTable, formatAmount, formatCoin, formatInteger } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/when.ts';
import { Gain } from './gain.tsx';
import { amountsOf, type YearlyReport } from './yearly-report.ts';
import styles from './yearly-report-panel.module.css';

type Disposal = YearlyReport['disposals'][number];

export function Disposals({ rows }: { readonly rows: readonly Disposal[] }) {
  const { t } = useTranslation('history');
  const columns = useColumns();
  return (
    <div className={styles.list}>
      <DataTable
        dense
        label={t('yearly.disposals')}
        columns={columns}
        data={{ status: 'success', rows }}
        rowKey={(row) => `${row.position} ${row.acquired} ${row.amount} ${row.cost}`}
        card={(row) => (
          <div className={styles.card}>
            <CoinName coin={row.coin} size={20} />
            <b className="num">{formatCoin(row.amount, row.coin)}</b>
            <small className="num">
              {t('yearly.held', { from: dateText(row.acquired), to: dateText(row.disposed) })}
            </small>
            {row.priced ? <Gain amount={row.gain} /> : <Chip tone="wait">{t('yearly.noPrice')}</Chip>}
          </div>
        )}
        empty={null}
        error={null}
      />
    </div>
  );
}

function useColumns(): readonly Column<Disposal>[] {
  const { t } = useTranslation('history');
  return useMemo<readonly Column<Disposal>[]>(
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
        key: 'acquired',
        header: t('yearly.acquired'),
        align: 'end',
        render: (row) => <span className="num dim">{dateText(row.acquired)}</span>,
      },
      {
        key: 'disposed',
        header: t('yearly.disposed'),
        align: 'end',
        render: (row) => <span className="num dim">{dateText(row.disposed)}</span>,
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
        render: (row) => <span className="num">{row.priced ? formatAmount(row.cost, 2) : '–'}</span>,
      },
      {
        key: 'gain',
        header: t('yearly.gain'),
        align: 'end',
        render: (row) => (row.priced ? <Gain amount={row.gain} /> : <Chip tone="wait">{t('yearly.noPrice')}</Chip>),
      },
      {
        key: 'position',
        header: t('column.position'),
        align: 'end',
        render: (row) => <span className="num faint">#{formatInteger(row.position)}</span>,
      },
    ],
    [t],
  );
}
