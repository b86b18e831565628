import { Chip, CoinName, type Column, DataTable, formatAmount, formatCoin, formatInteger } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { utcDateText } from '../../../lib/days.ts';
import { coinColumns, figureColumn } from './columns.tsx';
import { Gain } from './gain.tsx';
import type { YearlyReport } from './yearly-report.ts';
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
              {t('yearly.held', { from: utcDateText(row.acquired), to: utcDateText(row.disposed) })}
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
      ...coinColumns<Disposal>(t),
      figureColumn('acquired', t('yearly.acquired'), (row) => utcDateText(row.acquired), 'dim'),
      figureColumn('disposed', t('yearly.disposed'), (row) => utcDateText(row.disposed), 'dim'),
      figureColumn('proceeds', t('yearly.proceeds'), (row) => formatAmount(row.proceeds, 2)),
      figureColumn('cost', t('yearly.cost'), (row) => (row.priced ? formatAmount(row.cost, 2) : '–')),
      {
        key: 'gain',
        header: t('yearly.gain'),
        align: 'end',
        render: (row) => (row.priced ? <Gain amount={row.gain} /> : <Chip tone="wait">{t('yearly.noPrice')}</Chip>),
      },
      figureColumn('position', t('column.position'), (row) => `#${formatInteger(row.position)}`, 'faint'),
    ],
    [t],
  );
}
