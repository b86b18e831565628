import { mulDivCeil, mulDivFloor } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import { closed, closeLots } from './closing.ts';
import type { Perpetual } from './perpetual.ts';
import { announcePosition } from './position-event.ts';
import { oppositeOf, sideOfPosition } from './positions.ts';
import { equityUnits } from './risk.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { LONG } = codes;

const PPM = 1_000_000;

/**
 * The tasks that visit all owners of a market, some owners per command: a review after a change to the terms, the two
 * phases of a funding settlement, and the closing of all positions.
 */
export const NO_VISIT = 0;
export const REVIEW = 1;
export const PAYING = 2;
export const RECEIVING = 3;
export const CLOSING = 4;

/** [X6] [G2]: visits the next owners, one per step that the command has left, then continues with the next phase. */
export const visitSome = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { positions } = perpetual;
  while (state.steps > 0 && perpetual.visited < positions.pairs) {
    state.steps--;
    visitOwner(state, perpetual, positions.slotOfPair(perpetual.visited++), events);
  }
  if (perpetual.visited === positions.pairs) endVisit(state, perpetual, events);
};

const visitOwner = (state: State, perpetual: Perpetual, long: number, events: EventBuffer): void => {
  const short = oppositeOf(long);
  if (perpetual.visit === REVIEW) {
    perpetual.settleRisk(long);
    perpetual.settleRisk(short);
    return;
  }
  if (perpetual.visit === CLOSING) {
    closeAtMark(state, perpetual, long, events);
    closeAtMark(state, perpetual, short, events);
    return;
  }
  const payer = perpetual.payer === LONG ? long : short;
  const position = perpetual.visit === PAYING ? payer : oppositeOf(payer);
  if (perpetual.positions.lots[position] === 0) return;
  if (perpetual.visit === PAYING) pay(state, perpetual, position, events);
  else receive(state, perpetual, position, events);
};

/**
 * [Q4]: closes the position at the mark price at which the visit began, without a fee. Closing it costs no more than
 * its margin, because no position had to be liquidated at that price.
 */
const closeAtMark = (state: State, perpetual: Perpetual, position: number, events: EventBuffer): void => {
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

const endVisit = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const ended = perpetual.visit;
  perpetual.visited = 0;
  perpetual.visit = ended === PAYING ? RECEIVING : NO_VISIT;
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
