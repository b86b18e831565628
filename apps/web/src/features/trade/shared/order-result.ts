import { formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import type { TFunction } from 'i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { parseDecimal, plain, plainPrice } from '../../../lib/decimal.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { type OwnOrder, orderState } from '../../../lib/own-order.ts';
import { feeText, moneyText } from './money-text.ts';
import { endedText } from './order-endings.ts';

type T = TFunction<'trade'>;

/** The order's immediate outcome, as the exchange's response states it. */
export type OrderResult = NonNullable<CallResponse<'POST /api/v2/my-order'>['result']>;
export type Cancelled = Pick<CallResponse<'POST /api/v3/orders/cancel'>, 'cancelled' | 'released'>;

/** The details of an order that are needed to describe its result. */
export interface AskedOrder {
  readonly side: 'BUY' | 'SELL';
  readonly coin: string;
  readonly quote: string;
  /** The action, as on its button: 'Buy 0.05 BTC at 66,000.0'. */
  readonly act: string;
  /** In coin; undefined if the order is for a USDT total. */
  readonly amount: string | undefined;
  readonly priceDecimals: number;
  readonly hasTrigger: boolean;
}

/** The quote asset of every market. */
const QUOTE = 'USDT';

/**
 * The terms of an open order as decimal strings; an order without a limit has an empty price, one without a trigger an
 * empty trigger.
 */
export interface OrderTerms {
  readonly price: string;
  readonly open: string;
  readonly trigger: string;
}

/** The details of an amended order that are needed to describe its result. */
export const amendedOrder = (
  t: T,
  order: OwnOrder,
  { price, open, trigger }: OrderTerms,
  priceDecimals: number,
): AskedOrder => {
  const coin = coinsOf(order.pair).base;
  const side = t(`side.${order.side}`);
  const priced = (text: string) => formatPrice(plain(parseDecimal(text) ?? new Big(0), priceDecimals));
  const values = {
    side,
    coin,
    amount: moneyText(parseDecimal(open), 0, 8),
    price: priced(price),
    trigger: priced(trigger),
  };
  const act = t(trigger === '' ? 'act.limit' : price === '' ? 'act.marketWhen' : 'act.limitWhen', values);
  const amount = parseDecimal(open);
  return {
    side: order.side,
    coin,
    quote: QUOTE,
    act,
    amount: amount && plain(amount),
    priceDecimals,
    hasTrigger: trigger !== '',
  };
};

/** One line on the immediate outcome of the order: 'Bought 0.01 BTC at 66,564.4 · fee 0.67 USDT'. */
export const resultText = (t: T, asked: AskedOrder, result: OrderResult): string => {
  const parts = Number(result.filled) > 0 ? filledParts(t, asked, result) : [unfilledText(t, asked, result)];
  return parts.join(' · ');
};

const unfilledText = (t: T, { act, side, hasTrigger }: AskedOrder, result: OrderResult): string => {
  if (orderState(result.state) === 'open') return t(hasTrigger ? 'result.waiting' : 'result.open', { act });
  return t(`result.nothing.${side}`, { why: endedText(t, result.ended_because) });
};

const filledParts = (t: T, asked: AskedOrder, result: OrderResult): string[] => {
  const { side, coin, quote, amount, priceDecimals } = asked;
  const filled = new Big(result.filled);
  const isPart = amount !== undefined && filled.lt(amount);
  const values = {
    filled: moneyText(filled, 0, 8),
    amount: isPart ? moneyText(new Big(amount), 0, 8) : '',
    coin,
    price: moneyText(new Big(result.final_price), priceDecimals, priceDecimals + 2),
  };
  const parts = [t(`result.${isPart ? 'part' : 'whole'}.${side}`, values)];
  parts.push(t('result.fee', { fee: feeText(new Big(result.fee)), quote }));
  const state = orderState(result.state);
  if (state === 'open') parts.push(t('result.restOpen'));
  else if (state === 'ended') parts.push(endedText(t, result.ended_because));
  return parts;
};

/** The amounts that a cancellation released, such as '3,303.30 USDT released'. */
export const releasedText = (t: T, { released }: Pick<Cancelled, 'released'>): string =>
  released
    .map(({ coin, amount }) => t('result.released', { amount: formatPrice(plainPrice(amount)), coin }))
    .join(' · ');

/** Several cancellations as one: the number of orders, and the amount of each coin. */
export const sumOfCancelled = (answers: readonly Cancelled[]): Cancelled => {
  const amounts = new Map<string, Big>();
  for (const { coin, amount } of answers.flatMap(({ released }) => released))
    amounts.set(coin, (amounts.get(coin) ?? new Big(0)).plus(amount));
  return {
    cancelled: answers.reduce((sum, { cancelled }) => sum + cancelled, 0),
    released: [...amounts].map(([coin, amount]) => ({ coin, amount: plain(amount) })),
  };
};
