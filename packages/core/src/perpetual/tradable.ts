import type { Taker } from '../book/taker.ts';
import * as takers from '../book/taker.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isReduceOnly } from '../vocabulary/order-traits.ts';
import { positionOfOrder } from './of-seat.ts';
import { wouldBeDue } from './opening.ts';
import type { Perpetual } from './perpetual.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { END_BEYOND_BANKRUPTCY, END_OPEN_INTEREST_LIMIT, END_POSITION_CLOSED, END_WOULD_LIQUIDATE } = codes;
const { NO_END } = takers;

/**
 * [Z4]: the number of lots that the taker and the maker may trade, as Payment.tradableLots defines it. The maker is
 * checked first.
 */
export const tradableLots = (state: State, perpetual: Perpetual, t: Taker, maker: number, most: number): number => {
  const { orders, seats } = state;
  const { positions } = perpetual;
  const price = orders.price[maker];
  const makerReduces = isReduceOnly(orders.traits[maker]);
  const takerReduces = isReduceOnly(t.traits);
  const makerPosition = positionOfOrder(seats, orders.seat[maker], orders.traits[maker]);
  const takerPosition = positionOfOrder(seats, t.seat, t.traits);
  let lots = most;
  if (makerReduces) lots = Math.min(lots, positions.lots[makerPosition]);
  if (lots === 0) return -END_POSITION_CLOSED;
  if (takerReduces) lots = Math.min(lots, positions.lots[takerPosition]);
  if (lots === 0) {
    t.end = END_POSITION_CLOSED;
    return 0;
  }
  const makerEnd = endOfFill(perpetual, makerPosition, makerReduces, lots, price);
  if (makerEnd !== NO_END) return -makerEnd;
  t.end = endOfFill(perpetual, takerPosition, takerReduces, lots, price);
  if (t.end === NO_END && !makerReduces && !takerReduces && isInterestFull(perpetual, lots))
    t.end = END_OPEN_INTEREST_LIMIT;
  return t.end === NO_END ? lots : 0;
};

/** The reason why this position's order may not be filled, or NO_END. */
const endOfFill = (perpetual: Perpetual, position: number, reduces: boolean, lots: number, price: number): number => {
  if (reduces) return perpetual.positions.isCoveredAt(position, price) ? NO_END : END_BEYOND_BANKRUPTCY;
  return wouldBeDue(perpetual, position, lots, price) ? END_WOULD_LIQUIDATE : NO_END;
};

const isInterestFull = ({ openInterestLots, terms }: Perpetual, lots: number): boolean =>
  openInterestLots + lots > terms.maxOpenInterestLots;
