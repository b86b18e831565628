import { mulDivCeil, mulDivFloor } from '@vitrine/money';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import type { Perpetual } from './perpetual.ts';
import { sideOfPosition } from './positions.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { LONG } = codes;

/** The result of closing part of a position. A single record is reused, to avoid short-lived objects. */
export const closed = {
  /** The profit, without the fee; negative for a loss. */
  realizedUnits: 0,
  feeUnits: 0,
};

/**
 * [Y6]: closes lots of a position at a price no worse than its bankruptcy price. The owner's account receives the
 * margin of that part plus its profit, less the fee, which never exceeds their sum. The caller credits the fee.
 */
export const closeLots = (
  state: State,
  perpetual: Perpetual,
  position: number,
  lots: number,
  notional: number,
  feeDue: number,
): void => {
  const { ledger, seats } = state;
  const { positions, clearingAccount } = perpetual;
  const all = positions.lots[position];
  assert(lots > 0 && lots <= all, 'more lots were closed than were open');
  const isLong = sideOfPosition(position) === LONG;
  const margin = mulDivFloor(positions.margin[position], lots, all);
  const cost = isLong
    ? mulDivFloor(positions.cost[position], lots, all)
    : mulDivCeil(positions.cost[position], lots, all);
  const profit = isLong ? notional - cost : cost - notional;
  assert(margin + profit >= 0, 'a position was closed beyond its bankruptcy price');
  const fee = Math.min(feeDue, margin + profit);
  const account = seats.quoteAccount[positions.seatOf(position)];
  ledger.takeHeld(account, margin);
  ledger.credit(account, margin + profit - fee);
  if (profit >= 0) ledger.debit(clearingAccount, profit);
  else ledger.credit(clearingAccount, -profit);
  positions.lots[position] -= lots;
  positions.cost[position] -= cost;
  positions.margin[position] -= margin;
  perpetual.settleRisk(position);
  closed.realizedUnits = profit;
  closed.feeUnits = fee;
};

/**
 * [Z6]: if the position is closed and has more than `own` open reduce-only orders, records that they have to end. `own`
 * is the number of these orders that end anyway.
 */
export const noteIfClosed = (perpetual: Perpetual, position: number, own = 0): void => {
  const { positions } = perpetual;
  if (positions.lots[position] === 0 && positions.reducing[position] > own) perpetual.closed.push(position);
};
