import type { MarketId } from '@vitrine/core';

/** The price of a perpetual market's coin according to a source. */
export interface IndexQuote {
  /** In ticks of the perpetual market; may be fractional. */
  readonly ticks: number;
  /** When the source reported this price, on the exchange's clock. */
  readonly atMs: number;
}

/** A source of index prices. */
export interface IndexSource {
  readonly name: string;
  /** Undefined if the source has no price for this market. */
  quote(market: MarketId): IndexQuote | undefined;
}
