/**
 * The figures of a market outside the exchange, for display only. The exchange computes nothing from them. Numbers are
 * decimal strings, as the source wrote them.
 */
export interface OutsideView {
  readonly ticker: OutsideTicker | undefined;
  /** Newest first. */
  readonly trades: readonly OutsideTrade[];
  readonly book: OutsideBook | undefined;
}

/** A perpetual contract that is margined in the coin. */
export interface OutsideTicker {
  readonly instrument: string;
  readonly last: string;
  readonly open24h: string;
  readonly high24h: string;
  readonly low24h: string;
  /** The number of contracts traded in 24 hours. */
  readonly volume24h: string;
  /** The amount of the coin traded in 24 hours. */
  readonly coinVolume24h: string;
  readonly atMs: number;
}

/** A trade in the source's spot market against USDT. */
export interface OutsideTrade {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly size: string;
  readonly atMs: number;
}

type Level = readonly [price: string, size: string];

/** The best five levels on each side of the source's spot market against USDT, best first. */
export interface OutsideBook {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly atMs: number;
}

/** A source of the figures of an outside market. */
export interface OutsideMarket {
  /** The name that clients see. */
  readonly name: string;
  /** The figures of a coin; undefined if the source cannot be reached, or does not trade the coin at all. */
  view(coin: string): Promise<OutsideView | undefined>;
}
