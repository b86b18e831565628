import { directionOf, formatCoin } from '@vitrine/ui';

type CoinTextProps = {
  readonly amount: string;
  readonly coin: string;
  /** Positive amounts get a plus sign. */
  readonly signed?: boolean;
};

/** An amount of a coin above or below another line, aligned with it. */
export const CoinText = ({ amount, coin, signed = false }: CoinTextProps) => (
  <span className="num">
    {signed && directionOf(amount) === 'up' ? '+' : ''}
    {formatCoin(amount, coin)} {coin}
  </span>
);
