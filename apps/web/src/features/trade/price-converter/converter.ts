import Big from 'big.js';
import { floorTo, parseDecimal, plain } from '../../../lib/decimal.ts';

export type ConverterSide = 'coin' | 'quote';

const QUOTE_DECIMALS = 2;
/** Decimals of values below one. */
const SMALL_DECIMALS = 6;
/** Decimals shown for a coin amount, regardless of the market's step. */
const COIN_DECIMALS = 8;

/** Converts an amount typed on `side` to the opposite side at a price; empty while the amount or price is missing. */
export function worthText(side: ConverterSide, text: string, price: string): string {
  const amount = parseDecimal(text);
  const at = parseDecimal(price);
  if (!amount || !at?.gt(0)) return '';
  if (side === 'quote') return plain(floorTo(quotient(amount, at), COIN_DECIMALS));
  const worth = amount.times(at);
  return plain(floorTo(worth, worth.lt(1) ? SMALL_DECIMALS : QUOTE_DECIMALS));
}

/** The quotient with so many digits that only the final rounding down affects the result. */
const quotient = (amount: Big, at: Big): Big => {
  const Exact = Big();
  Exact.DP = 2 * COIN_DECIMALS;
  return new Exact(amount.toFixed()).div(at.toFixed());
};
