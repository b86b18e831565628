import type { CandleInterval, StreamCandle } from '@vitrine/contract';
import Big from 'big.js';
import { plain } from '../../../lib/decimal.ts';
import type { Candle, CandleFeed, ChartInterval, OpenCandleFeed, OpenStoredFeed } from './candle-feed.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The lengths of all intervals except the month. */
const LENGTHS_MS: Record<Exclude<ChartInterval, '1M'>, number> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '2h': 120 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '12h': 720 * MINUTE_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};
/** The first Monday after the Unix epoch, which was a Thursday; weeks start on Monday (ISO 8601). */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The start of the candle that contains this time, in UTC. */
export const startOf = (timeMs: number, interval: ChartInterval): number => {
  if (interval === '1M') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const offset = interval === '1w' ? FIRST_MONDAY_MS : 0;
  const length = LENGTHS_MS[interval];
  return Math.floor((timeMs - offset) / length) * length + offset;
};

/** The start of the next candle after this time. */
export const nextStart = (timeMs: number, interval: ChartInterval): number => {
  if (interval !== '1M') return startOf(timeMs, interval) + LENGTHS_MS[interval];
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

/** For each interval that is not stored: the stored interval from which its candles are merged. */
const SOURCES: Partial<Record<ChartInterval, CandleInterval>> = {
  '3m': '1m',
  '30m': '15m',
  '2h': '1h',
  '12h': '4h',
  '1w': '1d',
  '1M': '1d',
};

const sum = (a: string, b: string): string => plain(new Big(a).plus(b));
const higher = (a: string, b: string): string => (new Big(a).gt(b) ? a : b);
const lower = (a: string, b: string): string => (new Big(a).lt(b) ? a : b);

/** Candles of a longer interval, merged from shorter candles in chronological order. */
export const mergedCandles = (candles: readonly Candle[], interval: ChartInterval): Candle[] => {
  const merged: Candle[] = [];
  for (const candle of candles) {
    const time = startOf(candle.time, interval);
    const last = merged.at(-1);
    if (last?.time !== time) merged.push({ ...candle, time });
    else
      merged[merged.length - 1] = {
        time,
        open: last.open,
        high: higher(last.high, candle.high),
        low: lower(last.low, candle.low),
        close: candle.close,
        volume: sum(last.volume, candle.volume),
        volume_usdt: sum(last.volume_usdt, candle.volume_usdt),
      };
  }
  return merged;
};

/** A feed of any interval; candles of an interval that is not stored are merged from stored candles. */
export const withMergedIntervals =
  (open: OpenStoredFeed): OpenCandleFeed =>
  (name, interval) => {
    const source = SOURCES[interval];
    return source === undefined ? open(name, interval as CandleInterval) : mergingFeed(open(name, source), interval);
  };

const mergingFeed = (source: CandleFeed, interval: ChartInterval): CandleFeed => {
  /** The stored candles that make up the running merged candle, keyed by time. */
  const running = new Map<number, Candle>();
  return {
    async history(beforeMs) {
      const { candles, more } = await source.history(beforeMs);
      const merged = mergedCandles(candles, interval);
      const newest = merged.at(-1);
      if (beforeMs === undefined && newest) {
        running.clear();
        for (const candle of candles) if (candle.time >= newest.time) running.set(candle.time, candle);
      }
      // The oldest candle may have begun before this page, so it is left out; the next page contains all of it.
      return { candles: more ? merged.slice(1) : merged, more };
    },
    listen: (onCandle) =>
      source.listen((candle) => {
        const start = startOf(candle.time, interval);
        for (const time of running.keys()) if (time < start) running.delete(time);
        running.set(candle.time, candle);
        const [merged] = mergedCandles([...running.values()], interval);
        if (merged) onCandle(merged satisfies StreamCandle);
      }),
  };
};
