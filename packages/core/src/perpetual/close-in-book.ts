import type { EventBuffer } from '../codec/event-buffer.ts';
import { tradeOut } from '../spot/unfinished.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { orderTraits, PROTECTED, REDUCE_ONLY } from '../vocabulary/order-traits.ts';
import type { OrderId } from '../vocabulary/terms.ts';
import type { Perpetual } from './perpetual.ts';
import { sideOfPosition } from './positions.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, IOC, LONG, MARKET, NO_TRIGGER, SELL } = codes;

/** The terms of an order that closes lots of a position at once. */
export interface ClosingTerms {
  readonly order: OrderId;
  readonly lots: number;
  /** The worst price at which the order may trade. */
  readonly limit: number;
  /** Whether the limit is the order's own, rather than the edge of the band ([P8]). */
  readonly isProtected: boolean;
  readonly selfTrade: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/**
 * Places a reduce-only market order for the position's owner, and lets it trade as far as the command's steps allow.
 */
export const closeInBook = (
  state: State,
  perpetual: Perpetual,
  position: number,
  terms: ClosingTerms,
  events: EventBuffer,
): void => {
  const { seats, taker: t } = state;
  const { market, positions } = perpetual;
  const side = sideOfPosition(position) === LONG ? SELL : BUY;
  const traits = orderTraits(side, MARKET, IOC, 0, terms.selfTrade, NO_TRIGGER) | REDUCE_ONLY;
  t.begin();
  t.id = terms.order;
  t.slot = -1;
  t.seat = positions.seatOf(position);
  t.owner = positions.ownerOf(position);
  t.base = seats.baseAccount[t.seat];
  t.quote = seats.quoteAccount[t.seat];
  t.setTraits(terms.isProtected ? traits | PROTECTED : traits);
  t.byBudget = false;
  t.flatHold = false;
  t.limit = terms.limit;
  t.size = terms.lots;
  t.open = terms.lots;
  t.budget = 0;
  t.budgetLeft = 0;
  t.held = 0;
  t.makerPpm = terms.makerPpm;
  t.takerPpm = terms.takerPpm;
  t.trigger = 0;
  t.clientOrderId = 0;
  t.acceptedAt = state.timeMs;
  events.orderAccepted({
    order: t.id,
    owner: t.owner,
    market: market.id,
    traits: t.traits,
    priceTicks: 0,
    sizeLots: t.size,
    budgetUnits: 0,
    triggerTicks: 0,
    clientOrderId: 0,
    ocoOrder: 0,
    heldUnits: 0,
  });
  tradeOut(state, market, t, events);
};
