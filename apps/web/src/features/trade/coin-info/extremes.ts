import Big from 'big.js';
import type { Candle } from '../shared/candle-feed.ts';

/** A price as a decimal string, and the start of the day on which it was traded. */
export interface Extreme {
  readonly price: string;
  readonly time: number;
}

/** The highest and the lowest price of these candles, each with its first day; none without candles. */
export const extremesOf = (
  candles: readonly Pick<Candle, 'time' | 'high' | 'low'>[],
): { readonly high?: Extreme; readonly low?: Extreme } => {
  let high: Extreme | undefined;
  let low: Extreme | undefined;
  for (const candle of candles) {
    if (!high || new Big(candle.high).gt(high.price)) high = { price: candle.high, time: candle.time };
    if (!low || new Big(candle.low).lt(low.price)) low = { price: candle.low, time: candle.time };
  }
  return { ...(high ? { high } : {}), ...(low ? { low } : {}) };
};
