import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as rules from '../vocabulary/rules.ts';
import type { Market } from './market.ts';
import * as orders from './orders.ts';
import { firesByMark, isAhead, waitForTrigger } from './places.ts';
import type { Taker } from './taker.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { DELISTED, OPEN } = codes;
const { ORDER_ROW } = orders;
const { OPENING_PAUSE_MS, PAUSE_RESUMED_MS } = rules;

/**
 * Records the range of prices at which the taker traded, so that it can be compared with the triggers of waiting
 * orders.
 */
export const reach = (state: State, market: Market, t: Taker): void => {
  if (!t.traded || firesByMark(state, market)) return;
  extendReached(market, Math.min(t.firstPrice, t.lastPrice), Math.max(t.firstPrice, t.lastPrice));
};

/**
 * [X7] [X8]: whether no trigger may fire now, because this perpetual market is not open, or is in its opening pause.
 */
export const holdsTriggers = (state: State, market: Market): boolean =>
  firesByMark(state, market) && (market.status !== OPEN || market.firesFrom !== 0);

/**
 * [X7] [X8]: called after the status of a perpetual market was set. Orders whose triggers were reached but have not
 * fired yet keep waiting. A market that has opened starts its opening pause, or continues the one that was cut off.
 */
export const holdTriggers = (state: State, market: Market): void => {
  if (!firesByMark(state, market)) return;
  market.reachedHigh = 0;
  market.reachedLow = 0;
  const { status, firesFrom } = market;
  if (status === OPEN) state.setFiresFrom(market, pauseEnd(state.timeMs, firesFrom));
  else state.setFiresFrom(market, status === DELISTED ? 0 : firesFrom);
};

/**
 * The time from which a market that opens now fires orders. A pause that was cut off recently is continued: if each
 * opening began a new pause, stops would never fire in a market that is closed again and again.
 */
const pauseEnd = (timeMs: number, cutOff: number): number =>
  cutOff !== 0 && timeMs < cutOff + PAUSE_RESUMED_MS ? cutOff : timeMs + OPENING_PAUSE_MS;

/** [X8]: ends the opening pauses that have lasted long enough. */
export const endPauses = (state: State): void => {
  for (const market of state.opening) {
    reachMark(state, market);
    state.noteUnfinished(market);
  }
};

/**
 * [X7]: compares the triggers of a perpetual market with its mark price, after this price was set or its opening pause
 * ended. Ends that pause if it has lasted long enough.
 */
export const reachMark = (state: State, market: Market): void => {
  if (!firesByMark(state, market)) return;
  const { firesFrom, status } = market;
  if (status === OPEN && firesFrom !== 0 && state.timeMs >= firesFrom) state.setFiresFrom(market, 0);
  if (holdsTriggers(state, market)) return;
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
 * trigger has already been reached fires immediately instead, unless no trigger may fire in its market now ([X7] [X8]).
 */
const arm = (state: State, market: Market): void => {
  const { orders } = state;
  const { arming } = market;
  const allWait = holdsTriggers(state, market);
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
