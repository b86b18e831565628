import type { Instruments } from '../../kit/instruments.ts';
import { type MarketFeed, type Pair, type PairState, pairName } from '../../providers/market-feed/market-feed.ts';
import { type IndexedMarket, type IndexQuote, type IndexSource, tickSize } from './index-source.ts';
import type { IndexSources } from './index-sources.ts';

/** An external price source, used as a source of the index. */
export class FeedSource implements IndexSource {
  readonly #feed: MarketFeed;
  readonly #clock: () => number;

  constructor(feed: MarketFeed, clock: () => number) {
    this.#feed = feed;
    this.#clock = clock;
  }

  get id(): string {
    return this.#feed.id;
  }

  get name(): string {
    return this.#feed.name;
  }

  pairState(pair: Pair): PairState {
    return this.#feed.pairState(pair);
  }

  quote({ base, quote, tick }: IndexedMarket, pair: Pair = codesOf({ base, quote })): IndexQuote | undefined {
    const known = this.#feed.quote(pair);
    return known && { ticks: known.price / tickSize({ tick }), atMs: this.#clock() - known.ageMs };
  }
}

/** The pair with the codes of a market's coins. */
export const codesOf = ({ base, quote }: Pick<IndexedMarket, 'base' | 'quote'>): Pair => ({
  base: base.code,
  quote: quote.code,
});

/**
 * The pairs that are read from a source: for each perpetual market, the chosen pair or, without a choice, the pair with
 * the codes of its coins; proposed pairs; and the pairs of spot markets, because perpetual markets can be listed for
 * them.
 */
export function followedPairs(
  instruments: Pick<Instruments, 'perpetuals' | 'spot'>,
  id: string,
  choices: Pick<IndexSources, 'of' | 'proposed'>,
): readonly Pair[] {
  const perpetual = instruments.perpetuals().flatMap((market) => {
    const choice = choices.of(market);
    return choice === undefined ? [codesOf(market)] : (choice.get(id) ?? []);
  });
  const pairs = [...perpetual, ...choices.proposed(id), ...instruments.spot().map(codesOf)];
  return [...new Map(pairs.map((pair) => [pairName(pair), pair])).values()];
}
