import type { AssetUnits, PriceTicks, SizeLots } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import type { OrderTerms } from '../book/orders.ts';
import { isAhead, rest, waitForTrigger } from '../book/places.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import * as ledgers from '../ledger/ledger.ts';
import { refuseOrder as refusePerpetualOrder } from '../perpetual/refuse-order.ts';
import { hasAttached, openOrdersOf, refuseAttached } from '../spot/attached-prices.ts';
import { canFill, crosses } from '../spot/liquidity.ts';
import { refusalOfStatus } from '../spot/market-status.ts';
import { centreOf, isLimitAllowed, isProtected, limitOf, refuseEmptyHanded } from '../spot/order-price.ts';
import { runDue } from '../spot/triggers.ts';
import { tradeOut } from '../spot/unfinished.ts';
import * as worstCase from '../spot/worst-case.ts';
import { buyHold, notionalUnits } from '../spot/worst-case.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as orderBits from '../vocabulary/order-traits.ts';
import { orderTraits } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import * as rules from '../vocabulary/rules.ts';
import type { TimeInForce } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import type { NewOrder } from './new-order.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, FOK, GTC, LIMIT, MARKET, NO_TRIGGER, OPEN, SPOT } = codes;
const { MAX_OWNER } = ledgers;
const { PROTECTED, REDUCE_ONLY } = orderBits;
const { refusalCode } = refusals;
const { PERPETUAL_RULES_VERSION, PROTECTION_RULES_VERSION } = rules;
const { BEYOND_RANGE } = worstCase;

/**
 * One order. `limit` needs priceTicks and sizeLots. `market` needs sizeLots or budgetUnits (quote units; for a buy, fee
 * included); as `fok` it needs sizeLots and may also have budgetUnits. A `market` order may have priceTicks, beyond
 * which it does not trade. With a trigger, the order waits outside the book: `stop` fires when the last price reaches
 * the trigger from the adverse side (buy at or above, sell at or below), `take_profit` the other way round.
 */
export interface PlaceOrder extends NewOrder {
  readonly kind: 'PlaceOrder';
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly?: boolean;
  readonly priceTicks?: PriceTicks;
  readonly sizeLots?: SizeLots;
  readonly budgetUnits?: AssetUnits;
  /** Perpetual markets only: the order closes a position of its owner, and never opens one. */
  readonly reduceOnly?: boolean;
  readonly trigger?: { readonly kind: 'stop' | 'take_profit'; readonly ticks: PriceTicks };
  /** A take-profit and a stop-loss for what the order buys or opens, as triggers of market orders. */
  readonly takeProfitTicks?: PriceTicks;
  readonly stopLossTicks?: PriceTicks;
}

/** Computed by `refuse` and used by `execute`. */
const terms: OrderTerms = { limit: 0, held: 0, makerPpm: 0, takerPpm: 0, seat: 0, takeProfit: 0, stopLoss: 0 };

const isMalformed = (state: State, c: CommandFields): boolean => {
  if (c.owner < 1 || c.owner > MAX_OWNER || c.timeInForce > FOK || c.selfTrade > 2 || c.triggerKind > 2) return true;
  if (c.reduceOnly === 1 && state.rulesVersion < PERPETUAL_RULES_VERSION) return true;
  // [H1]: attached prices require rules that know them, and an order that is not reduce-only.
  if (hasAttached(c) && (c.reduceOnly === 1 || state.rulesVersion < PROTECTION_RULES_VERSION)) return true;
  if (c.triggerKind !== NO_TRIGGER && c.triggerTicks === 0) return true;
  if (c.type === LIMIT)
    return c.priceTicks === 0 || c.sizeLots === 0 || c.budgetUnits !== 0 || (c.postOnly === 1 && c.timeInForce !== GTC);
  if (c.timeInForce === GTC || c.postOnly === 1) return true;
  // [P8]: a market order may have a price of its own since rules 2, but not with a trigger.
  if (c.priceTicks !== 0 && (state.rulesVersion < 2 || c.triggerKind !== NO_TRIGGER)) return true;
  if (c.sizeLots === 0) return c.budgetUnits === 0 || c.timeInForce === FOK;
  return c.budgetUnits !== 0 && (c.timeInForce !== FOK || c.triggerKind !== NO_TRIGGER);
};

const traitsOf = (c: CommandFields): number =>
  orderTraits(c.side, c.type, c.timeInForce, c.postOnly, c.selfTrade, c.triggerKind);

/**
 * The base units held for a sell order that has a budget: enough to yield the budget at the worst price; for a client
 * or a fund, at most what is available.
 */
const budgetSellHold = (state: State, market: Market, c: CommandFields, available: number): number => {
  const atWorst = Math.floor(c.budgetUnits / (terms.limit * market.tickLotUnits));
  const owned = Math.floor(Math.max(available, 0) / market.lotUnits);
  const lots = state.ledger.mayOverdraw(c.owner) ? atWorst : Math.min(atWorst, owned);
  const units = lots * market.lotUnits;
  return units <= Number.MAX_SAFE_INTEGER ? units : BEYOND_RANGE;
};

/** [M1] to [M7]: all reasons to refuse an order, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (isMalformed(state, c)) return refusalCode.malformed;
  const market = state.marketById[c.market];
  if (market === undefined) return refusalCode.unknown_market;

  terms.takeProfit = c.takeProfitTicks;
  terms.stopLoss = c.stopLossTicks;
  const perpetual = state.perpetualById[c.market];
  if (perpetual !== undefined) return refusePerpetualOrder(state, perpetual, c, terms);
  if (c.reduceOnly === 1 || (c.side !== BUY && hasAttached(c))) return refusalCode.malformed;

  const hasTrigger = c.triggerKind !== NO_TRIGGER;
  const centre = centreOf(market, c);
  const { owners, seats } = state;
  const isBuy = c.side === BUY;
  const seat = seats.find(c.owner, c.market);
  const ownerSlot = seat >= 0 ? seats.ownerSlot[seat] : owners.find(c.owner);
  const account = accountOf(state, market, c, seat);
  const tier = ownerSlot < 0 ? 0 : owners.tier[ownerSlot];
  terms.seat = seat;
  terms.makerPpm = state.makerPpm[tier];
  terms.takerPpm = state.takerPpm[tier];
  terms.limit = limitOf(market, c);
  const byBudget = c.sizeLots === 0;
  const notional = byBudget
    ? c.budgetUnits
    : notionalUnits(c.type === LIMIT ? c.priceTicks : centre, c.sizeLots, market.tickLotUnits);
  const baseUnits = c.sizeLots * market.lotUnits;
  if (!isBuy) terms.held = byBudget ? budgetSellHold(state, market, c, state.ledger.availableAt(account)) : baseUnits;
  else if (c.budgetUnits !== 0) terms.held = c.budgetUnits;
  else terms.held = buyHold(terms.limit, c.sizeLots, market.tickLotUnits, Math.max(terms.makerPpm, terms.takerPpm));
  if (notional === BEYOND_RANGE || terms.held === BEYOND_RANGE || baseUnits > Number.MAX_SAFE_INTEGER)
    return refusalCode.exceeds_range;
  const obstacle = state.ledger.obstacle(c.owner, isBuy ? market.quote : market.base, account, terms.held);
  if (obstacle === 2) return refusalCode.exceeds_range;

  if (ownerSlot >= 0 && owners.frozen[ownerSlot] === 1) return refusalCode.account_frozen;
  if (ownerSlot >= 0 && owners.tradeUntil[ownerSlot] > state.timeMs) return refusalCode.account_restricted;
  if (market.status !== OPEN) return refusalOfStatus(market.status);
  if (market.isBusy) return refusalCode.market_busy;
  if (notional < market.minNotionalUnits || (!byBudget && c.sizeLots < market.minSizeLots))
    return refusalCode.below_minimum;
  if (notional > market.maxNotionalUnits || c.sizeLots > market.maxSizeLots) return refusalCode.above_maximum;
  if (!isLimitAllowed(market, c)) return refusalCode.outside_price_band;
  if (hasTrigger && !isAhead(state, market, traitsOf(c), c.triggerTicks)) return refusalCode.trigger_not_reached_side;
  const ofAttached = hasAttached(c) ? refuseAttached(state, market, c, terms.limit) : refusalCode.none;
  if (ofAttached !== refusalCode.none) return ofAttached;
  if (c.clientOrderId !== 0 && state.clientOrderIds.find(c.owner, c.clientOrderId) >= 0)
    return refusalCode.duplicate_client_order_id;
  const opens = openOrdersOf(c);
  if (opens > 0 && (seat < 0 ? 0 : seats.openOrders[seat]) + opens > market.maxOpenOrders)
    return refusalCode.too_many_open_orders;
  if (obstacle === 1 || terms.held === 0) return refusalCode.exceeds_balance;
  if (hasTrigger) return refusalCode.none;
  return refuseAgainstBook(state, market, c);
};

/** The account that pays for the order, or -1. */
const accountOf = (state: State, market: Market, c: CommandFields, seat: number): number => {
  if (seat < 0) return state.ledger.find(c.owner, SPOT, c.side === BUY ? market.quote : market.base);
  return c.side === BUY ? state.seats.quoteAccount[seat] : state.seats.baseAccount[seat];
};

const refuseAgainstBook = (state: State, market: Market, c: CommandFields): number => {
  if (c.postOnly === 1 && crosses(state, market, c.side, terms.limit)) return refusalCode.would_take;
  if (
    c.timeInForce === FOK &&
    !canFill(state, market, { ...terms, side: c.side, open: c.sizeLots, selfTrade: c.selfTrade, budget: c.budgetUnits })
  )
    return refusalCode.cannot_fill;
  return refuseEmptyHanded(state, market, c, terms.limit);
};

/** Returns the order's id. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const market = state.marketOf(c.market);
  if (terms.seat < 0) terms.seat = state.seatOf(c.owner, market);
  const { seats } = state;
  const order = state.nextOrder++;
  const traits = traitsOf(c) | (isProtected(market, c) ? PROTECTED : 0) | (c.reduceOnly === 1 ? REDUCE_ONLY : 0);
  state.ledger.hold(c.side === BUY ? seats.quoteAccount[terms.seat] : seats.baseAccount[terms.seat], terms.held);
  announce(c, order, traits, events);
  if (hasAttached(c)) announceAttached(c, order, events);
  if (c.triggerKind !== NO_TRIGGER) {
    waitForTrigger(state, market, enter(state, market, c, order, traits));
    return order;
  }
  if (c.timeInForce === GTC && !crosses(state, market, c.side, terms.limit))
    rest(state, market, enter(state, market, c, order, traits), events);
  else takeAndSettle(state, market, c, order, traits, events);
  runDue(state, events);
  return order;
};

/** A separate function, so that V8 can inline the writer and avoid allocating its argument. */
const announce = (c: CommandFields, order: number, traits: number, events: EventBuffer): void => {
  events.orderAccepted({
    order,
    owner: c.owner,
    market: c.market,
    traits,
    priceTicks: c.type === MARKET ? 0 : c.priceTicks,
    sizeLots: c.sizeLots,
    budgetUnits: c.budgetUnits,
    triggerTicks: c.triggerTicks,
    clientOrderId: c.clientOrderId,
    ocoOrder: 0,
    heldUnits: terms.held,
  });
};

const announceAttached = (c: CommandFields, order: number, events: EventBuffer): void => {
  events.orderProtected({
    order,
    owner: c.owner,
    market: c.market,
    takeProfitTicks: c.takeProfitTicks,
    stopLossTicks: c.stopLossTicks,
    takeProfitOrder: 0,
    stopLossOrder: 0,
  });
};

/** Adds the row of an order that does not trade immediately. */
const enter = (state: State, market: Market, c: CommandFields, order: number, traits: number): number => {
  const slot = state.orders.enter(c, terms, order, traits, state.timeMs);
  if (c.clientOrderId !== 0) state.clientOrderIds.insert(slot);
  market.payment.enter(state, slot);
  market.openOrders++;
  return slot;
};

const takeAndSettle = (
  state: State,
  market: Market,
  c: CommandFields,
  order: number,
  traits: number,
  events: EventBuffer,
): void => {
  const { seats, taker: t } = state;
  t.begin();
  t.id = order;
  t.slot = -1;
  t.seat = terms.seat;
  t.owner = c.owner;
  t.base = seats.baseAccount[t.seat];
  t.quote = seats.quoteAccount[t.seat];
  t.setTraits(traits);
  t.byBudget = c.sizeLots === 0;
  t.flatHold = c.budgetUnits !== 0;
  t.limit = terms.limit;
  t.size = c.sizeLots;
  t.open = t.byBudget ? budgetLots(market, c, terms.held) : c.sizeLots;
  t.budget = c.budgetUnits;
  t.budgetLeft = c.budgetUnits;
  t.held = terms.held;
  t.makerPpm = terms.makerPpm;
  t.takerPpm = terms.takerPpm;
  t.trigger = 0;
  t.clientOrderId = c.clientOrderId;
  t.acceptedAt = state.timeMs;
  t.takeProfit = c.takeProfitTicks;
  t.stopLoss = c.stopLossTicks;
  tradeOut(state, market, t, events);
};

/**
 * The maximum number of lots of an order with a budget: a buy is limited only by its budget, a sell also by its hold.
 */
const budgetLots = (market: Market, c: CommandFields, held: number): number =>
  c.side === BUY ? Number.MAX_SAFE_INTEGER : Math.floor(held / market.lotUnits);

export const placeOrder: CommandKind<PlaceOrder> = {
  code: 14,
  longForm: { code: 34, adds: ['takeProfitTicks', 'stopLossTicks'] },
  flags: [
    {
      side: ['sides', 0],
      type: ['orderTypes', 1],
      timeInForce: ['timesInForce', 2],
      postOnly: ['yes', 4],
      selfTrade: ['selfTrades', 5, 'cancel_newest'],
      reduceOnly: ['yes', 7, 'absent'],
    },
    {
      'trigger.kind': ['triggerKinds', 0],
      budgetUnits: ['nonZero', 2],
      clientOrderId: ['nonZero', 3],
      reference: ['source', 4],
      priceTicks: ['nonZero', 6],
      sizeLots: ['nonZero', 7],
    },
  ],
  fields: {
    owner: 'number',
    market: 'number',
    priceTicks: 'number',
    sizeLots: 'number',
    budgetUnits: 'number',
    'trigger.ticks': 'number',
    clientOrderId: 'number',
    takeProfitTicks: 'numberOrZero',
    stopLossTicks: 'numberOrZero',
  },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
