import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { firesAbove, protects, sideOf } from '../vocabulary/order-traits.ts';
import * as rules from '../vocabulary/rules.ts';
import type { Market } from './market.ts';
import * as orders from './orders.ts';
import type { Taker } from './taker.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY } = codes;
const { MARK_TRIGGER_RULES_VERSION } = rules;
const { ARMING, FIRED, ORDER_ROW, RESTING, TAKING, WAITING } = orders;

export const emitLevel = (market: Market, side: number, price: number, lots: number, events: EventBuffer): void =>
  events.levelChanged({
    market: market.id,
    number: ++market.levelChanges,
    side,
    priceTicks: price,
    sizeLots: lots,
  });

/** [X7]: whether triggers in this market fire by its mark price and not by its trades. */
export const firesByMark = (state: State, market: Market): boolean =>
  !market.payment.isSpot && state.rulesVersion >= MARK_TRIGGER_RULES_VERSION;

/** The price that triggers are compared with: the last price or, in a perpetual market, the mark price. */
export const triggeringTicks = (state: State, market: Market): number =>
  firesByMark(state, market) ? market.referenceTicks : market.lastOrListed;

/** Whether the price that fires triggers has not reached this trigger price yet. */
export const isAhead = (state: State, market: Market, traits: number, triggerTicks: number): boolean => {
  const price = triggeringTicks(state, market);
  return firesAbove(traits) ? triggerTicks > price : triggerTicks < price;
};

/** Adds the taker as an open order that is not in the book or the trigger index yet. Returns its slot. */
export const addOrder = (state: State, market: Market, t: Taker): number => {
  const slot = state.orders.take(t, market.id);
  if (t.clientOrderId !== 0) state.clientOrderIds.insert(slot);
  market.payment.enter(state, slot);
  market.openOrders++;
  return slot;
};

/** Puts an order at the end of its price level. */
export const rest = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders, levels } = state;
  const side = sideOf(orders.traits[slot]);
  const price = orders.price[slot];
  const level = (side === BUY ? market.bids : market.asks).ensure(price);
  orders.place[slot] = RESTING;
  levels.append(level, slot);
  emitLevel(market, side, price, levels.total[level], events);
};

/** Adds an order to the trigger index. */
export const waitForTrigger = (state: State, market: Market, slot: number): void => {
  const { orders, levels } = state;
  const index = firesAbove(orders.traits[slot]) ? market.above : market.below;
  orders.place[slot] = WAITING;
  levels.append(index.ensure(orders.triggerOf(slot)), slot);
};

/** Removes an order from its place, such as the book, the trigger index or the queue of fired orders. */
export const takeOut = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  const { orders, levels } = state;
  const place = orders.place[slot];
  if (place === FIRED) state.fired.remove((slot / ORDER_ROW) | 0);
  if (place === ARMING) {
    market.arming.splice(market.arming.indexOf(slot), 1);
    state.noteUnfinished(market);
  }
  if (place === TAKING) {
    market.continuing = 0;
    state.noteUnfinished(market);
  }
  if (place !== RESTING && place !== WAITING) return;
  const level = orders.level[slot];
  const traits = orders.traits[slot];
  levels.unlink(slot);
  if (place === RESTING) {
    const side = sideOf(traits);
    emitLevel(market, side, levels.price[level], levels.total[level], events);
    if (levels.first[level] === 0) (side === BUY ? market.bids : market.asks).remove(level);
  } else if (levels.first[level] === 0) (firesAbove(traits) ? market.above : market.below).remove(level);
};

/**
 * Removes the links between an order and the orders that protect its fills, before one of them is removed. [M5] then
 * counts the order’s attached prices again, in place of the protections.
 */
export const leaveKin = ({ orders, seats }: State, slot: number): void => {
  const isOrder = !protects(orders.traits[slot]);
  const kin = orders.kin[slot] - 1;
  const other = orders.oco[isOrder ? kin : slot];
  orders.kin[slot] = 0;
  seats.openOrders[orders.seat[slot]] += isOrder && other !== 0 ? 2 : 1;
  if (isOrder) {
    orders.kin[kin] = 0;
    if (other !== 0) orders.kin[other - 1] = 0;
  } else if (orders.kin[kin] === slot + 1) orders.kin[kin] = other;
};

/**
 * Frees the slot of an order that has no hold and is no longer in the book, the trigger index or the queue of fired
 * orders.
 */
export const forget = (state: State, market: Market, slot: number): void => {
  market.payment.leave(state, slot);
  if (state.orders.kin[slot] !== 0) leaveKin(state, slot);
  if (state.orders.clientOrderId[slot] !== 0) state.clientOrderIds.delete(slot);
  state.orders.remove(slot);
  market.openOrders--;
};
