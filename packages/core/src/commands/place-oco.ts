import type { PriceTicks, SizeLots } from '@vitrine/money';
import type { Market } from '../book/market.ts';
import { addOrder, isAhead, rest, waitForTrigger } from '../book/places.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import { crosses } from '../spot/liquidity.ts';
import { refusalOfStatus } from '../spot/market-status.ts';
import { BEYOND_RANGE, buyHold, notionalUnits } from '../spot/worst-case.ts';
import type { State } from '../state.ts';
import { BUY, GTC, IOC, LIMIT, MARKET, NO_TRIGGER, OPEN, STOP } from '../vocabulary/codes.ts';
import { orderTraits } from '../vocabulary/order-traits.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { FIRST_RULES_VERSION } from '../vocabulary/rules.ts';
import type { CommandKind } from './command-kind.ts';
import type { NewOrder } from './new-order.ts';

/**
 * One cancels the other: a resting limit order and a stop order of the same size. Without `stopPriceTicks`, the stop is
 * a market order.
 */
export interface PlaceOco extends NewOrder {
  readonly kind: 'PlaceOco';
  readonly sizeLots: SizeLots;
  readonly priceTicks: PriceTicks;
  readonly stopTriggerTicks: PriceTicks;
  readonly stopPriceTicks?: PriceTicks;
}

/** Computed by `refuse` and used by `execute`. */
const terms = { stopLimit: 0, limitHold: 0, stopHold: 0, makerPpm: 0, takerPpm: 0 };

const stopTraits = (c: CommandFields): number =>
  c.stopPriceTicks === 0
    ? orderTraits(c.side, MARKET, IOC, 0, c.selfTrade, STOP)
    : orderTraits(c.side, LIMIT, GTC, 0, c.selfTrade, STOP);

/** [O1] [O2]: all reasons to refuse a pair, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (c.owner < 1 || c.owner > MAX_OWNER || c.sizeLots === 0 || c.priceTicks === 0 || c.stopTriggerTicks === 0)
    return refusalCode.malformed;
  if (c.selfTrade > 2) return refusalCode.malformed;
  const market = state.marketById[c.market];
  if (market === undefined || !market.payment.isSpot) return refusalCode.unknown_market;

  const tier = state.owners.tierOf(c.owner);
  terms.makerPpm = state.makerPpm[tier];
  terms.takerPpm = state.takerPpm[tier];
  const rate = Math.max(terms.makerPpm, terms.takerPpm);
  terms.stopLimit = c.stopPriceTicks === 0 ? market.protection(c.side, c.stopTriggerTicks) : c.stopPriceTicks;
  const stopValued = c.stopPriceTicks === 0 ? c.stopTriggerTicks : c.stopPriceTicks;
  const limitNotional = notionalUnits(c.priceTicks, c.sizeLots, market.tickLotUnits);
  const stopNotional = notionalUnits(stopValued, c.sizeLots, market.tickLotUnits);
  const baseUnits = c.sizeLots * market.lotUnits;
  const isBuy = c.side === BUY;
  terms.limitHold = isBuy ? buyHold(c.priceTicks, c.sizeLots, market.tickLotUnits, rate) : baseUnits;
  terms.stopHold = isBuy ? buyHold(terms.stopLimit, c.sizeLots, market.tickLotUnits, rate) : baseUnits;
  const held = Math.max(terms.limitHold, terms.stopHold);
  if (limitNotional === BEYOND_RANGE || stopNotional === BEYOND_RANGE || held > Number.MAX_SAFE_INTEGER)
    return refusalCode.exceeds_range;
  if (baseUnits > Number.MAX_SAFE_INTEGER && state.rulesVersion !== FIRST_RULES_VERSION)
    return refusalCode.exceeds_range;
  const asset = isBuy ? market.quote : market.base;
  const obstacle = state.ledger.obstacle(c.owner, asset, state.ledger.find(c.owner, 0, asset), held);
  if (obstacle === 2) return refusalCode.exceeds_range;

  if (state.owners.isFrozen(c.owner)) return refusalCode.account_frozen;
  if (!state.owners.mayTrade(c.owner, state.timeMs)) return refusalCode.account_restricted;
  if (market.status !== OPEN) return refusalOfStatus(market.status);
  if (market.isBusy) return refusalCode.market_busy;
  if (c.sizeLots < market.minSizeLots || Math.min(limitNotional, stopNotional) < market.minNotionalUnits)
    return refusalCode.below_minimum;
  if (c.sizeLots > market.maxSizeLots || Math.max(limitNotional, stopNotional) > market.maxNotionalUnits)
    return refusalCode.above_maximum;
  if (!arePricesAllowed(market, c)) return refusalCode.outside_price_band;
  if (!isAround(state, market, c)) return refusalCode.trigger_not_reached_side;
  if (c.clientOrderId !== 0 && state.clientOrderIds.find(c.owner, c.clientOrderId) >= 0)
    return refusalCode.duplicate_client_order_id;
  const seat = state.seats.find(c.owner, c.market);
  if ((seat < 0 ? 0 : state.seats.openOrders[seat]) + 2 > market.maxOpenOrders) return refusalCode.too_many_open_orders;
  if (obstacle === 1) return refusalCode.exceeds_balance;
  return crosses(state, market, c.side, c.priceTicks) ? refusalCode.would_take : refusalCode.none;
};

const arePricesAllowed = (market: Market, c: CommandFields): boolean => {
  if (c.priceTicks < market.lowest() || c.priceTicks > market.highest()) return false;
  return c.stopPriceTicks === 0 || market.isWithinBand(c.stopPriceTicks, c.stopTriggerTicks);
};

/** Whether the last price lies between the limit and the trigger, as it must. */
const isAround = (state: State, market: Market, c: CommandFields): boolean => {
  const last = market.lastOrListed;
  return (
    isAhead(state, market, stopTraits(c), c.stopTriggerTicks) &&
    (c.side === BUY ? c.priceTicks < last : c.priceTicks > last)
  );
};

/** Returns the id of the limit leg. The stop leg has the next id. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const market = state.marketOf(c.market);
  const { orders, taker: t } = state;
  t.begin();
  t.seat = state.seatOf(c.owner, market);
  t.owner = c.owner;
  t.size = c.sizeLots;
  t.open = c.sizeLots;
  t.budget = 0;
  t.makerPpm = terms.makerPpm;
  t.takerPpm = terms.takerPpm;
  t.acceptedAt = state.timeMs;
  const held = Math.max(terms.limitHold, terms.stopHold);
  const { seats } = state;
  state.ledger.hold(c.side === BUY ? seats.quoteAccount[t.seat] : seats.baseAccount[t.seat], held);

  t.id = state.nextOrder++;
  t.traits = orderTraits(c.side, LIMIT, GTC, 1, c.selfTrade, NO_TRIGGER);
  t.limit = c.priceTicks;
  t.held = held;
  t.trigger = 0;
  t.clientOrderId = c.clientOrderId;
  const limitLeg = addOrder(state, market, t);
  t.id = state.nextOrder++;
  t.traits = stopTraits(c);
  t.limit = terms.stopLimit;
  t.held = 0;
  t.trigger = c.stopTriggerTicks;
  t.clientOrderId = 0;
  const stopLeg = addOrder(state, market, t);
  orders.oco[limitLeg] = stopLeg + 1;
  orders.oco[stopLeg] = limitLeg + 1;

  announce(state, limitLeg, orders.id[stopLeg], c.priceTicks, events);
  announce(state, stopLeg, orders.id[limitLeg], c.stopPriceTicks, events);
  rest(state, market, limitLeg, events);
  waitForTrigger(state, market, stopLeg);
  return orders.id[limitLeg];
};

const announce = (state: State, slot: number, ocoOrder: number, price: number, events: EventBuffer): void => {
  const { orders, seats } = state;
  events.orderAccepted({
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: orders.market[slot],
    traits: orders.traits[slot],
    priceTicks: price,
    sizeLots: orders.size[slot],
    budgetUnits: 0,
    triggerTicks: orders.triggerOf(slot),
    clientOrderId: orders.clientOrderId[slot],
    ocoOrder,
    heldUnits: orders.held[slot],
  });
};

export const placeOco: CommandKind<PlaceOco> = {
  code: 15,
  flags: [{ side: ['sides', 0], selfTrade: ['selfTrades', 5, 'cancel_newest'] }, { reference: ['source', 4] }],
  fields: {
    owner: 'number',
    market: 'number',
    sizeLots: 'number',
    priceTicks: 'number',
    stopTriggerTicks: 'number',
    stopPriceTicks: 'numberOrZero',
    clientOrderId: 'numberOrZero',
  },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
