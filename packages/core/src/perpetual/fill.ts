import { type AssetUnits, feeUnitsCeil, type RatePpm } from '@vitrine/money';
import { protectMaker, protectTaker } from '../book/protection.ts';
import type { Taker } from '../book/taker.ts';
import { announceTrade, beginTrade, filled } from '../book/trade.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { conclude } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import { assert } from '../vocabulary/assert.ts';
import * as codes from '../vocabulary/codes.ts';
import { isReduceOnly } from '../vocabulary/order-traits.ts';
import { closed, closeLots, noteIfClosed } from './closing.ts';
import { positionOfOrder } from './of-seat.ts';
import { openingHold, openLots } from './opening.ts';
import type { Perpetual } from './perpetual.ts';
import { announcePosition } from './position-event.ts';
import { marginPerLot } from './risk.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { BUY, END_FILLED, END_POSITION_CLOSED } = codes;

const fee = (notional: number, ratePpm: number): number => feeUnitsCeil(notional as AssetUnits, ratePpm as RatePpm);

/** [Z1] [Z2] [Z5] [Z6]: trades lots that `tradableLots` has allowed. */
export const fill = (
  state: State,
  perpetual: Perpetual,
  t: Taker,
  maker: number,
  lots: number,
  events: EventBuffer,
): void => {
  const { orders, levels, seats } = state;
  const { market, positions } = perpetual;
  const makerTraits = orders.traits[maker];
  const makerPosition = positionOfOrder(seats, orders.seat[maker], makerTraits);
  const takerPosition = positionOfOrder(seats, t.seat, t.traits);
  beginTrade(state, market, t, maker, lots);
  const takerRealized = isReduceOnly(t.traits)
    ? closeAsTaker(state, perpetual, takerPosition, t)
    : openAsTaker(state, perpetual, takerPosition, t);
  const makerRealized = isReduceOnly(makerTraits)
    ? closeAsMaker(state, perpetual, makerPosition, maker)
    : openAsMaker(state, perpetual, makerPosition, maker);
  const isOpened = isReduceOnly(t.traits) === isReduceOnly(makerTraits);
  if (isOpened) perpetual.openInterestLots += isReduceOnly(t.traits) ? -lots : lots;
  announceTrade(market, t, events);
  announcePosition(perpetual, takerPosition, takerRealized, events);
  announcePosition(perpetual, makerPosition, makerRealized, events);
  if (t.takeProfit !== 0 || t.stopLoss !== 0) protectTaker(state, market, t, lots, events);
  if (orders.hasAttached(maker)) protectMaker(state, market, maker, lots, events);
  if (isReduceOnly(t.traits)) noteTakerClosed(perpetual, takerPosition, t);
  const isMakerClosed = isReduceOnly(makerTraits) && positions.lots[makerPosition] === 0;
  if (orders.open[maker] > 0 && !isMakerClosed) return;
  const end = orders.open[maker] === 0 ? END_FILLED : END_POSITION_CLOSED;
  levels.unlink(maker);
  conclude(state, market, maker, end, 0, events);
  if (isMakerClosed) noteIfClosed(perpetual, makerPosition);
};

const noteTakerClosed = (perpetual: Perpetual, position: number, t: Taker): void => {
  if (perpetual.positions.lots[position] !== 0) return;
  if (t.open > 0) t.end = END_POSITION_CLOSED;
  noteIfClosed(perpetual, position, t.slot < 0 ? 0 : 1);
};

/**
 * Opens the taker's lots and releases the part of its hold that is no longer needed. Returns the realized profit, which
 * is always zero.
 */
const openAsTaker = (state: State, perpetual: Perpetual, position: number, t: Taker): number => {
  const { market, positions } = perpetual;
  const { notionalUnits: notional, priceTicks, sizeLots } = filled;
  const leverage = positions.leverage[position];
  const margin = sizeLots * marginPerLot(priceTicks, market.tickLotUnits, leverage);
  // The next fills of a sell are at the price of this fill or below it.
  const worst = t.side === BUY ? t.limit : priceTicks;
  const needed = openingHold(worst, t.open, market.tickLotUnits, leverage, Math.max(t.makerPpm, t.takerPpm));
  filled.takerFeeUnits = payOpening(state, t.quote, t.held - margin - needed, fee(notional, t.takerPpm));
  state.ledger.credit(market.feeAccount, filled.takerFeeUnits);
  t.held = needed;
  if (t.slot >= 0) positions.opening[position] -= sizeLots;
  perpetual.noteOpening(position, state.timeMs);
  openLots(perpetual, position, sizeLots, notional, margin);
  return 0;
};

const openAsMaker = (state: State, perpetual: Perpetual, position: number, maker: number): number => {
  const { orders, seats } = state;
  const { market, positions } = perpetual;
  const { notionalUnits: notional, priceTicks, sizeLots } = filled;
  const leverage = positions.leverage[position];
  const margin = sizeLots * marginPerLot(priceTicks, market.tickLotUnits, leverage);
  const rate = Math.max(orders.makerPpm[maker], orders.takerPpm[maker]);
  const needed = openingHold(priceTicks, orders.open[maker], market.tickLotUnits, leverage, rate);
  const account = seats.quoteAccount[orders.seat[maker]];
  const room = orders.held[maker] - margin - needed;
  filled.makerFeeUnits = payOpening(state, account, room, fee(notional, orders.makerPpm[maker]));
  state.ledger.credit(market.feeAccount, filled.makerFeeUnits);
  orders.held[maker] = needed;
  positions.opening[position] -= sizeLots;
  perpetual.noteOpening(position, state.timeMs);
  openLots(perpetual, position, sizeLots, notional, margin);
  return 0;
};

/**
 * Takes the fee from the part of the hold that neither the margin nor the open lots need, and releases the remainder of
 * that part. Returns the fee.
 */
const payOpening = ({ ledger }: State, account: number, room: number, feeDue: number): number => {
  assert(room >= 0, 'opening a position costs more than is held for it');
  const feeTaken = Math.min(feeDue, room);
  ledger.takeHeld(account, feeTaken);
  ledger.release(account, room - feeTaken);
  return feeTaken;
};

/** Closes the taker's lots. The liquidation fee goes to the insurance fund. Returns the profit. */
const closeAsTaker = (state: State, perpetual: Perpetual, position: number, t: Taker): number => {
  const { notionalUnits: notional, sizeLots } = filled;
  const isLiquidation = t.id === perpetual.liquidationOrder;
  closeLots(state, perpetual, position, sizeLots, notional, fee(notional, t.takerPpm));
  filled.takerFeeUnits = closed.feeUnits;
  state.ledger.credit(isLiquidation ? perpetual.fundAccount : perpetual.market.feeAccount, closed.feeUnits);
  if (isLiquidation) perpetual.countLiquidated(sizeLots);
  return closed.realizedUnits;
};

const closeAsMaker = (state: State, perpetual: Perpetual, position: number, maker: number): number => {
  const { notionalUnits: notional, sizeLots } = filled;
  closeLots(state, perpetual, position, sizeLots, notional, fee(notional, state.orders.makerPpm[maker]));
  filled.makerFeeUnits = closed.feeUnits;
  state.ledger.credit(perpetual.market.feeAccount, closed.feeUnits);
  return closed.realizedUnits;
};
