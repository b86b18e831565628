import { formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import { plain } from '../../../lib/decimal.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { moneyText } from '../shared/money-text.ts';

/**
 * The trigger with its comparison sign: ≥ for a buy stop and a sell take-profit, ≤ for a sell stop and a buy
 * take-profit.
 */
export const triggerText = (order: OwnOrder): string => {
  if (order.trigger_price === '') return '';
  const waitsAbove = (order.side === 'BUY') !== order.type.startsWith('TAKE_PROFIT');
  return `${waitsAbove ? '≥' : '≤'} ${formatPrice(order.trigger_price)}`;
};

/** The filled part of the order in whole percent; undefined for an order for a USDT total, which has no size. */
export const filledPercent = (order: OwnOrder): number | undefined => {
  const size = order.size;
  return Number(size) === 0 ? undefined : Number(new Big(order.filled).div(size).times(100).toFixed(0, Big.roundDown));
};

/** The filled part of the order as text, such as '45%'; empty if the order has no size. */
export const filledText = (order: OwnOrder): string => {
  const percent = filledPercent(order);
  return percent === undefined ? '' : `${percent}%`;
};

/** A USDT amount or a fee without trailing zeros, but with at least two decimals. */
export const moneyOf = (text: string): string => (text === '' ? '' : moneyText(new Big(text), 2, 8));

/** A fee with all decimals of USDT, so that a column of fees lines up. */
export const feeOf = (text: string): string => (text === '' ? '' : moneyText(new Big(text), 6, 8));

/**
 * The order's value in USDT: price × size; for an order without a price or size, its total (its budget, or the value of
 * the filled part), or empty if that is zero.
 */
export const orderTotal = (order: OwnOrder): string => {
  if (order.price === '' || order.size === '') return Number(order.total) === 0 ? '' : order.total;
  return plain(new Big(order.price).times(order.size), 2);
};
