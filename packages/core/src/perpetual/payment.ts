import type { Market } from '../book/market.ts';
import type { Payment } from '../book/payment.ts';
import type { Taker } from '../book/taker.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import { conclude } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { isReduceOnly } from '../vocabulary/order-traits.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import { fill } from './fill.ts';
import { positionOfOrder } from './of-seat.ts';
import type { Perpetual } from './perpetual.ts';
import { refuseTurn } from './refuse-order.ts';
import { tradableLots } from './tradable.ts';
import { hasWork, work } from './work.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { FUTURE } = codes;

/** Settles the trades of one perpetual market: they open and close positions, paid from the `future` wallet. */
export class PerpetualPayment implements Payment {
  readonly isSpot = false;
  private readonly perpetual: Perpetual;

  constructor(perpetual: Perpetual) {
    this.perpetual = perpetual;
  }

  /**
   * Adds the seat and both of its positions. Orders on either side hold units of the owner's future account, so that
   * account serves as both accounts of the seat.
   */
  addSeat(state: State, market: Market, owner: OwnerId): number {
    const { ledger, owners, seats } = state;
    const { defaultLeverage, positions } = this.perpetual;
    const account = ledger.ensure(owner, FUTURE, market.quote);
    const seat = seats.add(owner, market.id, owners.ensure(owner), account, account);
    seats.setPositions(seat, positions.add(owner, seat, defaultLeverage));
    return seat;
  }

  affordableLots(): number {
    throw new Error('perpetual markets do not support orders by budget');
  }

  tradableLots(state: State, _market: Market, t: Taker, maker: number, lots: number): number {
    return tradableLots(state, this.perpetual, t, maker, lots);
  }

  fill(state: State, _market: Market, t: Taker, maker: number, lots: number, events: EventBuffer): void {
    fill(state, this.perpetual, t, maker, lots, events);
  }

  conclude(state: State, market: Market, slot: number, end: number, refusal: number, events: EventBuffer): void {
    conclude(state, market, slot, end, refusal, events);
  }

  refuseTurn(state: State, _market: Market, t: Taker): number {
    return refuseTurn(state, this.perpetual, t);
  }

  enter(state: State, slot: number): void {
    this.count(state, slot, 1);
  }

  /** [Z6]: a closed position is removed from `closed` together with its last reduce-only order. */
  leave(state: State, slot: number): void {
    const position = this.count(state, slot, -1);
    const { closed, market, positions } = this.perpetual;
    const index = positions.reducing[position] === 0 ? closed.indexOf(position) : -1;
    if (index < 0) return;
    closed.splice(index, 1);
    state.noteUnfinished(market);
  }

  /** Adds the order to its position's counts of open orders, or removes it from them. Returns the position. */
  private count({ orders, seats }: State, slot: number, sign: 1 | -1): number {
    const { positions } = this.perpetual;
    const traits = orders.traits[slot];
    const position = positionOfOrder(seats, orders.seat[slot], traits);
    if (isReduceOnly(traits)) positions.reducing[position] += sign;
    else positions.opening[position] += sign * orders.open[slot];
    return position;
  }

  hasWork(): boolean {
    return hasWork(this.perpetual);
  }

  work(state: State, _market: Market, events: EventBuffer): void {
    work(state, this.perpetual, events);
  }
}
