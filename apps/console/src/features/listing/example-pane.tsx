import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import styles from './listing-aside.module.css';
import type { CheckedRules, Pair } from './market-draft.ts';
import { type ExampleOrder, exampleOf, type MarketExample } from './market-example.ts';

interface ExamplePaneProps {
  readonly pair: Pair | undefined;
  readonly checked: Pick<CheckedRules, 'units'>;
}

/** The smallest and largest orders at the reference price, and the price band. */
export function ExamplePane({ pair, checked: { units } }: ExamplePaneProps) {
  const { t } = useTranslation('listing');
  const example = units && pair && exampleOf(units, pair);
  return (
    <>
      <section className={styles.part} aria-label={t('example.title')}>
        <h3>
          {t('example.title')} <span className="faint">{t('example.at')}</span>
        </h3>
        {example ? <Orders example={example} pair={pair} /> : <p className="dim">{t('example.waiting')}</p>}
      </section>
      {example ? <Band example={example} pair={pair} /> : null}
    </>
  );
}

interface PartProps {
  readonly example: MarketExample;
  readonly pair: Pair;
}

function Orders({ example: { orders, leastAmount }, pair }: PartProps) {
  const { t } = useTranslation('listing');
  if (orders === undefined)
    return (
      <p className={styles.warning} role="status">
        {t('example.none', { amount: formatExact(leastAmount), base: pair.base.coin })}
      </p>
    );
  return (
    <>
      <Order title={t('example.smallest')} order={orders.smallest} pair={pair} />
      <Order title={t('example.largest')} order={orders.largest} pair={pair} />
    </>
  );
}

interface OrderProps {
  readonly title: string;
  readonly order: ExampleOrder;
  readonly pair: Pair;
}

function Order({ title, order: { price, amount, value }, pair: { base, quote } }: OrderProps) {
  const { t } = useTranslation('listing');
  return (
    <>
      <h4>{title}</h4>
      <dl className={styles.figures}>
        <Figure name={t('example.price')} value={price} unit={quote.coin} />
        <Figure name={`× ${t('example.amount')}`} value={amount} unit={base.coin} />
        <Figure name={`= ${t('example.value')}`} value={value} unit={quote.coin} />
      </dl>
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
}

function Figure({ name, value, unit }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {formatExact(value)} <span className="faint">{unit}</span>
      </dd>
    </div>
  );
}

function Band({ example: { band, centre }, pair: { quote } }: PartProps) {
  const { t } = useTranslation('listing');
  return (
    <section className={styles.part} aria-label={t('band.title')}>
      <h3>
        {t('band.title')} <span className="faint">{quote.coin}</span>
      </h3>
      <div className={styles.band} aria-hidden="true">
        <span className={styles.centre} />
      </div>
      <dl className={styles.prices}>
        <div>
          <dt>{t('band.lowest')}</dt>
          <dd className="num">{formatExact(band.low)}</dd>
        </div>
        <div>
          <dt>{t('band.reference')}</dt>
          <dd className="num">{formatExact(centre)}</dd>
        </div>
        <div>
          <dt>{t('band.highest')}</dt>
          <dd className="num">{band.high === undefined ? t('band.noUpper') : formatExact(band.high)}</dd>
        </div>
      </dl>
    </section>
  );
}
