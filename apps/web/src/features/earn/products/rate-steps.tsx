import { formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { EarnProduct } from '../shared/earn-data.ts';
import { useTermName } from '../shared/use-terms.ts';
import styles from './products.module.css';

const LOWEST_PX = 6;
const RANGE_PX = 22;

/** The rates of a product's durations, as steps. */
export function RateSteps({ product: { name, tiers, open } }: { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  const termName = useTermName();
  const rates = tiers
    .map(({ days, apr }) => t('products.step', { term: termName(days), apr: formatAmount(apr, 2) }))
    .join(', ');
  const highest = Math.max(...tiers.map(({ apr }) => Number(apr)), Number.MIN_VALUE);
  return (
    <div
      className={styles.steps}
      role="img"
      aria-label={t('products.steps', { coin: name, rates })}
      data-closed={!open || undefined}
    >
      {tiers.map(({ days, apr }) => (
        <span key={days} className="num">
          {formatAmount(apr, 2)}
          <i style={{ height: LOWEST_PX + (RANGE_PX * Number(apr)) / highest }} />
          <small>{days === 0 ? '∞' : t('products.daysShort', { days })}</small>
        </span>
      ))}
    </div>
  );
}
