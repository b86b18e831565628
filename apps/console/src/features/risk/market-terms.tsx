import {
  type Column,
  DataTable,
  formatAmount,
  formatExact,
  formatInteger,
  formatPrice,
  formatSigned,
} from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ColumnCard } from '../../ui/column-card.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './risk.module.css';
import type { MarketRisk } from './risk.ts';

type Tier = MarketRisk['tiers'][number];
type HousePosition = MarketRisk['house'][number];

/** The tiers of a market: maintenance margin by the cost of a position, and how many positions each tier has. */
export function Tiers({ market: { tiers } }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  const rows = tiers.map((tier, at) => ({ ...tier, at, above: tiers[at - 1]?.cost_up_to ?? '0' }));
  const columns: Column<Tier & { readonly at: number; readonly above: string }>[] = [
    {
      key: 'cost',
      header: t('tiers.cost'),
      align: 'end',
      render: ({ cost_up_to, above }) => (
        <span className="num">
          {cost_up_to === '' ? `${t('tiers.above')} ${formatAmount(above, 0)}` : formatAmount(cost_up_to, 0)}
        </span>
      ),
    },
    {
      key: 'rate',
      header: t('tiers.rate'),
      align: 'end',
      render: ({ maintenance_percent }) => (
        <span className="num">{t('percent', { percent: formatExact(maintenance_percent) })}</span>
      ),
    },
    {
      key: 'positions',
      header: t('tiers.positions'),
      align: 'end',
      render: ({ positions }) => <span className="num">{formatInteger(positions)}</span>,
    },
  ];
  return (
    <Pane title={t('tiers.title')} note={t('tiers.note')}>
      <div className={styles.dense}>
        <DataTable
          dense
          label={t('tiers.title')}
          columns={columns}
          data={{ status: 'success', rows }}
          rowKey={({ at }) => String(at)}
          card={(row) => <ColumnCard columns={columns} row={row} />}
          pageSize={20}
          empty={null}
          error={null}
        />
      </div>
    </Pane>
  );
}

/** The house's own positions in a market, which result from its market making. */
export function House({ market: { house, base } }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  const figure = (key: string, header: string, text: (row: HousePosition) => string): Column<HousePosition> => ({
    key,
    header,
    align: 'end',
    render: (row) => <span className="num">{text(row)}</span>,
  });
  const columns: Column<HousePosition>[] = [
    { key: 'side', header: t('house.side'), render: ({ side }) => t(side) },
    figure('size', t('house.size'), ({ size }) => `${formatExact(size)} ${base}`),
    figure('value', t('house.value'), ({ value }) => formatAmount(value, 0)),
    figure('share', t('house.share'), ({ share_percent }) => t('percent', { percent: share_percent })),
    figure('margin', t('house.margin'), ({ margin }) => formatAmount(margin, 0)),
    figure('profit', t('house.profit'), ({ profit }) => formatSigned(profit, 2)),
    figure('liquidation', t('house.liquidation'), ({ liquidation_price }) =>
      liquidation_price === '' ? t('never') : formatPrice(liquidation_price),
    ),
  ];
  return (
    <Pane title={t('house.title')}>
      <div className={styles.dense}>
        <DataTable
          dense
          label={t('house.title')}
          columns={columns}
          data={{ status: 'success', rows: house }}
          rowKey={({ side }) => side}
          card={(row) => <ColumnCard columns={columns} row={row} />}
          pageSize={2}
          empty={<p className={styles.nothing}>{t('house.empty')}</p>}
          error={null}
        />
      </div>
    </Pane>
  );
}
