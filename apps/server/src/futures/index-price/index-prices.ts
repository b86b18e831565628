import type { MarketId } from '@vitrine/core';
import type pg from 'pg';
import { SharedReads } from '../../kit/shared-reads.ts';
import type { IndexCandle } from './index-candle.ts';
import type { IndexFeed, IndexState } from './index-feed.ts';
import { selectCandles, selectStates } from './stored-index.ts';

/** A stored index older than this counts as unconfirmed. */
const CURRENT_MS = 15_000;
const CACHED_MS = 1_000;

interface IndexPricesParts {
  readonly pool: pg.Pool;
  readonly indexFeed: Pick<IndexFeed, 'stateOf'>;
  readonly clock: () => number;
}

/**
 * Index prices for readers: the states are those of this server's feed or, if it has none (as on a follower), those
 * that the leader has stored.
 */
export class IndexPrices {
  readonly #parts: IndexPricesParts;
  readonly #stored = new SharedReads<'all', Awaited<ReturnType<typeof selectStates>>>(CACHED_MS);

  constructor(parts: IndexPricesParts) {
    this.#parts = parts;
  }

  /** The current state of each market's index; markets without a known state are missing. */
  async states(markets: readonly MarketId[]): Promise<ReadonlyMap<MarketId, IndexState>> {
    const { indexFeed } = this.#parts;
    const own = markets.flatMap((market) => indexFeed.stateOf(market) ?? []);
    const known = own.length > 0 || markets.length === 0 ? own : await this.#storedStates();
    return new Map(known.map((state) => [state.market, state]));
  }

  /** The prices of the minutes before `beforeMs`, newest first. */
  candles(market: MarketId, beforeMs: number, limit: number): Promise<readonly IndexCandle[]> {
    return selectCandles(this.#parts.pool, market, beforeMs, limit);
  }

  async #storedStates(): Promise<readonly IndexState[]> {
    const { pool, clock } = this.#parts;
    const stored = await this.#stored.of('all', () => selectStates(pool));
    const nowMs = clock();
    return [...stored.values()].map(({ state, writtenMs }) =>
      nowMs - writtenMs <= CURRENT_MS ? state : { ...state, ticks: undefined },
    );
  }
}
