import { formatAmount, formatCompact, formatInteger } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './risk.module.css';
import type { Risk } from './risk.ts';

/** The sums over all markets. */
export function RiskFigures({ risk: { totals, fund, day, markets } }: { readonly risk: Risk }) {
  const { t } = useTranslation('risk');
  const uncovered = (percent: string) =>
    percent === '' ? t('figures.uncoveredNoFund') : t('figures.uncovered', { percent });
  const figures: readonly (readonly [name: string, figure: string, note: string])[] = [
    [
      t('figures.interest'),
      formatCompact(totals.open_interest_value),
      t('figures.interestNote', { count: markets.length }),
    ],
    [
      t('figures.near'),
      formatCompact(totals.near_liquidation),
      t('figures.nearNote', { count: totals.near_positions }),
    ],
    [t('figures.fund'), formatAmount(fund.available, 2), t('figures.fundNote')],
    [t('figures.falling'), formatAmount(totals.uncovered_if_falling, 0), uncovered(totals.falling_percent_of_fund)],
    [t('figures.rising'), formatAmount(totals.uncovered_if_rising, 0), uncovered(totals.rising_percent_of_fund)],
    [t('figures.day'), formatInteger(day.liquidations), t('figures.dayNote', { value: formatAmount(day.value, 2) })],
  ];
  return (
    <dl className={styles.figures} aria-label={t('figures.label')}>
      {figures.map(([name, figure, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className="num">{figure}</b>
            <span className="num">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
