import { differenceText, interestText, isGreater, productText, quotientText, sumText } from '../shared/interest.ts';

/** The terms of an offer that the form needs. */
export interface DualTerms {
  readonly side: 'SELL_HIGH' | 'BUY_LOW';
  readonly decimals: number;
  readonly deposit: { readonly decimals: number };
  readonly other: { readonly decimals: number };
  /** In USDT per coin. */
  readonly strike: string;
  readonly apr: string;
  readonly days: number;
  readonly minimum_amount: string;
  readonly maximum_amount: string;
  readonly available: string;
}

export type DualErrorCode =
  | 'amount_required'
  | 'below_minimum'
  | 'above_maximum'
  | 'above_available'
  | 'exceeds_balance';

/** The validation error of the amount, if any; the server applies the same rules. */
export function dualErrorOf(amount: string, terms: DualTerms, balance: string): DualErrorCode | undefined {
  if (!/[1-9]/.test(amount)) return 'amount_required';
  if (isGreater(terms.minimum_amount, amount)) return 'below_minimum';
  if (isGreater(amount, terms.maximum_amount)) return 'above_maximum';
  if (isGreater(amount, terms.available)) return 'above_available';
  return isGreater(amount, balance) ? 'exceeds_balance' : undefined;
}

export interface DualFigures {
  readonly gain: string;
  /** What the two outcomes pay: the deposited asset with its yield, or the other asset. */
  readonly returned: string;
  readonly converted: string;
}

/** Both outcomes by the server's formulas, exact to the last unit and rounded down. */
export function dualFigures(amount: string, terms: DualTerms): DualFigures {
  const { side, strike, apr, days, deposit, other } = terms;
  const gain = interestText(amount || '0', apr, days, deposit.decimals);
  const returned = sumText(amount || '0', gain, deposit.decimals);
  const converted =
    side === 'SELL_HIGH'
      ? productText(returned, strike, other.decimals)
      : quotientText(returned, strike, other.decimals);
  return { gain, returned, converted };
}

const VALUE_DECIMALS = 2;

export interface DualExample {
  /** A settlement price at which the deposit is converted. */
  readonly price: string;
  /** In USDT at that price: what is received, and what the deposit would be worth without the conversion. */
  readonly received: string;
  readonly kept: string;
  readonly loss: string;
}

/** The opportunity cost of a conversion at a price 5% beyond the strike, in USDT. */
export function dualExample(amount: string, terms: DualTerms, { converted }: DualFigures): DualExample {
  const isSell = terms.side === 'SELL_HIGH';
  const price = productText(terms.strike, isSell ? '1.05' : '0.95', VALUE_DECIMALS);
  const received = isSell ? sumText(converted, '0', VALUE_DECIMALS) : productText(converted, price, VALUE_DECIMALS);
  const kept = isSell ? productText(amount || '0', price, VALUE_DECIMALS) : sumText(amount || '0', '0', VALUE_DECIMALS);
  const isLoss = isGreater(kept, received);
  return { price, received, kept, loss: isLoss ? differenceText(kept, received, VALUE_DECIMALS) : '0' };
}

/** The distance of the strike from the index, in percent of the index; undefined without an index. */
export function distanceText(strike: string, index: string | undefined): string | undefined {
  if (index === undefined || Number(index) === 0) return undefined;
  return ((Number(strike) / Number(index) - 1) * 100).toFixed(2);
}
