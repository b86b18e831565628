import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { systemOwners } from '../vocabulary/terms.ts';
import { closed, closeLots, noteIfClosed } from './closing.ts';
import { positionOfSeat } from './of-seat.ts';
import { openLots } from './opening.ts';
import type { Perpetual } from './perpetual.ts';
import { announcePosition } from './position-event.ts';
import { oppositeOf, sideOfPosition } from './positions.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BY_DELEVERAGING, BY_INSURANCE_FUND, BY_OWN_POSITION, LONG, SHORT } = codes;

/** Lots of a position that have to be closed outside the book. */
export interface Rest {
  readonly position: number;
  readonly lots: number;
  readonly price: number;
  /** The margin that the insurance fund provides for each lot that it takes over, in ticks. */
  readonly fundTicks: number;
}

interface Settlement extends Rest {
  readonly counter: number;
  readonly means: number;
}

/**
 * [V5] to [V8]: closes lots against one other position. Returns the number of closed lots; 0 if no position can take
 * over any.
 */
export const settleRest = (state: State, perpetual: Perpetual, rest: Rest, events: EventBuffer): number => {
  const { positions } = perpetual;
  const { position, price, lots: most } = rest;
  const own = oppositeOf(position);
  if (positions.lots[own] > 0 && positions.isCoveredAt(own, price)) {
    const lots = Math.min(most, positions.lots[own]);
    return settle(state, perpetual, { ...rest, counter: own, means: BY_OWN_POSITION, lots }, events);
  }
  const fundLots = Math.min(most, lotsOfFund(state, perpetual, rest));
  if (fundLots > 0) {
    const counter = positionOfFund(state, perpetual, position);
    return settle(state, perpetual, { ...rest, counter, means: BY_INSURANCE_FUND, lots: fundLots }, events);
  }
  const first = positions.firstRanked(sideOfPosition(position) === LONG ? SHORT : LONG);
  if (first < 0 || !positions.isCoveredAt(first, price)) return 0;
  const lots = Math.min(most, positions.lots[first]);
  return settle(state, perpetual, { ...rest, counter: first, means: BY_DELEVERAGING, lots }, events);
};

/** [V6]: the number of lots that the insurance fund can pay for. It does not take over its own positions. */
const lotsOfFund = (
  { ledger }: State,
  { fundAccount, market, positions }: Perpetual,
  { position, fundTicks }: Rest,
): number =>
  positions.ownerOf(position) === systemOwners.insurance
    ? 0
    : Math.floor(Math.max(0, ledger.availableAt(fundAccount)) / (fundTicks * market.tickLotUnits));

/** The fund's position on the same side as the liquidated position. */
const positionOfFund = (state: State, { market }: Perpetual, position: number): number =>
  positionOfSeat(state.seats, state.seatOf(systemOwners.insurance, market), sideOfPosition(position));

/** Returns the number of lots. */
const settle = (state: State, perpetual: Perpetual, settlement: Settlement, events: EventBuffer): number => {
  const { ledger } = state;
  const { fundAccount, market, positions, terms } = perpetual;
  const { position, counter, means, price, lots, fundTicks } = settlement;
  const notional = price * lots * market.tickLotUnits;
  const fee = feeUnitsCeil(notional as AssetUnits, terms.liquidationFeePpm as RatePpm);
  closeLots(state, perpetual, position, lots, notional, fee);
  const { feeUnits, realizedUnits } = closed;
  ledger.credit(fundAccount, feeUnits);
  let counterRealized = 0;
  if (means === BY_INSURANCE_FUND) {
    const margin = fundTicks * lots * market.tickLotUnits;
    ledger.hold(fundAccount, margin);
    openLots(perpetual, counter, lots, notional, margin);
  } else {
    closeLots(state, perpetual, counter, lots, notional, 0);
    counterRealized = closed.realizedUnits;
    perpetual.openInterestLots -= lots;
  }
  events.positionSettled({
    owner: positions.ownerOf(position),
    market: market.id,
    position: sideOfPosition(position),
    counterOwner: positions.ownerOf(counter),
    means,
    priceTicks: price,
    sizeLots: lots,
    notionalUnits: notional,
    feeUnits,
  });
  announcePosition(perpetual, position, realizedUnits, events);
  announcePosition(perpetual, counter, counterRealized, events);
  noteIfClosed(perpetual, counter);
  return lots;
};
