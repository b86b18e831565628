import { type Column, formatAmount, formatExact, formatPrice, formatSigned } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './risk.module.css';
import type { Risk } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

type FundPosition = Risk['fund']['positions'][number];

/** The insurance fund's assets and positions, and its activity in the last 24 hours. */
export function FundPane({ risk: { fund, day, coin, last_deleveraging_at } }: { readonly risk: Risk }) {
  const { t } = useTranslation('risk');
  return (
    <Pane title={t('fund.title')} note={coin}>
      <dl className={styles.sum}>
        <dt>{t('fund.available')}</dt>
        <dd className="num">{formatAmount(fund.available, 2)}</dd>
        <dt>{t('fund.margin')}</dt>
        <dd className="num">{formatAmount(fund.margin, 2)}</dd>
        <dt>{t('fund.profit')}</dt>
        <dd className="num">{formatSigned(fund.profit, 2)}</dd>
        <dt className={styles.total}>{t('fund.equity')}</dt>
        <dd className={`num ${styles.total}`}>{formatAmount(fund.equity, 2)}</dd>
      </dl>
      <dl className={styles.sum} aria-label={t('fund.day')}>
        <dt>{t('fund.takenOver')}, 24 h</dt>
        <dd className="num">{formatAmount(day.taken_over, 2)}</dd>
        <dt>{t('fund.fees')}, 24 h</dt>
        <dd className="num">{formatAmount(day.fees, 2)}</dd>
        <dt>{t('fund.deleveraged')}, 24 h</dt>
        <dd className="num">{formatAmount(day.deleveraged, 2)}</dd>
        <dt>{t('fund.lastDeleveraging')}</dt>
        <dd className="num">{last_deleveraging_at === 0 ? t('never') : `${utcText(last_deleveraging_at)} UTC`}</dd>
      </dl>
      <FundPositions positions={fund.positions} />
    </Pane>
  );
}

function FundPositions({ positions }: { readonly positions: readonly FundPosition[] }) {
  const { t } = useTranslation('risk');
  const columns: Column<FundPosition>[] = [
    { key: 'name', header: t('fund.contract'), render: ({ name, side }) => `${name} ${t(side)}` },
    figureColumn('size', t('fund.size'), ({ size }) => formatExact(size)),
    figureColumn('cost', t('fund.cost'), ({ cost }) => formatAmount(cost, 2)),
    figureColumn('profit', t('fund.profitHeader'), ({ profit }) => formatSigned(profit, 2)),
    figureColumn('liquidation', t('fund.liquidation'), ({ liquidation_price }) =>
      liquidation_price === '' ? t('never') : formatPrice(liquidation_price),
    ),
  ];
  return (
    <RiskTable
      label={t('fund.positions')}
      columns={columns}
      data={{ status: 'success', rows: positions }}
      rowKey={({ name, side }) => `${name} ${side}`}
      pageSize={10}
      empty={<p className={styles.nothing}>{t('fund.noPositions')}</p>}
    />
  );
}
