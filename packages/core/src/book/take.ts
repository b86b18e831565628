import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import type { Market } from './market.ts';
import { emitLevel } from './places.ts';
import type { Taker } from './taker.ts';
import * as takers from './taker.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CANCEL_NEWEST, CANCEL_OLDEST, END_FILLED, END_SELF_TRADE, END_UNFILLED } = codes;
const { NO_END } = takers;

/**
 * Trades the taker against the book until the taker is filled, no order within its limit is left, or the taker has an
 * end reason, such as self-trade prevention. Returns false if the command ran out of steps before that.
 */
export const take = (state: State, market: Market, t: Taker, events: EventBuffer): boolean => {
  const { levels } = state;
  const isBuy = t.side === BUY;
  const opposite = isBuy ? market.asks : market.bids;
  while (t.open > 0 && t.end === NO_END) {
    const level = opposite.best();
    if (level < 0) return true;
    const price = levels.price[level];
    if (isBuy ? price > t.limit : price < t.limit) return true;
    if (state.steps <= 0 && !t.isAtomic) return false;
    takeLevel(state, market, t, level, events);
    if (levels.first[level] === 0) opposite.remove(level);
  }
  return true;
};

const takeLevel = (state: State, market: Market, t: Taker, level: number, events: EventBuffer): void => {
  const { levels, orders } = state;
  const { payment } = market;
  const price = levels.price[level];
  let changed = false;
  let next = levels.first[level];
  while (next !== 0 && t.open > 0 && t.end === NO_END && (state.steps > 0 || t.isAtomic)) {
    const maker = next - 1;
    next = orders.next[maker];
    if (orders.seat[maker] === t.seat) {
      if (t.selfTrade !== CANCEL_NEWEST) {
        changed = true;
        state.steps--;
        levels.unlink(maker);
        payment.conclude(state, market, maker, END_SELF_TRADE, 0, events);
      }
      if (t.selfTrade !== CANCEL_OLDEST) {
        t.end = END_SELF_TRADE;
        break;
      }
      continue;
    }
    const wanted = t.byBudget ? Math.min(t.open, payment.affordableLots(t, market, price)) : t.open;
    if (wanted === 0) {
      t.end = t.budgetLeft === t.budget ? END_UNFILLED : END_FILLED;
      break;
    }
    const lots = payment.tradableLots(state, market, t, maker, Math.min(wanted, orders.open[maker]));
    if (lots === 0) break;
    changed = true;
    state.steps--;
    if (lots > 0) payment.fill(state, market, t, maker, lots, events);
    else {
      levels.unlink(maker);
      payment.conclude(state, market, maker, -lots, 0, events);
    }
  }
  if (changed) emitLevel(market, t.side ^ 1, price, levels.total[level], events);
};
