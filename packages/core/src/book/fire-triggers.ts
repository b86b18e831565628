import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import type { Market } from './market.ts';
import * as orders from './orders.ts';
import { firesByMark, isAhead, waitForTrigger } from './places.ts';
import type { Taker } from './taker.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { OPEN } = codes;
const { ORDER_ROW } = orders;

/**
 * Records the range of prices at which the taker traded, so that it can be compared with the triggers of waiting
 * orders.
 */
export const reach = (state: State, market: Market, t: Taker): void => {
  if (!t.traded || firesByMark(state, market)) return;
  extendReached(market, Math.min(t.firstPrice, t.lastPrice), Math.max(t.firstPrice, t.lastPrice));
};

/**
 * [X7]: compares the triggers of a perpetual market with its mark price, after this price or the market's status was
 * set. Only an open market fires them.
 */
export const reachMark = (state: State, market: Market): void => {
  if (!firesByMark(state, market)) return;
  if (market.status !== OPEN) {
    market.reachedHigh = 0;
    market.reachedLow = 0;
    return;
  }
  const { price } = state.levels;
  const mark = market.referenceTicks;
  const above = market.above.best();
  const below = market.below.best();
  if ((above >= 0 && price[above] <= mark) || (below >= 0 && price[below] >= mark)) extendReached(market, mark, mark);
};

const extendReached = (market: Market, low: number, high: number): void => {
  market.reachedHigh = Math.max(market.reachedHigh, high);
  market.reachedLow = market.reachedLow === 0 ? low : Math.min(market.reachedLow, low);
};

/**
 * [T2] [B3]: moves orders whose trigger was reached into the queue of fired orders, nearest trigger first, as long as
 * the command has steps left. The recorded price range is cleared after all of these orders have been moved.
 */
export const fireReached = (state: State, market: Market): void => {
  if (market.reachedHigh !== 0) {
    const { price } = state.levels;
    const { above, below } = market;
    for (let level = above.best(); level >= 0 && price[level] <= market.reachedHigh; level = above.best()) {
      if (!fireLevel(state, level)) return;
      above.remove(level);
    }
    for (let level = below.best(); level >= 0 && price[level] >= market.reachedLow; level = below.best()) {
      if (!fireLevel(state, level)) return;
      below.remove(level);
    }
    market.reachedHigh = 0;
    market.reachedLow = 0;
  }
  if (market.arming.length > 0) arm(state, market);
};

/**
 * [H3]: adds the new protecting orders to the trigger index, as long as the command has steps left. An order whose
 * trigger has already been reached fires immediately instead, unless it has to wait until its market opens ([X7]).
 */
const arm = (state: State, market: Market): void => {
  const { orders } = state;
  const { arming } = market;
  const allWait = firesByMark(state, market) && market.status !== OPEN;
  let armed = 0;
  for (; armed < arming.length && state.steps > 0; armed++) {
    const slot = arming[armed];
    state.steps--;
    const waits = allWait || isAhead(state, market, orders.traits[slot], orders.triggerOf(slot));
    if (waits) waitForTrigger(state, market, slot);
    else fireOrder(state, slot);
  }
  arming.splice(0, armed);
};

const fireOrder = (state: State, slot: number): void => {
  const { orders } = state;
  orders.fire(slot, state.timeMs);
  state.fired.push(state.timeMs, orders.id[slot], (slot / ORDER_ROW) | 0);
};

/** Fires all orders of this level. Returns false if the command ran out of steps. */
const fireLevel = (state: State, level: number): boolean => {
  const { levels } = state;
  for (let slot = levels.first[level] - 1; slot >= 0; slot = levels.first[level] - 1) {
    if (state.steps <= 0) return false;
    state.steps--;
    levels.unlink(slot);
    fireOrder(state, slot);
  }
  return true;
};
