import Big from 'big.js';
import { floorToStep, parseDecimal } from '../../../lib/decimal.ts';
import type { TicketForm, TicketRules } from './types.ts';

export const LEAST_SCALED = 2;
export const MOST_SCALED = 20;

export interface ScaledOrder {
  readonly price: Big;
  readonly amount: Big;
}

/** The number of orders that the client has asked for; undefined unless it is a whole number within the bounds. */
export const scaledCount = ({ count }: Pick<TicketForm, 'count'>): number | undefined => {
  const number = Number(count);
  return /^\d+$/.test(count) && number >= LEAST_SCALED && number <= MOST_SCALED ? number : undefined;
};

/**
 * Evenly spaced prices from the start price to the end price. The end price is as typed; all others are rounded down to
 * whole ticks. Undefined while a field is missing or zero.
 */
const pricesOf = (form: TicketForm, tick: string): readonly Big[] | undefined => {
  const [first, last, count] = [parseDecimal(form.price), parseDecimal(form.endPrice), scaledCount(form)];
  if (!first?.gt(0) || !last?.gt(0) || count === undefined) return undefined;
  const step = last.minus(first).div(count - 1);
  const inner = Array.from({ length: count - 1 }, (_, index) =>
    floorToStep(first.plus(step.times(index)), new Big(tick)),
  );
  return [...inner, last];
};

/**
 * The average price of the limit orders, which all have about the same size; undefined while their prices are unknown.
 */
export const averagePrice = (form: TicketForm, rules: TicketRules): Big | undefined => {
  const prices = pricesOf(form, rules.tick);
  return prices?.reduce((sum, price) => sum.plus(price), new Big(0)).div(prices.length);
};

/**
 * The limit orders of a scaled order, in order from the start price: equal amounts in whole lots; the last order also
 * gets the lots that cannot be divided evenly. Undefined while a field is missing.
 */
export const scaledOrders = (
  form: TicketForm,
  rules: TicketRules,
  amount: Big | undefined,
): readonly ScaledOrder[] | undefined => {
  const prices = pricesOf(form, rules.tick);
  if (!prices || !amount?.gt(0)) return undefined;
  const part = floorToStep(amount.div(prices.length), new Big(rules.lot));
  const rest = amount.minus(part.times(prices.length - 1));
  return prices.map((price, index) => ({ price, amount: index === prices.length - 1 ? rest : part }));
};
