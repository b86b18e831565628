import { mulDivCeil, mulDivFloor } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { setStatus } from '../spot/market-status.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import { closed, closeLots } from './closing.ts';
import type { Perpetual } from './perpetual.ts';
import { announcePosition } from './position-event.ts';
import { oppositeOf, sideOfPosition } from './positions.ts';
import { bankruptcyTicks, equityUnits } from './risk.ts';
import { settleRest } from './settle-rest.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { HALTED, LONG } = codes;

const PPM = 1_000_000;

/**
 * The tasks that visit every owner with a position in a market, a few owners per command: a review after a change to the
 * terms, the two phases of a funding settlement, and the two phases of closing all positions.
 */
export const NO_VISIT = 0;
export const REVIEW = 1;
export const PAYING = 2;
export const RECEIVING = 3;
export const CLOSING = 4;
/** Precedes CLOSING. */
export const SETTLING = 5;

/** [X6] [G2]: visits the next owners, one per step that the command has left, then continues with the next phase. */
export const visitSome = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { positions } = perpetual;
  while (state.steps > 0 && perpetual.visited < positions.pairs) {
    state.steps--;
    const long = positions.slotOfPair(perpetual.visited);
    const bankrupt = perpetual.visit === SETTLING ? bankruptOf(perpetual, long) : -1;
    if (bankrupt >= 0) {
      if (!settleBankrupt(state, perpetual, bankrupt, events)) return;
      continue;
    }
    perpetual.visited++;
    visitOwner(state, perpetual, long, events);
  }
  if (perpetual.visited === positions.pairs) endVisit(state, perpetual, events);
};

const visitOwner = (state: State, perpetual: Perpetual, long: number, events: EventBuffer): void => {
  if (perpetual.visit === SETTLING) return;
  const short = oppositeOf(long);
  if (perpetual.visit === REVIEW) {
    perpetual.settleRisk(long);
    perpetual.settleRisk(short);
    return;
  }
  if (perpetual.visit === CLOSING) {
    closeWhole(state, perpetual, long, events);
    closeWhole(state, perpetual, short, events);
    return;
  }
  const payer = perpetual.payer === LONG ? long : short;
  const position = perpetual.visit === PAYING ? payer : oppositeOf(payer);
  if (perpetual.positions.lots[position] === 0) return;
  if (perpetual.visit === PAYING) pay(state, perpetual, position, events);
  else receive(state, perpetual, position, events);
};

/** [Q5]: the owner's first position whose margin does not cover its loss at the closing price, or -1. */
const bankruptOf = ({ positions, visitTicks }: Perpetual, long: number): number => {
  if (!positions.isCoveredAt(long, visitTicks)) return long;
  const short = oppositeOf(long);
  return positions.isCoveredAt(short, visitTicks) ? -1 : short;
};

/**
 * [Q5]: closes lots of the bankrupt position against one other position, at its bankruptcy price. The fund needs only
 * the loss beyond that price as margin, because its position is closed as well. If no position can take over any lots,
 * ends the visit, halts the market and returns false.
 */
const settleBankrupt = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): boolean => {
  const { market, positions, visitTicks: closingTicks } = perpetual;
  const price = bankruptcyTicks(positions.exposureOf(position));
  const rest = { position, lots: positions.lots[position], price, fundTicks: Math.abs(price - closingTicks) };
  if (settleRest(state, perpetual, rest, events) > 0) return true;
  perpetual.visit = NO_VISIT;
  perpetual.visited = 0;
  setStatus(state, market, HALTED, events);
  return false;
};

/**
 * [Q4]: closes the position at the closing price, without a fee. Closing it costs no more than its margin: either it
 * did not have to be liquidated at that price, or it was visited before.
 */
const closeWhole = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): void => {
  const { market, positions, visitTicks } = perpetual;
  const lots = positions.lots[position];
  if (lots === 0) return;
  const notional = visitTicks * lots * market.tickLotUnits;
  const side = sideOfPosition(position);
  closeLots(state, perpetual, position, lots, notional, 0);
  if (side === LONG) perpetual.openInterestLots -= lots;
  events.positionClosed({
    owner: positions.ownerOf(position),
    market: market.id,
    position: side,
    priceTicks: visitTicks,
    sizeLots: lots,
    notionalUnits: notional,
  });
  announcePosition(perpetual, position, closed.realizedUnits, events);
};

/**
 * Deducts the funding from the position's margin. If the margin is not enough, pays the rest from the position's
 * profit, which is thereby realized.
 */
const pay = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): void => {
  const { ledger, seats } = state;
  const { clearingAccount, fundingPpm, visitTicks, market, positions } = perpetual;
  const value = positions.lots[position] * visitTicks * market.tickLotUnits;
  const equity = equityUnits(positions.exposureOf(position), visitTicks);
  const paid = Math.min(mulDivCeil(value, fundingPpm, PPM), equity);
  assert(paid >= 0, 'a position without equity was charged funding');
  const ofMargin = Math.min(paid, positions.margin[position]);
  const ofProfit = paid - ofMargin;
  ledger.takeHeld(seats.quoteAccount[positions.seatOf(position)], ofMargin);
  ledger.credit(clearingAccount, ofMargin);
  positions.margin[position] -= ofMargin;
  // The clearing account now owes the realized profit to the receivers and no longer to the position.
  positions.cost[position] += sideOfPosition(position) === LONG ? ofProfit : -ofProfit;
  perpetual.collectedUnits += paid;
  perpetual.unpaidUnits += paid;
  perpetual.settleRisk(position);
  announce(perpetual, position, paid, 0, events);
  if (ofProfit > 0) announcePosition(perpetual, position, ofProfit, events);
};

/**
 * Pays the position its share of the collected amount, in proportion to its lots: both sides have the same number of
 * lots.
 */
const receive = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): void => {
  const { ledger, seats } = state;
  const { clearingAccount, collectedUnits, openInterestLots, positions } = perpetual;
  const received = mulDivFloor(collectedUnits, positions.lots[position], openInterestLots);
  ledger.credit(seats.quoteAccount[positions.seatOf(position)], received);
  ledger.debit(clearingAccount, received);
  perpetual.unpaidUnits -= received;
  announce(perpetual, position, 0, received, events);
};

const announce = (
  { market, positions }: Perpetual,
  position: number,
  paidUnits: number,
  receivedUnits: number,
  events: EventBuffer,
): void =>
  events.fundingSettled({
    owner: positions.ownerOf(position),
    market: market.id,
    position: sideOfPosition(position),
    paidUnits,
    receivedUnits,
    marginUnits: positions.margin[position],
  });

const nextPhase = (visit: number): number => {
  if (visit === PAYING) return RECEIVING;
  return visit === SETTLING ? CLOSING : NO_VISIT;
};

const endVisit = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const ended = perpetual.visit;
  perpetual.visited = 0;
  perpetual.visit = nextPhase(ended);
  if (ended === RECEIVING) endFunding(state, perpetual, events);
};

/** [G3]: ends the settlement. The remainder after rounding goes to the insurance fund. */
const endFunding = ({ ledger }: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { clearingAccount, collectedUnits, fundAccount, market, unpaidUnits } = perpetual;
  ledger.debit(clearingAccount, unpaidUnits);
  ledger.credit(fundAccount, unpaidUnits);
  events.fundingEnded({ market: market.id, collectedUnits, restUnits: unpaidUnits });
  perpetual.collectedUnits = 0;
  perpetual.unpaidUnits = 0;
};
