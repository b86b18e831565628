import { mulDivCeil } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { setStatus } from '../spot/market-status.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import { tradeOut } from '../spot/unfinished.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { orderTraits, PROTECTED, REDUCE_ONLY } from '../vocabulary/order-traits.ts';
import type { Perpetual } from './perpetual.ts';
import { sideOfPosition } from './positions.ts';
import { bankruptcyTicks, costBelowTier, tierOf } from './risk.ts';
import { settleRest } from './settle-rest.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, CANCEL_NEWEST, END_LIQUIDATED, HALTED, IOC, LONG, MARKET, NO_TRIGGER, SELL } = codes;

/**
 * [V2] [V3]: ends the orders of the owner whose position must be liquidated, as far as the steps allow, and then
 * liquidates a part of the position.
 */
export const startLiquidation = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { market, positions } = perpetual;
  const position = positions.firstDue(perpetual.markTicks);
  const seat = positions.seatOf(position);
  for (let slot = state.orders.firstOf(seat); slot >= 0; slot = state.orders.firstOf(seat)) {
    if (state.steps <= 0) return;
    state.steps--;
    endOpenOrder(state, market, slot, END_LIQUIDATED, events);
  }
  if (state.steps <= 0) return;
  state.steps--;
  perpetual.liquidated = position + 1;
  perpetual.liquidationOrder = state.nextOrder++;
  perpetual.partLots = partOf(perpetual, position);
  sellOut(state, perpetual, position, events);
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
const sellOut = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): void => {
  const { seats, taker: t } = state;
  const { market, positions, terms } = perpetual;
  const side = sideOfPosition(position) === LONG ? SELL : BUY;
  t.begin();
  t.id = perpetual.liquidationOrder;
  t.slot = -1;
  t.seat = positions.seatOf(position);
  t.owner = positions.ownerOf(position);
  t.base = seats.baseAccount[t.seat];
  t.quote = seats.quoteAccount[t.seat];
  t.setTraits(orderTraits(side, MARKET, IOC, 0, CANCEL_NEWEST, NO_TRIGGER) | PROTECTED | REDUCE_ONLY);
  t.byBudget = false;
  t.flatHold = false;
  t.limit = perpetual.liquidationLimit(position);
  t.size = perpetual.partLots;
  t.open = perpetual.partLots;
  t.budget = 0;
  t.budgetLeft = 0;
  t.held = 0;
  t.makerPpm = 0;
  t.takerPpm = terms.liquidationFeePpm;
  t.trigger = 0;
  t.clientOrderId = 0;
  t.acceptedAt = state.timeMs;
  events.liquidationStarted({
    owner: t.owner,
    market: market.id,
    position: sideOfPosition(position),
    order: t.id,
    sizeLots: t.size,
    bankruptcyTicks: bankruptcyTicks(positions.exposureOf(position)),
    markTicks: perpetual.markTicks,
  });
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

/**
 * [V5] to [V8]: closes lots that the book did not take. If no position is left to close them against, the market halts.
 */
export const continueLiquidation = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { market } = perpetual;
  if (settleRest(state, perpetual, perpetual.liquidated - 1, events)) {
    state.steps--;
    return;
  }
  perpetual.liquidated = 0;
  perpetual.partLots = 0;
  setStatus(state, market, HALTED, events);
};
