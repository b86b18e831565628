import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import type { DualOffer } from '../shared/dual-data.ts';
import styles from './dual.module.css';

const WIDTH = 560;
const HEIGHT = 180;
const SIDE = 20;
const TOP = 30;
const BOTTOM = 26;
/** The chart extends to this fraction of the strike on either side, or beyond the index if that is further away. */
const REACH = 0.08;

interface Point {
  readonly price: number;
  readonly value: number;
}

/**
 * The value at expiry of what is received (solid) and of the deposit (dashed), by settlement price, for one coin or one
 * strike's worth of USDT. The figures are approximate, because they are only drawn.
 */
function payoff({ side, strike, index, apr, days }: DualOffer) {
  const at = Number(strike);
  const now = index === undefined ? undefined : Number(index);
  const growth = 1 + (Number(apr) / 100) * (days / 365);
  const reach = Math.max(at * REACH, now === undefined ? 0 : Math.abs(now - at) * 1.3);
  const [low, high] = [at - reach, at + reach];
  const isSell = side === 'SELL_HIGH';
  const held = (price: number) => (isSell ? price : at);
  const received = (price: number) => (isSell ? Math.min(price, at) * growth : Math.min(price, at) * growth);
  const points = [low, at, high];
  const of = (value: (price: number) => number): Point[] => points.map((price) => ({ price, value: value(price) }));
  return { at, now, low, high, isSell, held: of(held), received: of(received) };
}

/**
 * Solid: what the client receives. Dashed: the value of holding the deposit instead. The area between them is the value
 * forgone.
 */
export function PayoffChart({ offer }: { readonly offer: DualOffer }) {
  const { t } = useTranslation('earn');
  const { at, now, low, high, isSell, held, received } = payoff(offer);
  const values = [...held, ...received].map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (price: number) => SIDE + ((price - low) / (high - low)) * (WIDTH - 2 * SIDE);
  const y = (value: number) => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const path = (points: readonly Point[]) =>
    points.map(({ price, value }, i) => `${i === 0 ? 'M' : 'L'}${x(price).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const from = isSell ? 1 : 0;
  const lost = [...received.slice(from, from + 2), ...held.slice(from, from + 2).reverse()];
  const strike = formatExact(trimZeros(offer.strike));
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t(isSell ? 'dual.chartSell' : 'dual.chartBuy', { strike })}
    >
      <path className={styles.givenUp} d={`${path(lost)}Z`} />
      <line className={styles.axis} x1={x(at)} x2={x(at)} y1={TOP - 8} y2={HEIGHT - BOTTOM + 4} />
      <line className={styles.axis} x1={SIDE} x2={WIDTH - SIDE} y1={HEIGHT - BOTTOM + 4} y2={HEIGHT - BOTTOM + 4} />
      {now === undefined ? null : (
        <line className={styles.now} x1={x(now)} x2={x(now)} y1={TOP - 8} y2={HEIGHT - BOTTOM + 4} />
      )}
      <path className={styles.held} d={path(held)} />
      <path className={styles.received} d={path(received)} />
      <text className={styles.chartText} x={x(at)} y={TOP - 14} textAnchor="middle">
        {t('dual.chartStrike', { strike })}
      </text>
      {now === undefined ? null : (
        <text className={styles.chartText} x={x(now)} y={HEIGHT - 6} textAnchor="middle">
          {t('dual.chartNow')}
        </text>
      )}
    </svg>
  );
}
