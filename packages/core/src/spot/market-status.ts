import type { Market } from '../book/market.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { endOpenOrder } from './open-order.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { END_UNFILLED, OPEN } = codes;

/** [B6]: sets the market's status. If the market is no longer open, an order that is still taking is ended. */
export const setStatus = (state: State, market: Market, status: number, events: EventBuffer): void => {
  market.status = status;
  events.marketStatusChanged({ market: market.id, status });
  if (status !== OPEN && market.continuing !== 0)
    endOpenOrder(state, market, market.continuing - 1, END_UNFILLED, events);
  state.noteUnfinished(market);
};
