import Big from 'big.js';
import {
  ceilTo,
  floorToStep,
  isMultipleOf,
  parseDecimal,
  plain,
  QUOTE_DECIMALS,
  trimZeros,
} from '../../../lib/decimal.ts';
import type { FuturesMarket, FuturesPosition, PositionSide } from '../../../lib/futures.ts';
import {
  type AttachedError,
  type AttachedForm,
  type AttachedKind,
  type AttachedOrder,
  attachedErrorOf,
  NOTHING_ATTACHED,
} from '../shared/attached-prices.ts';
import { liquidationPrice, marginOf, profitOf, sizeWithin } from '../shared/perpetual-math.ts';

/** The client's input, exactly as typed. */
export interface FuturesForm extends AttachedForm {
  readonly side: PositionSide;
  /** `trigger`: a trigger order, which waits until the mark price reaches the price in the field `trigger`. */
  readonly kind: 'limit' | 'market' | 'trigger';
  readonly trigger: string;
  /** For a trigger order: whether it is a limit order at `price` or a market order. */
  readonly triggered: 'limit' | 'market';
  readonly price: string;
  /** In `unit`: the value of the position in USDT, or its size in the coin. */
  readonly amount: string;
  readonly unit: 'USDT' | 'COIN';
  readonly postOnly: boolean;
  readonly timeInForce: 'GTC' | 'IOC';
  /** Whether the order only reduces the position on the other side: a buy the short one, a sell the long one. */
  readonly reduceOnly: boolean;
}

export const EMPTY_FORM: FuturesForm = {
  side: 'long',
  kind: 'limit',
  trigger: '',
  triggered: 'market',
  price: '',
  amount: '',
  unit: 'USDT',
  postOnly: false,
  timeInForce: 'GTC',
  reduceOnly: false,
  ...NOTHING_ATTACHED,
};

/** The market and the account as they are now; amounts are decimal strings. */
export interface FuturesContext {
  readonly market: FuturesMarket;
  /** Undefined for visitors, and until the account has loaded. */
  readonly account: Account | undefined;
  readonly bestBid: string | undefined;
  readonly bestAsk: string | undefined;
  readonly lastPrice: string;
  /** The price that triggers are compared with; empty until it is known. */
  readonly markPrice: string;
  /** The client's open position on the form's side. */
  readonly position: FuturesPosition | undefined;
  /** The client's open position on the other side, which a reduce-only order reduces. */
  readonly opposite: FuturesPosition | undefined;
}

interface Account {
  readonly available: string;
  readonly leverage: { readonly long: number; readonly short: number };
  readonly maker_rate_percent: string;
  readonly taker_rate_percent: string;
  readonly risks_accepted: boolean;
  readonly accepted_term_days: number;
}

export interface FuturesSummary {
  readonly leverage: number;
  /** The limit price; for a market order, its trigger or the price that the client sees; undefined while unknown. */
  readonly price: Big | undefined;
  /** The worst price at which the order can fill; its hold is calculated at this price. */
  readonly worst: Big | undefined;
  /** In coin, whole lots; undefined while price or amount is missing. */
  readonly size: Big | undefined;
  readonly value: Big | undefined;
  readonly margin: Big | undefined;
  readonly fee: Big | undefined;
  readonly feePercent: string;
  /** Margin plus fee at the worst price: the maximum cost of the order. */
  readonly cost: Big | undefined;
  /** The estimated liquidation price of the position after the order. */
  readonly liquidation: Big | undefined;
  /** The percentage of the available margin, or of the position to reduce, that the order uses, 0 to 100. */
  readonly share: number;
  /** For a reduce-only order, the profit at its price before the fee, and the size that is left of the position. */
  readonly profit?: Big;
  readonly left?: Big;
}

export const otherSide = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long');

/** Whether the order should only reduce a position that the client does not have. */
export const lacksPosition = ({ reduceOnly }: FuturesForm, { opposite }: FuturesContext): boolean =>
  reduceOnly && opposite === undefined;

const positive = (text: string | undefined): Big | undefined => {
  const value = parseDecimal(text ?? '');
  return value?.gt(0) ? value : undefined;
};

/**
 * The price from which the slippage of a market order is measured: the best price on the opposite side of the book, or
 * the last price if there is none.
 */
export const seenPrice = ({ side }: FuturesForm, { bestAsk, bestBid, lastPrice }: FuturesContext): string =>
  (side === 'long' ? bestAsk : bestBid) ?? lastPrice;

/** Whether the order has a limit price. */
export const hasLimit = ({ kind, triggered }: FuturesForm): boolean =>
  kind === 'limit' || (kind === 'trigger' && triggered === 'limit');

/** The limit price; for a market order, its trigger or the price that the client sees. */
const orderPrice = (form: FuturesForm, context: FuturesContext): Big | undefined =>
  positive(hasLimit(form) ? form.price : form.kind === 'trigger' ? form.trigger : seenPrice(form, context));

/**
 * A trigger above the mark price makes a buy a stop order and a sell a take-profit order; a trigger below it, the other
 * way round. Undefined if the mark price is at the trigger, or unknown.
 */
export const triggerKind = (
  { side, trigger }: FuturesForm,
  { markPrice }: FuturesContext,
): 'stop' | 'take_profit' | undefined => {
  const price = positive(trigger);
  const mark = positive(markPrice);
  if (!price || !mark || price.eq(mark)) return undefined;
  return price.gt(mark) === (side === 'long') ? 'stop' : 'take_profit';
};

/** The order to which the take-profit and the stop-loss are attached. */
export const attachedOrder = (form: FuturesForm, context: FuturesContext, size: Big | undefined): AttachedOrder => ({
  isBuy: form.side === 'long',
  entry: orderPrice(form, context),
  start: positive(form.kind === 'trigger' ? form.trigger : context.markPrice),
  size,
  tick: context.market.tick,
});

/**
 * The price at which the hold is calculated. For a market buy: the worst price within the maximum slippage or, if the
 * buy has a trigger, within the price band around the trigger. For a sell without a trigger: the best bid, if it is
 * higher than the order's price. For any other order: the order's price.
 */
const worstPrice = (form: FuturesForm, context: FuturesContext, price: Big): Big => {
  const { tick, band_percent, max_slippage_percent } = context.market;
  if (form.kind === 'trigger' && form.side === 'long')
    return hasLimit(form) ? price : floorToStep(price.times(new Big(band_percent).div(100).plus(1)), new Big(tick));
  if (form.kind === 'market' && form.side === 'long')
    return floorToStep(price.times(new Big(max_slippage_percent).div(100).plus(1)), new Big(tick));
  const bid = form.side === 'short' && form.kind !== 'trigger' ? positive(context.bestBid) : undefined;
  return bid?.gt(price) ? bid : price;
};

const higherRate = ({ maker_rate_percent, taker_rate_percent }: Account): string =>
  new Big(maker_rate_percent).gt(taker_rate_percent) ? maker_rate_percent : taker_rate_percent;

const sizeOf = ({ amount, unit }: FuturesForm, price: Big | undefined, lot: string): Big | undefined => {
  const typed = positive(amount);
  if (typed === undefined || unit === 'COIN') return typed;
  return price && floorToStep(typed.div(price), new Big(lot));
};

/** Everything derived from the input. */
export const summarise = (form: FuturesForm, context: FuturesContext): FuturesSummary => {
  const { market, account, position } = context;
  const leverage = account?.leverage[form.side] ?? market.default_leverage;
  const feePercent = account ? higherRate(account) : '';
  const price = orderPrice(form, context);
  const worst = price && worstPrice(form, context, price);
  const size = sizeOf(form, price, market.lot);
  const empty = { leverage, price, worst, size, feePercent, share: 0 };
  const unknown = { value: undefined, margin: undefined, fee: undefined, cost: undefined, liquidation: undefined };
  if (!worst || !price || !size?.gt(0)) return { ...empty, ...unknown };
  const value = price.times(size);
  if (form.reduceOnly) return { ...empty, ...unknown, value, ...reductionOf(price, size, context) };
  const margin = marginOf(worst, size, leverage, market.lot);
  const liquidation = liquidationPrice(market, {
    side: form.side,
    size: size.plus(position?.size ?? 0),
    cost: value.plus(position?.cost ?? 0),
    // The position gets the margin for the fill price, not for the worst price.
    margin: marginOf(price, size, leverage, market.lot).plus(position?.margin ?? 0),
  });
  if (!account) return { ...empty, ...unknown, value, margin, liquidation };
  const fee = ceilTo(worst.times(size).times(feePercent).div(100), QUOTE_DECIMALS);
  const cost = margin.plus(fee);
  return { ...empty, value, margin, fee, cost, liquidation, share: shareOf(cost, account.available) };
};

/** The results of reducing the position on the other side. */
const reductionOf = (price: Big, size: Big, { opposite, account }: FuturesContext) => ({
  ...(opposite && size.lte(opposite.size)
    ? {
        profit: profitOf(opposite.side, size, new Big(opposite.entry_price), price),
        left: new Big(opposite.size).minus(size),
      }
    : {}),
  share: opposite ? shareOf(size, opposite.size) : 0,
  fee: account && ceilTo(price.times(size).times(higherRate(account)).div(100), QUOTE_DECIMALS),
});

const shareOf = (cost: Big, available: string): number =>
  Number(available) > 0 ? Math.min(100, Number(cost.div(available).times(100))) : 0;

/**
 * The text of the amount that uses this percentage of the available margin, or of the position to reduce; empty if
 * that is less than a lot, or unknown.
 */
export const amountForPercent = (form: FuturesForm, context: FuturesContext, percent: number): string => {
  const { market, account } = context;
  const { worst, price, leverage, feePercent } = summarise(form, context);
  if (!worst || !price || !account || percent === 0) return '';
  const partOf = (whole: string) => new Big(whole).times(percent).div(100);
  const size = form.reduceOnly
    ? floorToStep(partOf(context.opposite?.size ?? '0'), new Big(market.lot))
    : sizeWithin(partOf(account.available), { price: worst, leverage, feePercent, lot: market.lot });
  if (size.lte(0)) return '';
  // Rounded up, so that converting the amount back yields the same number of lots.
  return form.unit === 'COIN' ? plain(size) : plain(ceilTo(size.times(price), 2));
};

/** The text of the form's amount, converted to this unit; empty if it cannot be converted. */
export const amountInUnit = (form: FuturesForm, context: FuturesContext, unit: FuturesForm['unit']): string => {
  const { size, price } = summarise(form, context);
  if (unit === form.unit || !size?.gt(0) || !price) return unit === form.unit ? form.amount : '';
  return unit === 'COIN' ? plain(size) : plain(ceilTo(size.times(price), 2));
};

/** The changes of the form with this choice. A reduce-only order is for a number of coins, and protects nothing. */
export const withReduceOnly = (
  form: FuturesForm,
  context: FuturesContext,
  reduceOnly: boolean,
): Partial<FuturesForm> => ({
  reduceOnly,
  unit: 'COIN',
  amount: amountInUnit(form, context, 'COIN'),
  ...NOTHING_ATTACHED,
});

export type FuturesErrorCode =
  | AttachedError['code']
  | 'trigger_required'
  | 'trigger_off_tick'
  | 'trigger_reached'
  | 'price_required'
  | 'price_off_tick'
  | 'amount_required'
  | 'amount_off_lot'
  | 'below_minimum_buy'
  | 'below_minimum_sell'
  | 'above_maximum'
  | 'exceeds_balance';

export interface FuturesError {
  readonly field: 'trigger' | 'price' | 'amount' | AttachedKind;
  readonly code: FuturesErrorCode;
  readonly values: { readonly value?: string; readonly tick?: string; readonly lot?: string };
}

/** The error if it concerns an attached price; otherwise undefined. */
export const attachedErrorIn = (error: FuturesError | undefined): AttachedError | undefined =>
  error?.field === 'takeProfit' || error?.field === 'stopLoss' ? (error as AttachedError) : undefined;

/** The first error; the exchange applies the same rules again. */
export const errorOf = (
  form: FuturesForm,
  context: FuturesContext,
  summary: FuturesSummary,
): FuturesError | undefined =>
  triggerError(form, context) ??
  priceError(form, context) ??
  amountError(form, context, summary) ??
  attachedErrorOf(form, attachedOrder(form, context, summary.size));

const triggerError = (form: FuturesForm, context: FuturesContext): FuturesError | undefined => {
  if (form.kind !== 'trigger') return undefined;
  const { tick } = context.market;
  const trigger = positive(form.trigger);
  if (!trigger) return { field: 'trigger', code: 'trigger_required', values: {} };
  if (!isMultipleOf(trigger, new Big(tick))) return { field: 'trigger', code: 'trigger_off_tick', values: { tick } };
  const isReached = context.markPrice !== '' && triggerKind(form, context) === undefined;
  return isReached ? { field: 'trigger', code: 'trigger_reached', values: {} } : undefined;
};

const priceError = (form: FuturesForm, { market }: FuturesContext): FuturesError | undefined => {
  if (!hasLimit(form)) return undefined;
  const price = positive(form.price);
  if (!price) return { field: 'price', code: 'price_required', values: {} };
  const isOff = !isMultipleOf(price, new Big(market.tick));
  return isOff ? { field: 'price', code: 'price_off_tick', values: { tick: market.tick } } : undefined;
};

const amountError = (
  form: FuturesForm,
  { market, account, opposite }: FuturesContext,
  { size, value, cost }: FuturesSummary,
): FuturesError | undefined => {
  const wrong = (code: FuturesErrorCode, values: FuturesError['values'] = {}): FuturesError => ({
    field: 'amount',
    code,
    values,
  });
  const below = form.side === 'long' ? 'below_minimum_buy' : 'below_minimum_sell';
  const coins = (amount: string) => ({ value: `${trimZeros(amount)} ${market.base}` });
  const usdt = (amount: string) => ({ value: `${trimZeros(amount)} ${market.quote}` });
  if (!positive(form.amount) || !size) return wrong('amount_required');
  if (form.unit === 'COIN' && !isMultipleOf(size, new Big(market.lot)))
    return wrong('amount_off_lot', { lot: `${market.lot} ${market.base}` });
  if (!form.reduceOnly && size.lt(market.minimum_amount)) return wrong(below, coins(market.minimum_amount));
  if (!form.reduceOnly && value?.lt(market.minimum_total)) return wrong(below, usdt(market.minimum_total));
  if (form.reduceOnly && opposite && size.gt(opposite.size)) return wrong('above_maximum', coins(opposite.size));
  if (size.gt(market.maximum_amount)) return wrong('above_maximum', coins(market.maximum_amount));
  if (value?.gt(market.maximum_total)) return wrong('above_maximum', usdt(market.maximum_total));
  if (account && cost?.gt(account.available)) return wrong('exceeds_balance', usdt(account.available));
  return undefined;
};
