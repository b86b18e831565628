import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State, Sweep } from '../state.ts';
import { END_FROZEN } from '../vocabulary/codes.ts';
import { protects } from '../vocabulary/order-traits.ts';
import { DUE_PER_COMMAND, FIRST_RULES_VERSION, PROTECTION_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId, OwnerId } from '../vocabulary/terms.ts';
import { refusesCancellations } from './market-status.ts';
import { endOpenOrder } from './open-order.ts';

/**
 * Ends the owner's open orders in `market`. If `market` is 0, ends the orders in all spot markets or, if the owner is
 * frozen, in all markets. If there are too many orders for one command, Tick ends the rest. Unless the owner is frozen,
 * the orders in busy markets are also left to Tick.
 */
export const startSweep = (state: State, owner: OwnerId, market: MarketId, end: number, events: EventBuffer): void => {
  let left = state.rulesVersion === FIRST_RULES_VERSION ? DUE_PER_COMMAND : state.steps;
  for (const each of state.markets) {
    const { id, isBusy } = each;
    const sweep = { owner, market: id, end, upToOrder: state.nextOrder - 1 };
    const isMeant = market === 0 ? end === END_FROZEN || state.perpetualById[id] === undefined : market === id;
    if (!isMeant || (end !== END_FROZEN && refusesCancellations(state, each))) continue;
    if (isBusy && end !== END_FROZEN) {
      sweepLater(state, sweep);
      continue;
    }
    left = runSweep(state, sweep, left, events);
    if (left >= 0) continue;
    state.sweeps.push(sweep);
    left = 0;
  }
};

/**
 * [B5]: the sweep waits until the busy market has finished. One pending sweep per owner, market and end reason is
 * enough, however often a cancellation is requested.
 */
const sweepLater = (state: State, sweep: Sweep): void => {
  const { owner, market, end, upToOrder } = sweep;
  const seat = state.seats.find(owner, market);
  if (seat < 0 || state.seats.openOrders[seat] === 0) return;
  const waiting = state.sweeps.find((each) => each.owner === owner && each.market === market && each.end === end);
  if (waiting === undefined) state.sweeps.push(sweep);
  else waiting.upToOrder = upToOrder;
};

/**
 * Whether a sweep must wait because its market is busy or refuses cancellations. The sweep of a frozen owner never waits.
 */
const isWaiting = (state: State, sweep: Sweep): boolean => {
  const market = state.marketById[sweep.market];
  if (sweep.end === END_FROZEN || market === undefined) return false;
  return market.isBusy || refusesCancellations(state, market);
};

/** Whether any sweep has something to do. */
export const isSweepDue = (state: State): boolean => state.sweeps.some((sweep) => !isWaiting(state, sweep));

/** Continues pending sweeps, oldest first. Returns the remaining allowance. */
export const runSweeps = (state: State, allowance: number, events: EventBuffer): number => {
  let left = allowance;
  const unfinished: Sweep[] = [];
  for (const sweep of state.sweeps) {
    const isNext = left > 0 && !isWaiting(state, sweep);
    const after = isNext ? runSweep(state, sweep, left, events) : -1;
    if (after < 0) unfinished.push(sweep);
    if (isNext) left = Math.max(0, after);
  }
  state.sweeps = unfinished;
  return left;
};

/**
 * Ends the orders of the sweep, as far as the allowance permits. Returns the remaining allowance, or -1 if orders are
 * left.
 */
const runSweep = (state: State, sweep: Sweep, allowance: number, events: EventBuffer): number => {
  const market = state.marketOf(sweep.market);
  const seat = state.seats.find(sweep.owner, market.id);
  if (seat < 0) return allowance;
  let left = allowance;
  for (;;) {
    const slot = nextOf(state, sweep, seat);
    if (slot < 0) return left;
    if (left === 0) return -1;
    endOpenOrder(state, market, slot, sweep.end, events);
    left--;
  }
};

/**
 * The next order that the sweep ends, or -1. [T6]: the sweep of a freeze includes protecting orders that were placed
 * after it began. The sweep of a cancellation includes the orders that protect a cancelled order. They are ended first,
 * because the links to them are removed when the order ends.
 */
const nextOf = ({ orders, rulesVersion }: State, { end, upToOrder }: Sweep, seat: number): number => {
  const slot = orders.firstOf(seat);
  if (slot < 0) return -1;
  if (end === END_FROZEN && rulesVersion >= PROTECTION_RULES_VERSION) return slot;
  if (orders.id[slot] > upToOrder) return -1;
  return orders.kin[slot] === 0 || protects(orders.traits[slot]) ? slot : orders.kin[slot] - 1;
};
