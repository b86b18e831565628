import { type FeedQuote, type MarketFeed, type Pair, type PairState, pairName } from './market-feed.ts';
import type { RecordedQuote, RecordedSession } from './recorded-session.ts';

/**
 * Replays a recording once, from its start. After the end, its prices become stale, like those of a source that has
 * stopped.
 */
export class RecordedFeed implements MarketFeed {
  readonly id = 'recorded';
  readonly name = 'recording';
  readonly #session: RecordedSession;
  readonly #steadyMs: () => number;
  #startedMs: number | undefined;

  constructor(session: RecordedSession, steadyMs: () => number = () => performance.now()) {
    this.#session = session;
    this.#steadyMs = steadyMs;
  }

  get state() {
    return { isConnected: this.#startedMs !== undefined, disconnects: 0, dropped: new Map() };
  }

  start(): void {
    this.#startedMs = this.#steadyMs();
  }

  async stop(): Promise<void> {
    this.#startedMs = undefined;
  }

  pairState(pair: Pair): PairState {
    return this.#session.has(pairName(pair)) ? 'live' : 'unknown';
  }

  quote(pair: Pair): FeedQuote | undefined {
    if (this.#startedMs === undefined) return undefined;
    const elapsedMs = this.#steadyMs() - this.#startedMs;
    const newest = lastUntil(this.#session.get(pairName(pair)) ?? [], elapsedMs);
    return newest && { price: (newest.bid + newest.ask) / 2, ageMs: elapsedMs - newest.afterMs };
  }
}

/** The last quote at or before a time. */
function lastUntil(quotes: readonly RecordedQuote[], ms: number): RecordedQuote | undefined {
  let [low, high] = [0, quotes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((quotes[middle] as RecordedQuote).afterMs <= ms) low = middle + 1;
    else high = middle;
  }
  return quotes[low - 1];
}
