import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import type { DualOffer } from '../shared/dual-data.ts';
import styles from './dual.module.css';
import { type DualFigures, dualExample } from './dual-figures.ts';
import { PayoffChart } from './payoff-chart.tsx';

type OutcomesProps = {
  readonly offer: DualOffer;
  /** A plain decimal; empty until something is typed. */
  readonly amount: string;
  readonly figures: DualFigures;
};

/** What is received in either outcome, and the opportunity cost of a conversion. */
export function Outcomes({ offer, amount, figures }: OutcomesProps) {
  const { t } = useTranslation('earn');
  const { side, deposit, other, apr, days } = offer;
  const strike = formatExact(trimZeros(offer.strike));
  const isTyped = /[1-9]/.test(amount);
  const kept = {
    title: t(side === 'SELL_HIGH' ? 'dual.ifBelow' : 'dual.ifAtOrAbove', { strike }),
    amount: `${formatExact(figures.returned)} ${deposit.name}`,
    formula: t('dual.returnedFormula', { amount: formatExact(amount || '0'), apr, days }),
  };
  const converted = {
    title: t(side === 'SELL_HIGH' ? 'dual.ifAtOrAbove' : 'dual.ifBelow', { strike }),
    amount: `${formatExact(figures.converted)} ${other.name}`,
    formula: t(side === 'SELL_HIGH' ? 'dual.soldFormula' : 'dual.boughtFormula', {
      returned: formatExact(figures.returned),
      strike,
    }),
  };
  // The lower price comes first, as in the chart.
  const columns = side === 'SELL_HIGH' ? [kept, converted] : [converted, kept];
  return (
    <section className={styles.outcomes} aria-label={t('dual.outcomes')}>
      <PayoffChart offer={offer} />
      <div className={styles.columns}>
        {columns.map(({ title, amount: figure, formula }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p className={`num ${styles.big}`}>{isTyped ? figure : '–'}</p>
            {isTyped ? <small>{formula}</small> : null}
          </div>
        ))}
      </div>
      {isTyped ? <Example offer={offer} amount={amount} figures={figures} /> : null}
    </section>
  );
}

function Example({ offer, amount, figures }: OutcomesProps) {
  const { t } = useTranslation('earn');
  const { price, received, kept, loss } = dualExample(amount, offer, figures);
  return (
    <p className={`num ${styles.example}`}>
      {t(offer.side === 'SELL_HIGH' ? 'dual.exampleSell' : 'dual.exampleBuy', {
        price: formatExact(trimZeros(price)),
        converted: formatExact(figures.converted),
        received: formatExact(received),
        kept: formatExact(kept),
        amount: formatExact(amount || '0'),
        coin: offer.name,
      })}{' '}
      {loss === '0' ? null : <b className={styles.loss}>{t('dual.difference', { loss: formatExact(loss) })}</b>}
    </p>
  );
}
