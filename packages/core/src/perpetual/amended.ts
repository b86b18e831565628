import { RESTING } from '../book/orders.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isReduceOnly, sideOf, triggerOf } from '../vocabulary/order-traits.ts';
import * as refusals from '../vocabulary/refusals.ts';
import { positionOfOrder } from './of-seat.ts';
import { firstPrice, holdPrice, openingHold, wouldBeDue } from './opening.ts';
import type { Perpetual } from './perpetual.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { STOP } = codes;
const { refusalCode } = refusals;

/** The terms that an amended order would have. */
interface AmendedTerms {
  readonly price: number;
  readonly open: number;
}

const positionOf = ({ orders, seats }: State, slot: number): number =>
  positionOfOrder(seats, orders.seat[slot], orders.traits[slot]);

/** [Z7]: the hold of the order under its new terms, as if it was accepted now; BEYOND_RANGE if it cannot be held. */
export const holdFor = (state: State, perpetual: Perpetual, slot: number, { open, price }: AmendedTerms): number => {
  const { orders } = state;
  const { market, positions } = perpetual;
  const traits = orders.traits[slot];
  if (isReduceOnly(traits)) return 0;
  const worst = orders.place[slot] === RESTING ? holdPrice(state, market, sideOf(traits), price) : price;
  const rate = Math.max(orders.makerPpm[slot], orders.takerPpm[slot]);
  return openingHold(worst, open, market.tickLotUnits, positions.leverage[positionOf(state, slot)], rate);
};

/** [Y3] [Z3]: the reason why the order may not have this number of open lots; `none` if it may. */
export const refuseLimits = (state: State, { positions, terms }: Perpetual, slot: number, open: number): number => {
  const position = positionOf(state, slot);
  if (positions.leverage[position] > terms.maxLeverage) return refusalCode.above_maximum;
  // The lots of the open orders already include this order's own.
  const lots = positions.lots[position] + positions.opening[position] - state.orders.open[slot] + open;
  return lots > terms.maxPositionLots ? refusalCode.above_position_limit : refusalCode.none;
};

/** [Z3]: whether the position would have to be liquidated. False for an order that does not rest in the book. */
export const wouldLiquidate = (
  state: State,
  perpetual: Perpetual,
  slot: number,
  { open, price }: AmendedTerms,
): boolean => {
  const { orders } = state;
  if (orders.place[slot] !== RESTING) return false;
  const first = firstPrice(state, perpetual.market, sideOf(orders.traits[slot]), price);
  return wouldBeDue(perpetual, positionOf(state, slot), open, first);
};

/**
 * [S3]: whether the order could close its position before the end of its minimum term; always false for stops, which
 * may do so.
 */
export const closesEarly = (state: State, perpetual: Perpetual, slot: number): boolean => {
  const traits = state.orders.traits[slot];
  if (!isReduceOnly(traits) || triggerOf(traits) === STOP) return false;
  return perpetual.isBound(positionOf(state, slot), state.timeMs);
};

/**
 * Updates the number of lots in the position's opening orders when this order's open lots become `open`. Must be called
 * before the order itself is changed.
 */
export const count = (state: State, { positions }: Perpetual, slot: number, open: number): void => {
  const { orders } = state;
  if (isReduceOnly(orders.traits[slot])) return;
  positions.opening[positionOf(state, slot)] += open - orders.open[slot];
};
