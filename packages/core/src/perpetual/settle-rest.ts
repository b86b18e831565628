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

/** Lots that are closed outside the book, at the liquidated position's limit price. */
interface Settlement {
  readonly position: number;
  readonly counter: number;
  readonly means: number;
  readonly price: number;
  readonly lots: number;
}

/**
 * [V5] to [V8]: closes lots of a liquidated position against one other position. Returns false if no position can take
 * over the lots.
 */
export const settleRest = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): boolean => {
  const { positions, partLots } = perpetual;
  const price = perpetual.liquidationLimit(position);
  const own = oppositeOf(position);
  if (positions.lots[own] > 0 && positions.isCoveredAt(own, price)) {
    const lots = Math.min(partLots, positions.lots[own]);
    settle(state, perpetual, { position, counter: own, means: BY_OWN_POSITION, price, lots }, events);
    return true;
  }
  const fundLots = Math.min(partLots, lotsOfFund(state, perpetual, position, price));
  if (fundLots > 0) {
    const counter = positionOfFund(state, perpetual, position);
    settle(state, perpetual, { position, counter, means: BY_INSURANCE_FUND, price, lots: fundLots }, events);
    return true;
  }
  const first = positions.firstRanked(sideOfPosition(position) === LONG ? SHORT : LONG);
  if (first < 0 || !positions.isCoveredAt(first, price)) return false;
  const lots = Math.min(partLots, positions.lots[first]);
  settle(state, perpetual, { position, counter: first, means: BY_DELEVERAGING, price, lots }, events);
  return true;
};

/** [V6]: the number of lots that the insurance fund can pay for in full. It does not take over its own positions. */
const lotsOfFund = (
  { ledger }: State,
  { fundAccount, market, positions }: Perpetual,
  position: number,
  price: number,
) =>
  positions.ownerOf(position) === systemOwners.insurance
    ? 0
    : Math.floor(Math.max(0, ledger.availableAt(fundAccount)) / (price * market.tickLotUnits));

/** The fund's position on the same side as the liquidated position. */
const positionOfFund = (state: State, { market }: Perpetual, position: number): number =>
  positionOfSeat(state.seats, state.seatOf(systemOwners.insurance, market), sideOfPosition(position));

const settle = (state: State, perpetual: Perpetual, settlement: Settlement, events: EventBuffer): void => {
  const { ledger } = state;
  const { fundAccount, market, positions, terms } = perpetual;
  const { position, counter, means, price, lots } = settlement;
  const notional = price * lots * market.tickLotUnits;
  const fee = feeUnitsCeil(notional as AssetUnits, terms.liquidationFeePpm as RatePpm);
  closeLots(state, perpetual, position, lots, notional, fee);
  const { feeUnits, realizedUnits } = closed;
  ledger.credit(fundAccount, feeUnits);
  let counterRealized = 0;
  if (means === BY_INSURANCE_FUND) {
    ledger.hold(fundAccount, notional);
    openLots(perpetual, counter, lots, notional, notional);
  } else {
    closeLots(state, perpetual, counter, lots, notional, 0);
    counterRealized = closed.realizedUnits;
    perpetual.openInterestLots -= lots;
  }
  perpetual.countLiquidated(lots);
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
};
