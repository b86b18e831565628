import Big from 'big.js';
import { ceilTo, floorTo, floorToStep, parseDecimal, plain, QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import { hasPrice, isPlainLimit, takesAnyPrice } from './kinds.ts';
import { averagePrice, scaledOrders } from './scaled.ts';
import type { Level, TicketContext, TicketForm, TicketRules, TicketSummary } from './types.ts';

const ZERO = new Big(0);
const rateOf = (percent: string): Big => new Big(percent).div(100);

/** Fee in USDT: notional × rate, rounded up to the smallest unit, as the ledger charges it. */
export const feeOf = (notional: Big, percent: string): Big => ceilTo(notional.times(rateOf(percent)), QUOTE_DECIMALS);

/** Largest notional whose fee still fits into `budget`. */
const notionalWithin = (budget: Big, percent: string): Big =>
  floorTo(budget.div(rateOf(percent).plus(1)), QUOTE_DECIMALS);

/** The higher of the two rates; holds are calculated with it. */
const higherRate = (rules: TicketRules): string =>
  new Big(rules.maker_rate_percent).gt(rules.taker_rate_percent) ? rules.maker_rate_percent : rules.taker_rate_percent;

interface Walk {
  readonly amount: Big;
  readonly notional: Big;
  readonly complete: boolean;
}

/** Cost or proceeds of taking `amount` of coin from these levels. */
const walkAmount = (levels: readonly Level[], amount: Big): Walk => {
  let left = amount;
  let notional = ZERO;
  for (const [price, size] of levels) {
    const taken = left.lt(size) ? left : new Big(size);
    notional = notional.plus(taken.times(price));
    left = left.minus(taken);
    if (left.eq(0)) break;
  }
  return { amount: amount.minus(left), notional, complete: left.eq(0) };
};

/** The amount of coin that `notional` USDT buys from these levels, in whole lots. */
export const walkNotional = (levels: readonly Level[], notional: Big, lot: string): Walk => {
  let left = notional;
  let amount = ZERO;
  for (const [price, size] of levels) {
    const cost = new Big(price).times(size);
    if (cost.gte(left)) {
      amount = amount.plus(floorToStep(left.div(price), new Big(lot)));
      return { amount, notional, complete: true };
    }
    amount = amount.plus(size);
    left = left.minus(cost);
  }
  return { amount, notional: notional.minus(left), complete: left.eq(0) };
};

/**
 * The reference price of a market order sent now, as a decimal string: the best price on the book's opposite side, or
 * the last price while that side is empty. If slippage were measured from the last price, orders would be refused in a
 * wide spread.
 */
export const seenPrice = ({ side, kind }: TicketForm, { asks, bids, lastPrice }: TicketContext): string => {
  const best = (side === 'BUY' ? asks : bids)[0]?.[0];
  return kind === 'market' && best !== undefined ? best : lastPrice;
};

/** The limit price; for a market order, its trigger or, without one, `seenPrice`. */
const referencePrice = (form: TicketForm, context: TicketContext): Big | undefined => {
  if (hasPrice(form.kind)) return positive(parseDecimal(form.price));
  if (form.kind === 'market') return positive(parseDecimal(seenPrice(form, context)));
  return positive(parseDecimal(form.trigger));
};

const positive = (value: Big | undefined): Big | undefined => (value?.gt(0) ? value : undefined);

interface Sizes {
  readonly amount: Big | undefined;
  readonly notional: Big | undefined;
  readonly budget: Big | undefined;
  readonly complete: boolean;
}
const UNKNOWN: Sizes = { amount: undefined, notional: undefined, budget: undefined, complete: true };

/** The sizes of a scaled order; each of its limit orders is valued at its own price. */
const scaledSizes = (form: TicketForm, { rules }: TicketContext, size: Big): Sizes => {
  const average = averagePrice(form, rules);
  const amount =
    form.sizedBy === 'amount' ? size : average ? floorToStep(size.div(average), new Big(rules.lot)) : undefined;
  const orders = scaledOrders(form, rules, amount);
  const notional = orders?.reduce((sum, order) => sum.plus(order.price.times(order.amount)), ZERO);
  return { amount, notional, budget: undefined, complete: true };
};

const limitSizes = (form: TicketForm, context: TicketContext, size: Big): Sizes => {
  const price = referencePrice(form, context);
  if (form.kind === 'scaled') return scaledSizes(form, context, size);
  if (form.sizedBy === 'amount')
    return { amount: size, notional: price?.times(size), budget: undefined, complete: true };
  if (!price) return UNKNOWN;
  const amount = floorToStep(size.div(price), new Big(context.rules.lot));
  return { amount, notional: amount.times(price), budget: undefined, complete: true };
};

const marketSizes = (form: TicketForm, context: TicketContext, size: Big): Sizes => {
  const { rules } = context;
  const levels = form.side === 'BUY' ? context.asks : context.bids;
  if (form.sizedBy === 'amount') {
    const walk = walkAmount(levels, size);
    return { amount: size, notional: walk.notional, budget: undefined, complete: walk.complete };
  }
  const within = form.side === 'BUY' ? notionalWithin(size, rules.taker_rate_percent) : size;
  const walk = walkNotional(levels, within, rules.lot);
  return {
    amount: walk.amount,
    notional: walk.notional,
    budget: form.side === 'BUY' ? size : undefined,
    complete: walk.complete,
  };
};

const sizesOf = (form: TicketForm, context: TicketContext): Sizes => {
  const size = positive(parseDecimal(form.size));
  if (!size) return UNKNOWN;
  return form.kind === 'market' ? marketSizes(form, context, size) : limitSizes(form, context, size);
};

/** Whether this is a market order, or a single limit order that would trade immediately if sent now. */
export const takesAtOnce = (form: TicketForm, context: TicketContext): boolean => {
  if (form.kind === 'market') return true;
  if (form.kind !== 'limit') return false;
  const price = parseDecimal(form.price);
  const best = form.side === 'BUY' ? context.asks[0]?.[0] : context.bids[0]?.[0];
  if (!price || best === undefined) return false;
  return form.side === 'BUY' ? price.gte(best) : price.lte(best);
};

/** The price `percent` from `centre`, on the unfavorable side: higher for a buy, lower for a sell. */
const awayFrom = (form: TicketForm, centre: Big | undefined, percent: string): Big | undefined => {
  const share = rateOf(percent);
  return centre?.times(form.side === 'BUY' ? share.plus(1) : new Big(1).minus(share));
};

/** The edge of the market's price band around `centre` that is unfavorable for the order. */
const bandEdge = (form: TicketForm, context: TicketContext, centre: Big | undefined): Big | undefined =>
  awayFrom(form, centre, context.rules.band_percent);

/** The worst price of a market order that is sent now: its maximum slippage from `price`, but within the band. */
const slippageEdge = (form: TicketForm, context: TicketContext, price: Big | undefined): Big | undefined => {
  const edge = awayFrom(form, price, context.rules.max_slippage_percent);
  const band = bandEdge(form, context, positive(parseDecimal(context.lastPrice)));
  if (!edge || !band) return edge;
  return (form.side === 'BUY') === edge.gt(band) ? band : edge;
};

/** The worst price of an OCO's stop: its limit or, without one, the edge of the band around its trigger. */
const stopLegPrice = (form: TicketForm, context: TicketContext): Big | undefined =>
  positive(parseDecimal(form.stopPrice)) ?? bandEdge(form, context, positive(parseDecimal(form.trigger)));

/**
 * The worst price at which the order may execute, used for holds and bounds; for an OCO, that of the worse leg; for a
 * scaled order, the average price.
 */
const worstPrice = (form: TicketForm, context: TicketContext): Big | undefined => {
  if (form.kind === 'scaled') return averagePrice(form, context.rules);
  const price = referencePrice(form, context);
  if (form.kind === 'market') return slippageEdge(form, context, price);
  if (takesAnyPrice(form.kind)) return bandEdge(form, context, price);
  const stop = form.kind === 'oco' ? stopLegPrice(form, context) : undefined;
  if (!price || !stop) return price;
  return (form.side === 'BUY') === stop.gt(price) ? stop : price;
};

const worstNotional = (form: TicketForm, context: TicketContext, sizes: Sizes): Big | undefined =>
  form.kind === 'scaled' ? sizes.notional : sizes.amount && worstPrice(form, context)?.times(sizes.amount);

/** Both fees, maker and taker, if it is undecided which of them the order will pay; undefined otherwise. */
const undecidedFees = (form: TicketForm, rules: TicketRules, notional: Big | undefined) => {
  const { maker_rate_percent: maker, taker_rate_percent: taker } = rules;
  const isOpen = isPlainLimit(form.kind) && form.timeInForce === 'GTC' && !form.postOnly && !new Big(maker).eq(taker);
  if (!isOpen) return undefined;
  return { maker: notional && feeOf(notional, maker), taker: notional && feeOf(notional, taker) };
};

/**
 * The total of an order that may rest, with the maker fee; undefined for any other order, or if the bound already uses
 * the maker rate.
 */
const ifMaker = (form: TicketForm, rules: TicketRules, notional: Big | undefined, boundPercent: string) => {
  const { maker_rate_percent: rate } = rules;
  const mayRest = isPlainLimit(form.kind) && form.timeInForce === 'GTC';
  if (!notional || !mayRest || new Big(rate).eq(boundPercent)) return undefined;
  const fee = feeOf(notional, rate);
  return form.side === 'BUY' ? notional.plus(fee) : notional.minus(fee);
};

const shareOf = (hold: Big | undefined, available: string | undefined): number => {
  if (!hold || available === undefined) return 0;
  if (new Big(available).lte(0)) return 0;
  return Math.min(100, Number(hold.div(available).times(100).toFixed(2)));
};

/** Distance of the average from the best price, in percent of the best price. */
const slippageOf = (average: Big | undefined, best: string | undefined): number =>
  average && best !== undefined && Number(best) > 0
    ? Math.abs(Number(average.minus(best).div(best).times(100).toFixed(4)))
    : 0;

/** Everything that the ticket shows about the order that it would send; pure. */
export const summarise = (form: TicketForm, context: TicketContext): TicketSummary => {
  const { rules, available } = context;
  const buying = form.side === 'BUY';
  const sizes = sizesOf(form, context);
  const resting = isPlainLimit(form.kind) && (form.postOnly || !takesAtOnce(form, context));
  const role = resting ? 'maker' : 'taker';
  const feePercent = role === 'maker' ? rules.maker_rate_percent : rules.taker_rate_percent;
  const fee = sizes.notional && feeOf(sizes.notional, feePercent);
  const worst = worstNotional(form, context, sizes);
  // A resting order may still pay the taker fee when amended, so the bound uses the higher rate unless the order is
  // post-only. The hold always uses the higher rate.
  const boundPercent = form.postOnly ? rules.maker_rate_percent : higherRate(rules);
  const worstFee = worst && feeOf(worst, boundPercent);
  const bound = sizes.budget ?? (worst && worstFee && (buying ? worst.plus(worstFee) : worst.minus(worstFee)));
  const heldFee = worst && feeOf(worst, higherRate(rules));
  const hold = buying ? (sizes.budget ?? (worst && heldFee && worst.plus(heldFee))) : sizes.amount;
  const market = form.kind === 'market';
  const average =
    market && sizes.notional && sizes.amount?.gt(0) && sizes.complete ? sizes.notional.div(sizes.amount) : undefined;
  return {
    amount: sizes.amount,
    ...fieldTexts(form, sizes),
    notional: sizes.notional,
    budget: sizes.budget,
    role,
    fees: undecidedFees(form, rules, sizes.notional),
    feePercent,
    fee,
    bound,
    boundNotional: sizes.budget ? undefined : worst,
    boundFee: sizes.budget ? undefined : worstFee,
    ifMaker: ifMaker(form, rules, sizes.notional, boundPercent),
    boundPercent,
    hold,
    average,
    slippagePercent: slippageOf(average, (buying ? context.asks : context.bids)[0]?.[0]),
    beyondBook: market && !sizes.complete,
    share: shareOf(hold, buying ? available?.quote : available?.base),
  };
};

/** The size field that was typed in keeps its text; the other size field shows the derived value. */
const fieldTexts = (form: TicketForm, sizes: Sizes): Pick<TicketSummary, 'amountText' | 'totalText'> =>
  form.sizedBy === 'amount'
    ? { amountText: form.size, totalText: sizes.notional ? plain(floorTo(sizes.notional, QUOTE_DECIMALS)) : '' }
    : { amountText: sizes.amount ? plain(sizes.amount) : '', totalText: form.size };

/**
 * The size that uses `percent` of the available balance: an amount of coin for a sell, a USDT budget for a market buy,
 * and for any other buy an amount of coin at its price, fee included. Undefined while price or balance is unknown.
 */
export const sizeForPercent = (
  form: TicketForm,
  context: TicketContext,
  percent: number,
): Pick<TicketForm, 'size' | 'sizedBy'> | undefined => {
  const { available, rules } = context;
  if (!available) return undefined;
  const lot = new Big(rules.lot);
  if (form.side === 'SELL')
    return { size: plain(floorToStep(new Big(available.base).times(percent).div(100), lot)), sizedBy: 'amount' };
  const budget = floorTo(new Big(available.quote).times(percent).div(100), QUOTE_DECIMALS);
  if (form.kind === 'market') return { size: plain(budget), sizedBy: 'total' };
  const price = worstPrice(form, context);
  if (!price) return undefined;
  const notional = notionalWithin(budget, higherRate(rules));
  return { size: plain(floorToStep(notional.div(price), lot)), sizedBy: 'amount' };
};
