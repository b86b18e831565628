import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { refusesCancellations } from '../spot/market-status.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as refusals from '../vocabulary/refusals.ts';
import type { OrderId, OwnerId, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { END_CANCELLED } = codes;
const { refusalCode } = refusals;

export interface CancelOrder {
  readonly kind: 'CancelOrder';
  readonly owner: OwnerId;
  readonly order: OrderId;
  readonly reference?: Reference;
}

/** The order's slot, found by `refuse` and used by `execute`. */
let slot = -1;

const refuse = (state: State, c: CommandFields): number => {
  if (c.owner < 1) return refusalCode.malformed;
  slot = state.orders.find(c.order);
  if (slot < 0) return refusalCode.unknown_order;
  if (state.seats.owner[state.orders.seat[slot]] !== c.owner) return refusalCode.not_owner;
  const market = state.marketOf(state.orders.market[slot]);
  if (refusesCancellations(state, market)) return refusalCode.market_halted;
  return market.isBusy ? refusalCode.market_busy : refusalCode.none;
};

/** Ends the order and, if it is a leg of an OCO pair, the other leg. Returns the order's id. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  endOpenOrder(state, state.marketOf(state.orders.market[slot]), slot, END_CANCELLED, events);
  return c.order;
};

export const cancelOrder: CommandKind<CancelOrder> = {
  code: 17,
  flags: [{ reference: ['source', 0] }],
  fields: { owner: 'number', order: 'number' },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
