import type { Market } from '../book/market.ts';
import { forget, takeOut } from '../book/places.ts';
import { leavePair } from '../book/protection.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import { protects, sideOf } from '../vocabulary/order-traits.ts';
import { buyHold } from './worst-case.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, END_OCO } = codes;

/** The account that holds an order's units. */
export const holdAccount = (state: State, slot: number): number => {
  const seat = state.orders.seat[slot];
  return sideOf(state.orders.traits[slot]) === BUY ? state.seats.quoteAccount[seat] : state.seats.baseAccount[seat];
};

/**
 * Ends an order that is in neither the book nor the trigger index: releases its hold and ends its other OCO leg. If the
 * order is one of a pair of protections, the other one stays unless this one was filled completely ([H4], [H5]).
 */
export const conclude = (
  state: State,
  market: Market,
  slot: number,
  end: number,
  refusal: number,
  events: EventBuffer,
): void => {
  const { orders, seats } = state;
  const isPaired = orders.oco[slot] !== 0 && protects(orders.traits[slot]);
  if (isPaired && orders.open[slot] > 0) leavePair(state, market, slot, events);
  const held = orders.held[slot];
  assert(held >= 0 && orders.open[slot] >= 0, 'an order ends with a negative amount');
  if (held > 0) state.ledger.release(holdAccount(state, slot), held);
  events.orderEnded({
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: market.id,
    end,
    unfilledLots: orders.open[slot],
    releasedUnits: held,
    refusal,
  });
  const other = orders.oco[slot];
  forget(state, market, slot);
  if (other !== 0) endOther(state, market, other - 1, events);
};

/** Ends the other leg of an OCO pair. */
export const endOther = (state: State, market: Market, slot: number, events: EventBuffer): void => {
  state.orders.oco[slot] = 0;
  endOpenOrder(state, market, slot, END_OCO, events);
};

/** Ends an order, wherever it currently is. */
export const endOpenOrder = (state: State, market: Market, slot: number, end: number, events: EventBuffer): void => {
  takeOut(state, market, slot, events);
  market.payment.conclude(state, market, slot, end, 0, events);
};

/** The hold that an order by size needs for this number of open lots. */
export const holdFor = (state: State, market: Market, slot: number, price: number, openLots: number): number => {
  const { orders } = state;
  if (sideOf(orders.traits[slot]) !== BUY) return openLots * market.lotUnits;
  const rate = Math.max(orders.makerPpm[slot], orders.takerPpm[slot]);
  return buyHold(price, openLots, market.tickLotUnits, rate);
};

/** Sets an order's hold to exactly this amount. To increase the hold, the account must have enough available. */
export const setHold = (state: State, slot: number, units: number): void => {
  const { orders, ledger } = state;
  assert(units >= 0, 'an order cannot hold a negative amount');
  const change = units - orders.held[slot];
  if (change > 0) ledger.hold(holdAccount(state, slot), change);
  else if (change < 0) ledger.release(holdAccount(state, slot), -change);
  orders.held[slot] = units;
};
