import Big from 'big.js';
import { ceilTo, floorTo, parseDecimal, plain } from '../../../lib/decimal.ts';
import type { ConvertContext, ConvertForm, ConvertSummary } from './types.ts';

/** Coins in which other coins are priced, in order of precedence. */
const MONIES = ['USDT', 'USDC', 'BTC', 'ETH'] as const;
const rankOf = (coin: string): number => {
  const rank = (MONIES as readonly string[]).indexOf(coin);
  return rank < 0 ? MONIES.length : rank;
};

/**
 * The coin that has a price, and the coin that it is priced in: BTC is priced in USDT, even if USDT is converted to
 * BTC.
 */
export const pricedOf = ({ from, to }: Pick<ConvertForm, 'from' | 'to'>): { priced: string; pricedIn: string } =>
  rankOf(from) < rankOf(to) ? { priced: to, pricedIn: from } : { priced: from, pricedIn: to };

/** Significant digits of a price suggested by a quote. */
const PRICE_DIGITS = 7;
const MOST_DECIMALS = 12;

const positive = (text: string): Big | undefined => {
  const value = parseDecimal(text);
  return value?.gt(0) ? value : undefined;
};

/** The amount received at a price, rounded up so that the client's price is met or improved. */
const receivesAt = (form: ConvertForm, context: ConvertContext, amount: Big, price: Big): Big => {
  const { priced } = pricedOf(form);
  return ceilTo(form.from === priced ? amount.times(price) : amount.div(price), context.toDecimals);
};

const priceOfQuote = (form: ConvertForm, { quote }: ConvertContext): Big | undefined => {
  if (quote === undefined || !new Big(quote.spent).gt(0) || !new Big(quote.receives).gt(0)) return undefined;
  const { priced } = pricedOf(form);
  return form.from === priced ? new Big(quote.receives).div(quote.spent) : new Big(quote.spent).div(quote.receives);
};

/** The values derived from the form, the wallet and the newest quote. */
export const summarise = (form: ConvertForm, context: ConvertContext): ConvertSummary => {
  const amount = positive(form.amount);
  const price = positive(form.price);
  const quotePrice = priceOfQuote(form, context);
  const { priced, pricedIn } = pricedOf(form);
  const isSelling = form.from === priced;
  const distance =
    price && quotePrice
      ? price
          .div(quotePrice)
          .minus(1)
          .times(isSelling ? 100 : -100)
      : undefined;
  return {
    amount,
    priced,
    pricedIn,
    receives: amount && price ? receivesAt(form, context, amount, price) : undefined,
    quotePrice,
    distancePercent: distance?.toNumber(),
  };
};

/** A quote's price as someone would type it: a few digits, rounded down. */
export const priceText = (price: Big): string => {
  const whole = price.round(0, Big.roundDown).toFixed().length;
  const decimals = price.gte(1)
    ? Math.max(0, PRICE_DIGITS - whole)
    : Math.min(MOST_DECIMALS, PRICE_DIGITS - 1 - price.e);
  return plain(floorTo(price, decimals));
};
