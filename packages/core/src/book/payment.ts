import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { Market } from './market.ts';
import type { Taker } from './taker.ts';

/**
 * The way in which a kind of market settles the trades of its book. Matching knows nothing about money beyond this
 * interface.
 */
export interface Payment {
  /** Whether trades exchange the market's two assets. Otherwise they open and close positions. */
  readonly isSpot: boolean;
  /** Adds a seat for an owner who does not have one in this market yet. Returns its slot. */
  addSeat(state: State, market: Market, owner: OwnerId): number;
  /** The number of lots at this price that fit into a taker's remaining budget. */
  affordableLots(t: Taker, market: Market, price: number): number;
  /**
   * The number of lots that the taker and this maker may trade, at most `lots`. 0 if the taker may not trade at all;
   * the taker's end reason is then set. If the maker may not trade at all and must therefore end, the result is the
   * code of the maker's end reason, negated.
   */
  tradableLots(state: State, market: Market, t: Taker, maker: number, lots: number): number;
  /** Trades this many lots with the maker (at most its open lots), and ends the maker if no open lots are left. */
  fill(state: State, market: Market, t: Taker, maker: number, lots: number, events: EventBuffer): void;
  /** Ends an order that is no longer in the book, and releases its hold. */
  conclude(state: State, market: Market, slot: number, end: number, refusal: number, events: EventBuffer): void;
  /**
   * [T4]: checks a fired order before it activates, and prepares it to trade as taker. Returns the code of the refusal
   * that ends the order, or that of `none`.
   */
  refuseTurn(state: State, market: Market, t: Taker): number;
  /** Called when an order becomes open. */
  enter(state: State, slot: number): void;
  /** Called before an open order is removed. */
  leave(state: State, slot: number): void;
  /** Whether the market has work other than trading left to do. Until that work is done, the market is unfinished. */
  hasWork(market: Market): boolean;
  /** Does part of the work that `hasWork` reports. The command must have a step left. */
  work(state: State, market: Market, events: EventBuffer): void;
}
