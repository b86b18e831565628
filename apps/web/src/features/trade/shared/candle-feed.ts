import type { Calls, CandleInterval, StreamCandle } from '@vitrine/contract';

export type Candle = Calls['GET /api/v2/chart/chart-series']['response']['series'][number];

/** The chart intervals. Intervals that the exchange does not store are merged from shorter intervals. */
export const chartIntervals = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '12h', '1d', '1w', '1M'] as const;
export type ChartInterval = (typeof chartIntervals)[number];

/** Candles, oldest first, and whether there may be older candles. */
export interface CandlePage {
  readonly candles: readonly Candle[];
  readonly more: boolean;
}

/** Candles of one pair and interval: pages of past candles, and the current candle. */
export interface CandleFeed {
  /** The candles before `beforeMs`; the newest candles if it is absent. */
  history(beforeMs?: number): Promise<CandlePage>;
  /** Calls back with every change of the current candle; returns a function that stops listening. */
  listen(onCandle: (candle: StreamCandle) => void): () => void;
}

/** Opens the feed of the market with this wire name. */
export type OpenCandleFeed = (name: string, interval: ChartInterval) => CandleFeed;
export type OpenStoredFeed = (name: string, interval: CandleInterval) => CandleFeed;
