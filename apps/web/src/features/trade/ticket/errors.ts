import Big from 'big.js';
import { isMultipleOf, parseDecimal, trimZeros } from '../../../lib/decimal.ts';
import { type AttachedForm, type AttachedOrder, attachedError, NOTHING_ATTACHED } from '../shared/attached-prices.ts';
import { canAttach, hasPrice, hasTrigger, isTakeProfit } from './kinds.ts';
import { LEAST_SCALED, MOST_SCALED, scaledCount, scaledOrders } from './scaled.ts';
import type {
  TicketContext,
  TicketError,
  TicketErrorCode,
  TicketErrors,
  TicketField,
  TicketForm,
  TicketSummary,
} from './types.ts';

const error = (code: TicketErrorCode, values: TicketError['values'] = {}): TicketError => ({ code, values });

const priceError = (text: string, tick: string): TicketError | undefined => {
  const price = parseDecimal(text);
  if (!price?.gt(0)) return error('price_required');
  if (!isMultipleOf(price, new Big(tick))) return error('price_off_tick', { tick });
  return undefined;
};

/** The limit leg of an OCO must rest on the favorable side of the last price; `triggerError` checks its stop leg. */
const ocoLimitError = (form: TicketForm, context: TicketContext): TicketError | undefined => {
  if (form.kind !== 'oco') return undefined;
  const price = parseDecimal(form.price);
  const last = parseDecimal(context.lastPrice);
  if (!price || !last) return undefined;
  const takes = form.side === 'BUY' ? price.gte(last) : price.lte(last);
  return takes ? error('oco_limit_takes') : undefined;
};

/**
 * A stop's trigger must be on the adverse side of the last price, a take-profit's on the favorable side; otherwise the
 * order would be triggered immediately.
 */
const triggerError = (form: TicketForm, context: TicketContext): TicketError | undefined => {
  const { tick } = context.rules;
  const trigger = parseDecimal(form.trigger);
  if (!trigger?.gt(0)) return error('trigger_required');
  if (!isMultipleOf(trigger, new Big(tick))) return error('trigger_off_tick', { tick });
  const waitsAbove = (form.side === 'BUY') !== isTakeProfit(form.kind);
  const last = parseDecimal(context.lastPrice);
  if (last && (waitsAbove ? trigger.lte(last) : trigger.gte(last))) return error('trigger_reached');
  return undefined;
};

/** The order to which the take-profit and the stop-loss are attached. */
export const attachedOrder = (form: TicketForm, context: TicketContext, summary: TicketSummary): AttachedOrder => {
  const start = parseDecimal(hasTrigger(form.kind) ? form.trigger : context.lastPrice);
  return {
    isBuy: form.side === 'BUY',
    entry: hasPrice(form.kind) ? parseDecimal(form.price) : start,
    start,
    size: summary.amount,
    tick: context.rules.tick,
  };
};

/** The form's attached prices; none if an order of this side and kind cannot have any. */
export const attachedForm = (form: TicketForm): AttachedForm =>
  form.side === 'BUY' && canAttach(form.kind) ? form : NOTHING_ATTACHED;

const stopPriceError = (form: TicketForm, tick: string): TicketError | undefined => {
  if (form.stopPrice === '') return undefined;
  const price = parseDecimal(form.stopPrice);
  return price?.gt(0) && isMultipleOf(price, new Big(tick)) ? undefined : error('stop_off_tick', { tick });
};

const endPriceError = (form: TicketForm, tick: string): TicketError | undefined => {
  const wrong = priceError(form.endPrice, tick);
  if (wrong) return wrong;
  const [first, last] = [parseDecimal(form.price), parseDecimal(form.endPrice)];
  return first && last?.eq(first) ? error('same_price') : undefined;
};

const countError = (form: TicketForm): TicketError | undefined =>
  scaledCount(form) === undefined ? error('count_range', { least: LEAST_SCALED, most: MOST_SCALED }) : undefined;

/** The size and value that have to reach the minimum: for a scaled order, those of its smallest order. */
const smallestOf = (form: TicketForm, { rules }: TicketContext, { amount, notional, budget }: TicketSummary) => {
  if (form.kind !== 'scaled') return { amount, total: budget ?? notional };
  const orders = scaledOrders(form, rules, amount) ?? [];
  const values = orders.map((order) => order.price.times(order.amount)).toSorted((a, b) => a.cmp(b));
  return { amount: orders[0]?.amount, total: values[0] };
};

const minimumError = (form: TicketForm, context: TicketContext, summary: TicketSummary): TicketError | undefined => {
  const { rules } = context;
  const code = form.side === 'BUY' ? 'below_minimum_buy' : 'below_minimum_sell';
  // The minimum applies to a budget in full, fee included; for any other order, it applies to the order value.
  const { amount, total } = smallestOf(form, context, summary);
  if (total?.lt(rules.account_balance_limit_spot))
    return error(code, { value: `${rules.account_balance_limit_spot} ${rules.quote}` });
  if (amount?.lt(rules.minimum_sell)) return error(code, { value: `${rules.minimum_sell} ${rules.base}` });
  return undefined;
};

const maximumError = (context: TicketContext, summary: TicketSummary): TicketError | undefined => {
  const { rules } = context;
  if (summary.amount?.gt(rules.maximum_amount))
    return error('above_maximum', { value: `${rules.maximum_amount} ${rules.base}` });
  if (summary.notional?.gt(rules.maximum_total))
    return error('above_maximum', { value: `${rules.maximum_total} ${rules.quote}` });
  return undefined;
};

const balanceError = (form: TicketForm, context: TicketContext, summary: TicketSummary): TicketError | undefined => {
  const { available, rules } = context;
  if (!available || !summary.hold) return undefined;
  const [has, coin] = form.side === 'BUY' ? [available.quote, rules.quote] : [available.base, rules.base];
  return summary.hold.gt(has) ? error('exceeds_balance', { value: `${trimZeros(has)} ${coin}` }) : undefined;
};

const sizeError = (form: TicketForm, context: TicketContext, summary: TicketSummary): TicketError | undefined => {
  const size = parseDecimal(form.size);
  if (!size?.gt(0)) return error('amount_required');
  if (form.sizedBy === 'amount' && !isMultipleOf(size, new Big(context.rules.lot)))
    return error('amount_off_lot', { lot: `${context.rules.lot} ${context.rules.base}` });
  return minimumError(form, context, summary) ?? maximumError(context, summary) ?? balanceError(form, context, summary);
};

const without = (errors: Record<string, TicketError | undefined>): TicketErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, found]) => found !== undefined));

/** The first error of each field; the core applies the same rules again. */
export const errorsOf = (form: TicketForm, context: TicketContext, summary: TicketSummary): TicketErrors =>
  without({
    price: hasPrice(form.kind)
      ? (priceError(form.price, context.rules.tick) ?? ocoLimitError(form, context))
      : undefined,
    trigger: hasTrigger(form.kind) ? triggerError(form, context) : undefined,
    endPrice: form.kind === 'scaled' ? endPriceError(form, context.rules.tick) : undefined,
    count: form.kind === 'scaled' ? countError(form) : undefined,
    stopPrice: form.kind === 'oco' ? stopPriceError(form, context.rules.tick) : undefined,
    size: sizeError(form, context, summary),
    takeProfit: attachedError('takeProfit', attachedForm(form), attachedOrder(form, context, summary)),
    stopLoss: attachedError('stopLoss', attachedForm(form), attachedOrder(form, context, summary)),
  });

/** Before an attempt to send, only fields that the client has filled in show errors. */
export const visibleErrors = (errors: TicketErrors, form: TicketForm, attempted: boolean): TicketErrors => {
  if (attempted) return errors;
  const seen = (field: TicketField) => (form.touched.has(field) && form[field] !== '' ? errors[field] : undefined);
  return without({
    price: seen('price'),
    trigger: seen('trigger'),
    stopPrice: seen('stopPrice'),
    endPrice: seen('endPrice'),
    count: seen('count'),
    size: seen('size'),
    takeProfit: seen('takeProfit'),
    stopLoss: seen('stopLoss'),
  });
};
