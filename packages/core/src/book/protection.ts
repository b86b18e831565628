import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as orderBits from '../vocabulary/order-traits.ts';
import { orderTraits, sideOf } from '../vocabulary/order-traits.ts';
import * as rules from '../vocabulary/rules.ts';
import type { Market } from './market.ts';
import * as places from './orders.ts';
import { leaveKin } from './places.ts';
import type { Taker } from './taker.ts';
import { filled } from './trade.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CANCEL_OLDEST, IOC, MARKET, STOP, TAKE_PROFIT } = codes;
const { PROTECTS, REDUCE_ONLY } = orderBits;
const { ARMING, WAITING } = places;
const { TAKE_PROFIT_RANGE_PPM } = rules;

/** The order whose lots were filled. A single record is reused, to avoid short-lived objects. */
const filledOrder = { order: 0, seat: 0, traits: 0, makerPpm: 0, takerPpm: 0, takeProfit: 0, stopLoss: 0 };

/** The order to place, in the form that Orders.enter expects. */
const fields = { market: 0, sizeLots: 0, clientOrderId: 0, triggerTicks: 0, budgetUnits: 0 };
const terms = { limit: 0, held: 0, makerPpm: 0, takerPpm: 0, seat: 0, takeProfit: 0, stopLoss: 0 };

/** [H2]: protects lots that the taker has just opened or bought. The taker must have an attached price. */
export const protectTaker = (state: State, market: Market, t: Taker, lots: number, events: EventBuffer): void => {
  if (t.kin !== 0) {
    grow(state, market, t.kin - 1, lots, events);
    return;
  }
  filledOrder.order = t.id;
  filledOrder.seat = t.seat;
  filledOrder.traits = t.traits;
  filledOrder.makerPpm = t.makerPpm;
  filledOrder.takerPpm = t.takerPpm;
  filledOrder.takeProfit = t.takeProfit;
  filledOrder.stopLoss = t.stopLoss;
  t.kin = place(state, market, lots, events) + 1;
  if (t.slot >= 0) state.orders.adopt(t.slot, t.kin);
};

/** [H2]: like `protectTaker`, for the resting order that was filled. */
export const protectMaker = (state: State, market: Market, maker: number, lots: number, events: EventBuffer): void => {
  const { orders } = state;
  const takeProfit = orders.takeProfitOf(maker);
  const stopLoss = orders.stopLossOf(maker);
  if (orders.kin[maker] !== 0) {
    grow(state, market, orders.kin[maker] - 1, lots, events);
    return;
  }
  filledOrder.order = orders.id[maker];
  filledOrder.seat = orders.seat[maker];
  filledOrder.traits = orders.traits[maker];
  filledOrder.makerPpm = orders.makerPpm[maker];
  filledOrder.takerPpm = orders.takerPpm[maker];
  filledOrder.takeProfit = takeProfit;
  filledOrder.stopLoss = stopLoss;
  orders.adopt(maker, place(state, market, lots, events) + 1);
};

/** Places the orders that protect the filled lots. Returns the slot of the first. */
const place = (state: State, market: Market, lots: number, events: EventBuffer): number => {
  const { orders, seats } = state;
  const { order, seat, takeProfit, stopLoss } = filledOrder;
  const profit = takeProfit === 0 ? -1 : add(state, market, TAKE_PROFIT, takeProfit, lots);
  const loss = stopLoss === 0 ? -1 : add(state, market, STOP, stopLoss, lots);
  const first = profit < 0 ? loss : profit;
  if (profit >= 0 && loss >= 0) {
    orders.oco[profit] = loss + 1;
    orders.oco[loss] = profit + 1;
  }
  holdMore(state, market, first, lots);
  if (profit >= 0) announce(state, profit, events);
  if (loss >= 0) announce(state, loss, events);
  events.orderProtected({
    order,
    owner: seats.owner[seat],
    market: market.id,
    takeProfitTicks: takeProfit,
    stopLossTicks: stopLoss,
    takeProfitOrder: profit < 0 ? 0 : orders.id[profit],
    stopLossOrder: loss < 0 ? 0 : orders.id[loss],
  });
  return first;
};

const add = (state: State, market: Market, kind: number, trigger: number, lots: number): number => {
  const { orders } = state;
  const { makerPpm, seat, takerPpm } = filledOrder;
  const side = sideOf(filledOrder.traits) ^ 1;
  const reduces = market.payment.isSpot ? 0 : REDUCE_ONLY;
  fields.market = market.id;
  fields.sizeLots = lots;
  fields.triggerTicks = trigger;
  terms.limit = kind === STOP ? market.protection(side, trigger) : worstProfit(market, side, trigger);
  terms.makerPpm = makerPpm;
  terms.takerPpm = takerPpm;
  terms.seat = seat;
  const traits = orderTraits(side, MARKET, IOC, 0, CANCEL_OLDEST, kind) | PROTECTS | reduces;
  const slot = orders.enter(fields, terms, state.nextOrder++, traits, state.timeMs);
  market.payment.enter(state, slot);
  market.openOrders++;
  orders.place[slot] = ARMING;
  market.arming.push(slot);
  return slot;
};

/**
 * The worst price at which a take-profit may trade: a little worse than its trigger, and within the band. It is also no
 * worse than the trigger or the price of the fill that is protected, whichever of the two is worse.
 */
const worstProfit = (market: Market, side: number, trigger: number): number => {
  const edge = market.protection(side, trigger, Math.min(market.bandPpm, TAKE_PROFIT_RANGE_PPM));
  const { priceTicks } = filled;
  return side === BUY ? Math.min(edge, Math.max(priceTicks, trigger)) : Math.max(edge, Math.min(priceTicks, trigger));
};

/** In a spot market, adds what was bought to the hold of the first of the protecting orders. */
const holdMore = ({ ledger, orders, seats }: State, market: Market, slot: number, lots: number): void => {
  if (!market.payment.isSpot) return;
  const units = lots * market.lotUnits;
  ledger.hold(seats.baseAccount[orders.seat[slot]], units);
  orders.held[slot] += units;
};

const announce = ({ orders, seats }: State, slot: number, events: EventBuffer): void => {
  const other = orders.oco[slot];
  events.orderAccepted({
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: orders.market[slot],
    traits: orders.traits[slot],
    priceTicks: 0,
    sizeLots: orders.size[slot],
    budgetUnits: 0,
    triggerTicks: orders.triggerOf(slot),
    clientOrderId: 0,
    ocoOrder: other === 0 ? 0 : orders.id[other - 1],
    heldUnits: orders.held[slot],
  });
};

/** Adds lots to the orders that protect an order; `first` is the slot of the first of them. */
const grow = (state: State, market: Market, first: number, lots: number, events: EventBuffer): void => {
  const other = state.orders.oco[first] - 1;
  holdMore(state, market, first, lots);
  resize(state, market, first, lots, events);
  if (other >= 0) resize(state, market, other, lots, events);
};

const resize = (state: State, market: Market, slot: number, lots: number, events: EventBuffer): void => {
  const { levels, orders, seats } = state;
  orders.open[slot] += lots;
  orders.size[slot] += lots;
  if (orders.place[slot] === WAITING) levels.total[orders.level[slot]] += lots;
  events.orderAmended({
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: market.id,
    priceTicks: 0,
    openLots: orders.open[slot],
    triggerTicks: orders.triggerOf(slot),
    keptPlace: 1,
  });
};

/**
 * [H5]: removes a protecting order from its pair. The other order is reduced to the lots that are still open, and takes
 * over the hold of both.
 */
export const leavePair = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders } = state;
  if (orders.kin[slot] !== 0) leaveKin(state, slot);
  const other = orders.oco[slot] - 1;
  orders.oco[slot] = 0;
  orders.oco[other] = 0;
  orders.held[other] += orders.held[slot];
  orders.held[slot] = 0;
  const filledLots = orders.open[other] - orders.open[slot];
  if (filledLots > 0) resize(state, market, other, -filledLots, events);
};

/**
 * [H4]: at its turn, a protecting order takes over the hold of the other order of its pair. The other order stays open
 * for now.
 */
export const gatherHold = ({ orders }: State, slot: number): void => {
  const other = orders.oco[slot] - 1;
  if (other < 0) return;
  orders.held[slot] += orders.held[other];
  orders.held[other] = 0;
};
