import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { Market } from './market.ts';
import type { Taker } from './taker.ts';

/** How a kind of market settles the trades of its book. Matching knows nothing else about money. */
export interface Payment {
  /** Whether trades exchange the market's two assets. Otherwise they open and close positions. */
  readonly isSpot: boolean;
  /** Adds the seat of an owner who has none yet in this market. Returns its slot. */
  addSeat(state: State, market: Market, owner: OwnerId): number;
  /** How many lots a taker can pay at this price with the rest of its budget. */
  affordableLots(t: Taker, market: Market, price: number): number;
  /**
   * How many lots the taker and this maker may trade, at most `lots`. Where one of them may not trade at all: 0 if it is
   * the taker, whose end is then set; below 0 if it is the maker, which must end for that reason (an order end, negated).
   */
  tradableLots(state: State, market: Market, t: Taker, maker: number, lots: number): number;
  /** Trades this many lots of the maker, at most its open ones, and ends the maker if none are left. */
  fill(state: State, market: Market, t: Taker, maker: number, lots: number, events: EventBuffer): void;
  /** Ends an order that is no longer in the book, and releases its hold. */
  conclude(state: State, market: Market, slot: number, end: number, refusal: number, events: EventBuffer): void;
  /**
   * [T4]: checks a fired order whose turn has come, and prepares it for taking. The code of the refusal, which ends it.
   */
  refuseTurn(state: State, market: Market, t: Taker): number;
  /** Takes note that an order has become an open one. */
  enter(state: State, slot: number): void;
  /** Takes note that an open order will be forgotten. */
  leave(state: State, slot: number): void;
  /** Whether the market has something to do besides trading, before which it is unfinished. */
  hasWork(market: Market): boolean;
  /** Does a part of that. The command must have a step left. */
  work(state: State, market: Market, events: EventBuffer): void;
}
