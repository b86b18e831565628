import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import type { Market } from './market.ts';
import type { Taker } from './taker.ts';

/** How a kind of market settles the trades of its book. Matching knows nothing else about money. */
export interface Payment {
  /** How many lots a taker can pay at this price with the rest of its budget. */
  affordableLots(t: Taker, market: Market, price: number): number;
  /** Trades this many lots of the maker, at most its open ones, and ends the maker if none are left. */
  fill(state: State, market: Market, t: Taker, maker: number, lots: number, events: EventBuffer): void;
  /** Ends an order that is no longer in the book, and releases its hold. */
  conclude(state: State, market: Market, slot: number, end: number, refusal: number, events: EventBuffer): void;
}
