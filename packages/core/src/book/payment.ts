import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import type { Market } from './market.ts';
import type { Taker } from './taker.ts';

/** How a kind of market pays for what its book trades: all that taking from a book knows of money. */
export interface Payment {
  /** How many lots at this price the rest of a taker's budget reaches for. */
  affordableLots(t: Taker, market: Market, price: number): number;
  /** Trades so many of the maker's lots, which it has, and ends the maker that has none left. */
  fill(state: State, market: Market, t: Taker, maker: number, lots: number, events: EventBuffer): void;
  /** Ends an order that is already out of the book: what is held for it returns. */
  conclude(state: State, market: Market, slot: number, end: number, refusal: number, events: EventBuffer): void;
}
