import styles from './figures.module.css';
import {
  type DecimalText,
  type Direction,
  directionOf,
  formatAmount,
  formatCoin,
  formatDollars,
  formatPercent,
  formatPrice,
} from './format.ts';

const ARROWS: Record<Direction, string> = { up: '▲', down: '▼', flat: '' };

type PriceTextProps = {
  readonly value: DecimalText | undefined;
  /** The direction of the last trade, which colors the price and adds an arrow before it. */
  readonly direction?: Direction;
  /** Writes the price as $0,0.00, with at least this many decimals. */
  readonly dollars?: number;
  readonly className?: string;
};

/** A price with the decimals of its tick. */
export function PriceText({ value, direction, dollars, className = '' }: PriceTextProps) {
  return (
    <span className={`num ${direction ? styles[direction] : ''} ${className}`}>
      {direction && direction !== 'flat' ? <Arrow direction={direction} /> : null}
      {dollars === undefined ? formatPrice(value) : formatDollars(value, dollars)}
    </span>
  );
}

type MoneyTextProps = {
  readonly value: DecimalText | undefined;
  readonly decimals: number;
  readonly asset?: string;
  /** Dims the decimals, for the one hero figure of a page. */
  readonly quietFraction?: boolean;
  readonly className?: string;
};

/** An amount of an asset, cut to `decimals` and never rounded up. */
export function MoneyText({ value, decimals, asset, quietFraction = false, className = '' }: MoneyTextProps) {
  const text = formatAmount(value, decimals);
  const point = quietFraction ? text.search(/[.,]\d*$/) : -1;
  return (
    <span className={`num ${className}`}>
      {point < 0 ? text : text.slice(0, point)}
      {point < 0 ? null : <span className={styles.fraction}>{text.slice(point)}</span>}
      {asset ? <span className={styles.asset}> {asset}</span> : null}
    </span>
  );
}

type CoinAmountProps = {
  readonly amount: DecimalText | undefined;
  readonly coin: string;
  /** The coin's other amounts in the same table column. */
  readonly column?: readonly DecimalText[];
  /** Positive amounts get a plus. */
  readonly signed?: boolean;
};

/** An amount of a coin in a table: the ticker has a minimum width, so that figures line up. */
export function CoinAmount({ amount, coin, column, signed = false }: CoinAmountProps) {
  return (
    <span className="num">
      {signed && directionOf(amount) === 'up' ? '+' : ''}
      {formatCoin(amount, coin, column)} <span className={styles.ticker}>{coin}</span>
    </span>
  );
}

type ChangeTextProps = {
  readonly value: DecimalText | undefined;
  readonly decimals?: number;
  /** A tinted chip instead of plain text. */
  readonly chip?: boolean;
  readonly arrow?: boolean;
  readonly className?: string;
};

/** A change in percent: colored, with its sign unless it is zero, and optionally with an arrow. */
export function ChangeText({ value, decimals = 2, chip = false, arrow = false, className = '' }: ChangeTextProps) {
  const direction = directionOf(value);
  return (
    <span className={`num ${styles[direction]} ${chip ? styles.chip : ''} ${className}`}>
      {arrow && direction !== 'flat' ? <Arrow direction={direction} /> : null}
      {formatPercent(value, decimals)}
    </span>
  );
}

function Arrow({ direction }: { readonly direction: Direction }) {
  return (
    <span className={styles.arrow} aria-hidden="true">
      {ARROWS[direction]}
    </span>
  );
}
