import type { Instruments } from '../../kit/instruments.ts';
import type { MarketFeed, Pair } from '../../providers/market-feed/market-feed.ts';
import { type IndexedMarket, type IndexQuote, type IndexSource, tickSize } from './index-source.ts';

/** A source of prices outside the exchange, as a source of the index. */
export class FeedSource implements IndexSource {
  readonly #feed: MarketFeed;
  readonly #clock: () => number;

  constructor(feed: MarketFeed, clock: () => number) {
    this.#feed = feed;
    this.#clock = clock;
  }

  get name(): string {
    return this.#feed.name;
  }

  quote({ base, quote, tick }: IndexedMarket): IndexQuote | undefined {
    const known = this.#feed.quote({ base: base.code, quote: quote.code });
    return known && { ticks: known.price / tickSize({ tick }), atMs: this.#clock() - known.ageMs };
  }
}

/** The pairs of all perpetual markets, and of the spot markets for which perpetual ones can be listed. */
export function followedPairs(instruments: Pick<Instruments, 'perpetuals' | 'spot'>): readonly Pair[] {
  const markets = [...instruments.perpetuals(), ...instruments.spot()];
  const pairs = markets.map(({ base, quote }): [string, Pair] => [
    `${base.code}-${quote.code}`,
    { base: base.code, quote: quote.code },
  ]);
  return [...new Map(pairs).values()];
}
