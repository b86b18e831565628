import type { Market } from '../book/market.ts';
import type { CommandFields } from '../codec/command-fields.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as refusals from '../vocabulary/refusals.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { END_CANCELLED, HALTED } = codes;
const { refusalCode } = refusals;

/** The market of an open order. */
export const marketOf = (state: State, slot: number): Market => {
  const market = state.marketById[state.orders.market[slot]];
  if (market === undefined) throw new Error('an order without a market');
  return market;
};

/** The slot that the check found and the execution needs. */
let slot = -1;

export const refuseCancelOrder = (state: State, c: CommandFields): number => {
  if (c.owner < 1) return refusalCode.malformed;
  slot = state.orders.find(c.order);
  if (slot < 0) return refusalCode.unknown_order;
  if (state.seats.owner[state.orders.seat[slot]] !== c.owner) return refusalCode.not_owner;
  const market = marketOf(state, slot);
  if (market.status === HALTED) return refusalCode.market_halted;
  return market.isBusy ? refusalCode.market_busy : refusalCode.none;
};

/** Must follow refuseCancelOrder that answered 'none'. Ends the order and, with it, its other leg. Returns the order's id. */
export const cancelOrder = (state: State, c: CommandFields, events: EventBuffer): number => {
  endOpenOrder(state, marketOf(state, slot), slot, END_CANCELLED, events);
  return c.order;
};
