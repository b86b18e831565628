import Big from 'big.js';
import { isMultipleOf, parseDecimal, plain } from '../../../lib/decimal.ts';

/** The take-profit and the stop-loss of an order, exactly as typed. */
export interface AttachedForm {
  /** Whether the fields are shown; hidden fields attach nothing. */
  readonly attaches: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

export const NOTHING_ATTACHED: AttachedForm = { attaches: false, takeProfit: '', stopLoss: '' };

export const ATTACHED = ['takeProfit', 'stopLoss'] as const;
export type AttachedKind = (typeof ATTACHED)[number];

/** The order to which the prices are attached. */
export interface AttachedOrder {
  readonly isBuy: boolean;
  /** The price at which the order is expected to be filled; undefined while it is unknown. */
  readonly entry: Big | undefined;
  /** The price from which the order starts: its trigger or, without one, the last price (of a perpetual: the mark price). */
  readonly start: Big | undefined;
  /** In coin; undefined while it is unknown. */
  readonly size: Big | undefined;
  readonly tick: string;
}

export interface AttachedError {
  readonly field: AttachedKind;
  readonly code: 'price_required' | 'price_off_tick' | 'take_profit_side' | 'stop_loss_side';
  readonly values: { readonly tick?: string };
}

/** Whether the price has to be above the entry. */
const isAbove = (kind: AttachedKind, isBuy: boolean): boolean => (kind === 'takeProfit') === isBuy;

/**
 * The error of one of the fields, if any; the exchange applies the same rules again (rule H1 of the core's
 * specification).
 */
export const attachedError = (
  kind: AttachedKind,
  form: AttachedForm,
  { isBuy, entry, start, tick }: AttachedOrder,
): AttachedError | undefined => {
  if (!form.attaches || form[kind] === '') return undefined;
  const price = parseDecimal(form[kind]);
  if (!price?.gt(0)) return { field: kind, code: 'price_required', values: {} };
  if (!isMultipleOf(price, new Big(tick))) return { field: kind, code: 'price_off_tick', values: { tick } };
  const bounds = kind === 'takeProfit' ? [entry] : [entry, start];
  const isWrong = bounds.some((bound) => bound && (isAbove(kind, isBuy) ? price.lte(bound) : price.gte(bound)));
  return isWrong
    ? { field: kind, code: kind === 'takeProfit' ? 'take_profit_side' : 'stop_loss_side', values: {} }
    : undefined;
};

/** The first error of both fields, if any. */
export const attachedErrorOf = (form: AttachedForm, order: AttachedOrder): AttachedError | undefined =>
  ATTACHED.map((kind) => attachedError(kind, form, order)).find((error) => error !== undefined);

/** The price at this distance from the entry, in whole ticks, as text; empty while the entry is unknown. */
export const priceAtPercent = (kind: AttachedKind, percent: number, { isBuy, entry, tick }: AttachedOrder): string => {
  if (!entry) return '';
  const factor = new Big(100).plus(isAbove(kind, isBuy) ? percent : -percent).div(100);
  const ticks = entry.times(factor).div(tick).round(0, Big.roundHalfUp);
  return plain(ticks.times(tick));
};

export interface Outcome {
  /** Distance from the entry, signed. */
  readonly percent: string;
  /** Profit in quote units before fees, signed; undefined while the size is unknown. */
  readonly profit: string | undefined;
}

/**
 * The outcome if the attached order fills at this price: the price's distance from the entry, and the profit or loss;
 * undefined while price or entry is unknown.
 */
export const outcomeAt = (text: string, { isBuy, entry, size }: AttachedOrder): Outcome | undefined => {
  const price = parseDecimal(text);
  if (!price?.gt(0) || !entry?.gt(0)) return undefined;
  const distance = price.minus(entry);
  const profit = size?.times(distance).times(isBuy ? 1 : -1);
  return {
    percent: distance.div(entry).times(100).toFixed(2),
    profit: profit && plain(profit.round(2, Big.roundDown)),
  };
};

/** The attached prices as fields of the order's request. */
export const attachedBody = ({ attaches, takeProfit, stopLoss }: AttachedForm) => ({
  ...(attaches && takeProfit !== '' ? { take_profit_price: takeProfit } : {}),
  ...(attaches && stopLoss !== '' ? { stop_loss_price: stopLoss } : {}),
});
