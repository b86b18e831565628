import { fireReached, reach } from '../book/fire-triggers.ts';
import type { Market } from '../book/market.ts';
import * as orders from '../book/orders.ts';
import { addOrder } from '../book/places.ts';
import { take } from '../book/take.ts';
import type { Taker } from '../book/taker.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { settle } from './settle.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { TAKING } = orders;

/**
 * Lets the taker trade until it ends or rests, and then fires reached triggers. Stops early if the command has no steps
 * left.
 */
export const tradeOut = (state: State, market: Market, t: Taker, events: EventBuffer): void => {
  const isDone = take(state, market, t, events);
  reach(state, market, t);
  if (isDone) {
    settle(state, market, t, events);
    fireReached(state, market);
  } else pause(state, market, t);
  state.noteUnfinished(market);
};

/** Stores the taker as an open order whose place is TAKING; a later command continues it. */
const pause = (state: State, market: Market, t: Taker): void => {
  const { orders } = state;
  const slot = t.slot < 0 ? addOrder(state, market, t) : t.slot;
  orders.place[slot] = TAKING;
  orders.price[slot] = t.limit;
  orders.open[slot] = t.byBudget ? 0 : t.open;
  if (t.byBudget) orders.leaveBudget(slot, t.budgetLeft);
  orders.held[slot] = t.held;
  market.continuing = slot + 1;
};

/** Continues the work that an earlier command left unfinished in a market. */
export const goOn = (state: State, market: Market, events: EventBuffer): void => {
  if (market.continuing === 0) {
    if (market.reachedHigh !== 0 || market.arming.length > 0) fireReached(state, market);
    else market.payment.work(state, market, events);
    state.noteUnfinished(market);
    return;
  }
  const { taker } = state;
  taker.load(state, market, market.continuing - 1);
  market.continuing = 0;
  tradeOut(state, market, taker, events);
};
