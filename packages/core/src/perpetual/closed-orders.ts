import type { EventBuffer } from '../codec/event-buffer.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import { END_POSITION_CLOSED } from '../vocabulary/codes.ts';
import { isReduceOnly } from '../vocabulary/order-traits.ts';
import { positionOfOrder } from './of-seat.ts';
import type { Perpetual } from './perpetual.ts';

/** [Z6]: ends the reduce-only orders on the first of the closed positions, as far as the command's steps allow. */
export const endOrdersOfClosed = (state: State, perpetual: Perpetual, events: EventBuffer): void => {
  const { orders, seats } = state;
  const { closed, market, positions } = perpetual;
  const [position] = closed;
  const seat = positions.seatOf(position);
  let next = orders.firstOf(seat);
  while (positions.reducing[position] > 0 && state.steps > 0) {
    const slot = next;
    next = orders.after(slot);
    const traits = orders.traits[slot];
    if (!isReduceOnly(traits) || positionOfOrder(seats, seat, traits) !== position) continue;
    state.steps--;
    endOpenOrder(state, market, slot, END_POSITION_CLOSED, events);
  }
};
