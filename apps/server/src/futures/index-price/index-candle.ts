import type { MarketId } from '@vitrine/core';

/** The confirmed index prices of a market in one minute, in ticks, which may be fractional. */
export interface IndexCandle {
  readonly market: MarketId;
  readonly minuteMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** The lowest number of sources that confirmed a price of this minute. */
  readonly sources: number;
}

/** Adds one more price of the same minute to the candle. */
export const withPrice = (candle: IndexCandle, ticks: number, sources: number): IndexCandle => ({
  ...candle,
  high: Math.max(candle.high, ticks),
  low: Math.min(candle.low, ticks),
  close: ticks,
  sources: Math.min(candle.sources, sources),
});
