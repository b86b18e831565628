import type { Perpetual } from '../../kit/instruments.ts';

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

/** A source of index prices. */
export interface IndexSource {
  readonly name: string;
  /** Whether the source is only shown beside the index, without moving or confirming it. */
  readonly isCompared?: boolean;
  /** Undefined if the source has no price for this market. */
  quote(market: IndexedMarket): IndexQuote | undefined;
}

/** One tick of the market in its quote coin. */
export const tickSize = ({ tick }: Pick<IndexedMarket, 'tick'>): number => tick.coefficient / 10 ** tick.scale;
