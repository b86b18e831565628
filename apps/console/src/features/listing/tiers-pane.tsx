import { formatDecimal, type PerpetualTermsUnits } from '@vitrine/money';
import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './listing-aside.module.css';
import type { Pair } from './market-draft.ts';

const SHOWN = 4;
const PPM_OF_PERCENT = 10_000;
const MAX_RATE_PPM = 500_000;

interface TiersPaneProps {
  readonly terms: PerpetualTermsUnits | undefined;
  readonly pair: Pair | undefined;
}

/** The effect of the terms: the margin to open a position, and the maintenance margin of the first tiers. */
export function TiersPane({ terms, pair }: TiersPaneProps) {
  const { t } = useTranslation('listing');
  return (
    <section className={styles.part} aria-label={t('tiers.title')}>
      <h3>{t('tiers.title')}</h3>
      {terms && pair ? <Margins terms={terms} pair={pair} /> : <p className="dim">{t('example.waiting')}</p>}
    </section>
  );
}

function Margins({ terms, pair }: { readonly terms: PerpetualTermsUnits; readonly pair: Pair }) {
  const { t } = useTranslation('listing');
  const { maxLeverage, maintenancePpm, riskLimitUnits, riskStepUnits, riskStepPpm } = terms;
  const tiers = Array.from({ length: SHOWN }, (_, tier) => ({
    cost: formatExact(formatDecimal(riskLimitUnits + tier * riskStepUnits, pair.quote.scale)),
    percent: String(Math.min(MAX_RATE_PPM, maintenancePpm + tier * riskStepPpm) / PPM_OF_PERCENT),
  }));
  return (
    <dl className={`${styles.figures} ${styles.equal}`}>
      <div>
        <dt>{t('tiers.initial', { leverage: maxLeverage })}</dt>
        <dd className="num">{t('tiers.percent', { percent: (100 / maxLeverage).toFixed(2) })}</dd>
      </div>
      {tiers.map(({ cost, percent }) => (
        <div key={cost}>
          <dt>{t('tiers.upTo', { cost, quote: pair.quote.coin })}</dt>
          <dd className="num">{t('tiers.percent', { percent })}</dd>
        </div>
      ))}
    </dl>
  );
}
