import * as codes from './codec/codes.ts';
import type { EventBuffer } from './codec/event-buffer.ts';
import { canFill, crosses } from './liquidity.ts';
import type { Market } from './market.ts';
import { settle, take } from './matching.ts';
import { conclude, endOpenOrder, holdFor, setHold } from './open-order.ts';
import * as orders from './orders.ts';
import * as refusals from './refusals.ts';
import type { State } from './state.ts';
import * as states from './state.ts';
import type { Taker } from './taker.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { BUY, CANCEL_ONLY, END_OCO, END_TRIGGER_REFUSED, FOK, HALTED, LIMIT } = codes;
const { FIRED } = orders;
const { refusalCode } = refusals;
const { DUE_PER_COMMAND } = states;

/** Moves every order whose trigger the taker's trades reached into the queue of those whose turn comes. */
export const fireReached = (state: State, market: Market, t: Taker): void => {
  if (!t.traded) return;
  const { levels } = state;
  const high = Math.max(t.firstPrice, t.lastPrice);
  const low = Math.min(t.firstPrice, t.lastPrice);
  for (let level = market.above.best(); level >= 0 && levels.price[level] <= high; level = market.above.best()) {
    fireLevel(state, level);
    market.above.remove(level);
  }
  for (let level = market.below.best(); level >= 0 && levels.price[level] >= low; level = market.below.best()) {
    fireLevel(state, level);
    market.below.remove(level);
  }
};

const fireLevel = (state: State, level: number): void => {
  const { levels, orders } = state;
  for (let next = levels.first[level]; next !== 0; next = orders.next[next - 1]) {
    const slot = next - 1;
    orders.place[slot] = FIRED;
    orders.firedAt[slot] = state.timeMs;
    state.fired.push(state.timeMs, orders.id[slot]);
  }
};

/** Whether an entry of the queue still stands for an order. */
const isCurrent = (state: State, slot: number, time: number): boolean =>
  slot >= 0 && state.orders.place[slot] === FIRED && state.orders.firedAt[slot] === time;

/** When the queue's first order should have its turn, or undefined. */
export const firstFired = (state: State): number | undefined => {
  const { fired, orders } = state;
  while (fired.count > 0 && !isCurrent(state, orders.find(fired.firstId), fired.firstTime)) fired.pop();
  return fired.count > 0 ? fired.firstTime : undefined;
};

/** Gives fired orders their turn by (time, id), at most `allowance` of them. */
export const runFired = (state: State, events: EventBuffer, allowance = DUE_PER_COMMAND): void => {
  const { fired, orders } = state;
  for (let left = allowance; left > 0 && firstFired(state) !== undefined; left--) {
    const slot = orders.find(fired.firstId);
    fired.pop();
    activate(state, slot, events);
  }
};

const activate = (state: State, slot: number, events: EventBuffer): void => {
  const { orders, seats, taker } = state;
  const market = state.marketById[orders.market[slot]];
  if (market === undefined) throw new Error('an order without a market');
  events.orderTriggered(orders.id[slot], seats.owner[orders.seat[slot]], market.id);
  const other = orders.oco[slot];
  if (other !== 0) inheritHold(state, market, slot, other - 1, events);
  taker.load(state, market, slot);
  const isLimit = (taker.traits & 2) === LIMIT;
  if (!isLimit) taker.limit = clampToBand(market, taker.side, taker.limit);
  const refusal = refuseActivation(state, market, taker, isLimit);
  if (refusal !== refusalCode.none) {
    conclude(state, market, slot, END_TRIGGER_REFUSED, refusal, events);
    return;
  }
  take(state, market, taker, events);
  settle(state, market, taker, events);
  fireReached(state, market, taker);
};

/** The limit leg of an OCO ends; what it held is the stop's now, as far as the stop needs it. */
const inheritHold = (state: State, market: Market, slot: number, limitLeg: number, events: EventBuffer): void => {
  const { orders } = state;
  orders.held[slot] = orders.held[limitLeg];
  orders.held[limitLeg] = 0;
  orders.oco[slot] = 0;
  orders.oco[limitLeg] = 0;
  setHold(state, slot, holdFor(state, market, slot, orders.price[slot], orders.open[slot]));
  endOpenOrder(state, market, limitLeg, END_OCO, events);
};

const clampToBand = (market: Market, side: number, protection: number): number =>
  side === BUY ? Math.min(protection, market.highest()) : Math.max(protection, market.lowest());

const refuseActivation = (state: State, market: Market, t: Taker, isLimit: boolean): number => {
  if (state.owners.isFrozen(t.owner)) return refusalCode.account_frozen;
  if (market.status === HALTED) return refusalCode.market_halted;
  if (market.status === CANCEL_ONLY) return refusalCode.market_cancel_only;
  if (isLimit && (t.limit < market.lowest() || t.limit > market.highest())) return refusalCode.outside_price_band;
  if ((t.traits & 16) !== 0 && crosses(state, market, t.side, t.limit)) return refusalCode.would_take;
  if (t.timeInForce === FOK && !t.byBudget && !canFillTaker(state, market, t)) return refusalCode.cannot_fill;
  if (!isLimit && !crosses(state, market, t.side, t.limit)) return refusalCode.no_liquidity;
  return refusalCode.none;
};

const canFillTaker = (state: State, market: Market, t: Taker): boolean =>
  canFill(state, market, t.seat, t.side, t.limit, t.open, t.selfTrade, 0, t.takerPpm);
