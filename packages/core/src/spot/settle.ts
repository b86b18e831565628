import type { Market } from '../book/market.ts';
import { addOrder, forget, rest } from '../book/places.ts';
import type { Taker } from '../book/taker.ts';
import * as takers from '../book/taker.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import { isProtected } from '../vocabulary/order-traits.ts';
import { conclude } from './open-order.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, END_BEYOND_PROTECTION, END_FILLED, END_UNFILLED } = codes;
const { NO_END } = takers;

/** Finishes an order that was matched as taker: it either rests in the book, or ends and its remaining hold is released. */
export const settle = (state: State, market: Market, t: Taker, events: EventBuffer): void => {
  if (t.end === NO_END && t.open > 0 && t.rests) {
    restTaker(state, market, t, events);
    return;
  }
  assert(t.held >= 0 && t.open >= 0, 'an order ends with a negative amount');
  const end = t.end !== NO_END ? t.end : !t.byBudget && t.open === 0 ? END_FILLED : endOfRest(market, t);
  if (t.slot >= 0 && state.orders.oco[t.slot] !== 0) {
    state.orders.open[t.slot] = t.open;
    state.orders.held[t.slot] = t.held;
    conclude(state, market, t.slot, end, 0, events);
    return;
  }
  if (t.held > 0) state.ledger.release(t.side === BUY ? t.quote : t.base, t.held);
  events.orderEnded({
    order: t.id,
    owner: t.owner,
    market: market.id,
    end,
    unfilledLots: t.byBudget ? 0 : t.open,
    releasedUnits: t.held,
    refusal: 0,
  });
  if (t.slot < 0) return;
  state.orders.open[t.slot] = t.open;
  forget(state, market, t.slot);
};

/**
 * [P8]: the end reason of an order with lots left: 'beyond protection' if it is a market order with a price of its own
 * and the other side still has orders, otherwise 'unfilled'.
 */
const endOfRest = (market: Market, t: Taker): number => {
  if (!isProtected(t.traits)) return END_UNFILLED;
  return (t.side === BUY ? market.asks : market.bids).best() < 0 ? END_UNFILLED : END_BEYOND_PROTECTION;
};

const restTaker = (state: State, market: Market, t: Taker, events: EventBuffer): void => {
  const { orders } = state;
  let slot = t.slot;
  if (slot < 0) slot = addOrder(state, market, t);
  orders.open[slot] = t.open;
  orders.held[slot] = t.held;
  rest(state, market, slot, events);
};
