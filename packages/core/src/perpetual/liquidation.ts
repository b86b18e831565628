import { mulDivCeil } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { setStatus } from '../spot/market-status.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import * as rules from '../vocabulary/rules.ts';
import { closeInBook } from './close-in-book.ts';
import { positionOfOrder } from './of-seat.ts';
import type { Perpetual } from './perpetual.ts';
import { sideOfPosition } from './positions.ts';
import { bankruptcyTicks, costBelowTier, tierOf } from './risk.ts';
import { settleRest } from './settle-rest.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { CANCEL_NEWEST, CANCEL_OLDEST, END_LIQUIDATED, HALTED } = codes;
const { LIQUIDATED_ORDERS_RULES_VERSION } = rules;

/**
 * [V2] [V3]: ends the orders of the position that must be liquidated, as far as the steps allow, and then liquidates a
 * part of it.
 */
export const startLiquidation = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const position = perpetual.positions.firstDue(perpetual.markTicks);
  endOrders(state, perpetual, position, events);
  if (state.steps <= 0) return;
  state.steps--;
  perpetual.liquidated = position + 1;
  perpetual.liquidationOrder = state.nextOrder++;
  perpetual.partLots = partOf(perpetual, position);
  placeLiquidation(state, perpetual, position, events);
};

/** [V2]: ends the position's orders, as far as the command's steps allow. */
const endOrders = (state: State, { market, positions }: Perpetual, position: number, events: EventBuffer): void => {
  const { orders, rulesVersion, seats } = state;
  const seat = positions.seatOf(position);
  const isAll = rulesVersion < LIQUIDATED_ORDERS_RULES_VERSION;
  let next = orders.firstOf(seat);
  while (next >= 0 && state.steps > 0) {
    const slot = next;
    next = orders.after(slot);
    if (!isAll && positionOfOrder(seats, seat, orders.traits[slot]) !== position) continue;
    state.steps--;
    endOpenOrder(state, market, slot, END_LIQUIDATED, events);
  }
};

/**
 * [V3]: the number of lots that must be closed to bring the position down one tier; in the lowest tier, all of them.
 */
const partOf = ({ positions, terms }: Perpetual, position: number): number => {
  const lots = positions.lots[position];
  const cost = positions.cost[position];
  const tier = tierOf(terms, cost);
  return tier === 0 ? lots : mulDivCeil(lots, cost - costBelowTier(terms, tier), cost);
};

/** Places the order that closes the part against the book, at the liquidation limit. */
const placeLiquidation = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): void => {
  const { liquidationOrder: order, market, partLots: lots, positions, terms } = perpetual;
  const limit = perpetual.liquidationLimit(position);
  events.liquidationStarted({
    owner: positions.ownerOf(position),
    market: market.id,
    position: sideOfPosition(position),
    order,
    sizeLots: lots,
    bankruptcyTicks: bankruptcyTicks(positions.exposureOf(position)),
    markTicks: perpetual.markTicks,
  });
  const rates = { makerPpm: 0, takerPpm: terms.liquidationFeePpm };
  // An order that closes the owner's opposite position must not stop this one.
  const selfTrade = state.rulesVersion < LIQUIDATED_ORDERS_RULES_VERSION ? CANCEL_NEWEST : CANCEL_OLDEST;
  const closing = { order, lots, limit, isProtected: true, selfTrade, ...rates };
  closeInBook(state, perpetual, position, closing, events);
};

/**
 * [V5] to [V8]: closes lots that the book did not take. If no position is left to close them against, the market halts.
 */
export const continueLiquidation = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { market, partLots } = perpetual;
  const position = perpetual.liquidated - 1;
  const price = perpetual.liquidationLimit(position);
  const rest = { position, lots: partLots, price, fundTicks: price };
  const lots = settleRest(state, perpetual, rest, events);
  if (lots > 0) {
    perpetual.countLiquidated(lots);
    state.steps--;
    return;
  }
  perpetual.giveUpLiquidation();
  setStatus(state, market, HALTED, events);
};
