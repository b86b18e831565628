import type { Seats } from '../book/seats.ts';
import * as codes from '../vocabulary/codes.ts';
import { positionSideOf } from '../vocabulary/order-traits.ts';
import { oppositeOf } from './positions.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { LONG } = codes;

/** Slot of the seat's position on this side. The seat must be one of a perpetual market. */
export const positionOfSeat = (seats: Seats, seat: number, side: number): number => {
  const long = seats.positionsOf(seat);
  return side === LONG ? long : oppositeOf(long);
};

/** Slot of the position that an order with these traits opens or closes. */
export const positionOfOrder = (seats: Seats, seat: number, traits: number): number =>
  positionOfSeat(seats, seat, positionSideOf(traits));
