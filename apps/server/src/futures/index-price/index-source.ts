import type { MarketId } from '@vitrine/core';

/** What a source says a perpetual market's coin is worth. */
export interface IndexQuote {
  /** In ticks of the perpetual market, with fractions. */
  readonly ticks: number;
  /** When the source had this price, on the exchange's clock. */
  readonly atMs: number;
}

/** A source of index prices. */
export interface IndexSource {
  readonly name: string;
  /** Undefined if the source has no price for this market. */
  quote(market: MarketId): IndexQuote | undefined;
}
