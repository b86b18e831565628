import type { Perpetual } from '../../kit/instruments.ts';
import type { Pair, PairState } from '../../providers/market-feed/market-feed.ts';

/** The price of a perpetual market's coin according to a source. */
export interface IndexQuote {
  /** In ticks of the perpetual market; may be fractional. */
  readonly ticks: number;
  /** When the source reported this price, on the exchange's clock. */
  readonly atMs: number;
  readonly isCompared?: boolean | undefined;
}

/** A perpetual market, or one that is proposed for listing and has no id yet. */
export type IndexedMarket = Pick<Perpetual, 'base' | 'quote' | 'tick'> & { readonly market?: Perpetual['market'] };

/** A listed perpetual market. */
export type IndexedPerpetual = IndexedMarket & Pick<Perpetual, 'market'>;

/** The pair to read at each chosen source, by the source's id. */
export type SourceChoice = ReadonlyMap<string, Pair>;

/** A source of index prices. */
export interface IndexSource {
  /** The source's name in settings and choices; by default `name`. */
  readonly id?: string;
  readonly name: string;
  /** Whether the source is only shown beside the index, without moving or confirming it. */
  readonly isCompared?: boolean;
  /**
   * The source's price for a market; undefined if it has none. `pair` is the pair chosen for the market; without it,
   * the pair has the codes of the market's coins.
   */
  quote(market: IndexedMarket, pair?: Pair): IndexQuote | undefined;
  /** The state of a pair at the source; `live` if the source does not report it. */
  pairState?(pair: Pair): PairState;
}

export const idOf = ({ id, name }: IndexSource): string => id ?? name;

/** One tick of the market in its quote coin. */
export const tickSize = ({ tick }: Pick<IndexedMarket, 'tick'>): number => tick.coefficient / 10 ** tick.scale;
