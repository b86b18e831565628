import { type Column, formatAmount, formatExact, formatInteger, formatPrice, formatSigned } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './risk.module.css';
import type { MarketRisk } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

type Tier = MarketRisk['tiers'][number];
type HousePosition = MarketRisk['house'][number];

/** The tiers of a market: the maintenance margin by entry value, and the number of positions in each tier. */
export function Tiers({ market: { tiers } }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  const rows = tiers.map((tier, at) => ({ ...tier, at, above: tiers[at - 1]?.cost_up_to ?? '0' }));
  const columns: Column<Tier & { readonly at: number; readonly above: string }>[] = [
    figureColumn('cost', t('tiers.cost'), ({ cost_up_to, above }) =>
      cost_up_to === '' ? `${t('tiers.above')} ${formatAmount(above, 0)}` : formatAmount(cost_up_to, 0),
    ),
    figureColumn('rate', t('tiers.rate'), ({ maintenance_percent }) =>
      t('percent', { percent: formatExact(maintenance_percent) }),
    ),
    figureColumn('positions', t('tiers.positions'), ({ positions }) => formatInteger(positions)),
  ];
  return (
    <Pane title={t('tiers.title')} note={t('tiers.note')}>
      <RiskTable
        label={t('tiers.title')}
        columns={columns}
        data={{ status: 'success', rows }}
        rowKey={({ at }) => String(at)}
        pageSize={20}
      />
    </Pane>
  );
}

/** The house's own positions in a market, which result from its market making. */
export function House({ market: { house, base } }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  const columns: Column<HousePosition>[] = [
    { key: 'side', header: t('house.side'), render: ({ side }) => t(side) },
    figureColumn('size', t('house.size'), ({ size }) => `${formatExact(size)} ${base}`),
    figureColumn('value', t('house.value'), ({ value }) => formatAmount(value, 0)),
    figureColumn('share', t('house.share'), ({ share_percent }) => t('percent', { percent: share_percent })),
    figureColumn('margin', t('house.margin'), ({ margin }) => formatAmount(margin, 0)),
    figureColumn('profit', t('house.profit'), ({ profit }) => formatSigned(profit, 2)),
    figureColumn('liquidation', t('house.liquidation'), ({ liquidation_price }) =>
      liquidation_price === '' ? t('never') : formatPrice(liquidation_price),
    ),
  ];
  return (
    <Pane title={t('house.title')}>
      <RiskTable
        label={t('house.title')}
        columns={columns}
        data={{ status: 'success', rows: house }}
        rowKey={({ side }) => side}
        pageSize={2}
        empty={<p className={styles.nothing}>{t('house.empty')}</p>}
      />
    </Pane>
  );
}
