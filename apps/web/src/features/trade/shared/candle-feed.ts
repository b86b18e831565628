import type { Calls, CandleInterval, StreamCandle } from '@vitrine/contract';

export type Candle = Calls['GET /api/v2/chart/chart-series']['response']['series'][number];

/** Candles of one pair and interval: pages of past ones, and the running one. */
export interface CandleFeed {
  /** Oldest first: the candles before `beforeMs`, or the newest ones without it. */
  history(beforeMs?: number): Promise<readonly Candle[]>;
  /** Calls back with every change of the running candle; returns a function that stops listening. */
  listen(onCandle: (candle: StreamCandle) => void): () => void;
}

export type OpenCandleFeed = (coin: string, interval: CandleInterval) => CandleFeed;

export const intervalMs: Record<CandleInterval, number> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};
