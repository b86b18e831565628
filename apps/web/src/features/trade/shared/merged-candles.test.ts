import type { StreamCandle } from '@vitrine/contract';
import { expect, test } from 'vitest';
import type { Candle } from './candle-feed.ts';
import { mergedCandles, nextStart, startOf, withMergedIntervals } from './merged-candles.ts';

const MINUTE = 60_000;
const at = (iso: string) => Date.parse(iso);
const candle = (time: number, open: string, high: string, low: string, close: string, volume = '1'): Candle => ({
  time,
  open,
  high,
  low,
  close,
  volume,
  volume_usdt: volume,
});

test.each([
  ['3m', '2026-11-23T10:05:59Z', '2026-11-23T10:03:00Z', '2026-11-23T10:06:00Z'],
  ['12h', '2026-11-23T13:00:00Z', '2026-11-23T12:00:00Z', '2026-11-24T00:00:00Z'],
  ['1w', '2026-11-29T23:59:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
  ['1w', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
  ['1M', '2024-02-29T12:00:00Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['1M', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
] as const)('a candle of %s at the time %s is from %s to %s', (interval, time, start, next) => {
  expect(startOf(at(time), interval)).toBe(at(start));
  expect(nextStart(at(time), interval)).toBe(at(next));
});

test('a merged candle opens with the first, closes with the last, and adds up the volumes exactly', () => {
  const candles = [
    candle(0, '9', '10.5', '8', '10', '0.1'),
    candle(MINUTE, '10', '9.9', '7.25', '8', '0.2'),
    candle(3 * MINUTE, '8', '8', '8', '8'),
  ];
  expect(mergedCandles(candles, '3m')).toEqual([
    { ...candle(0, '9', '10.5', '7.25', '8', '0.3') },
    candle(3 * MINUTE, '8', '8', '8', '8'),
  ]);
});

test('a page omits a merged candle that may have begun before it; the current candle continues from the page', async () => {
  let push: (next: StreamCandle) => void = () => {};
  const page = [candle(2 * MINUTE, '1', '1', '1', '1'), candle(3 * MINUTE, '2', '3', '2', '3')];
  const open = withMergedIntervals(() => ({
    history: async () => ({ candles: page, more: true }),
    listen: (onCandle) => {
      push = onCandle;
      return () => {};
    },
  }));
  const feed = open('BTC', '3m');
  expect((await feed.history()).candles).toEqual([candle(3 * MINUTE, '2', '3', '2', '3')]);
  const seen: StreamCandle[] = [];
  feed.listen((next) => seen.push(next));
  push(candle(4 * MINUTE, '3', '9', '3', '9'));
  push(candle(4 * MINUTE, '3', '9', '1', '1', '2'));
  push(candle(6 * MINUTE, '1', '1', '1', '1'));
  expect(seen).toEqual([
    candle(3 * MINUTE, '2', '9', '2', '9', '2'),
    candle(3 * MINUTE, '2', '9', '1', '1', '3'),
    candle(6 * MINUTE, '1', '1', '1', '1'),
  ]);
});
