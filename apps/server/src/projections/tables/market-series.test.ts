import type { OrderFilled } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { type Candle, candleOpenMs, intervalMs, joinCandles, MINUTE_MS } from './candles.ts';
import { MarketSeries } from './market-series.ts';

const DAY_START = Date.UTC(2026, 0, 5);
const HOUR_MS = 60 * MINUTE_MS;

let trade = 0;
function fill(ticks: number, lots = 1): OrderFilled {
  trade += 1;
  return {
    kind: 'OrderFilled',
    market: 1,
    trade,
    takerSide: 'buy',
    makerOrder: 1,
    makerOwner: 8,
    takerOrder: 2,
    takerOwner: 1000,
    priceTicks: ticks as PriceTicks,
    sizeLots: lots as SizeLots,
    notionalUnits: (ticks * lots) as AssetUnits,
    makerFeeUnits: 0 as AssetUnits,
    takerFeeUnits: 0 as AssetUnits,
    makerOpenLots: 0 as SizeLots,
    takerOpenLots: 0 as SizeLots,
  };
}

const series = () => new MarketSeries(1, 500 as PriceTicks);
const at = (offsetMs: number) => (DAY_START + offsetMs) as TimeMs;

describe('the 24 h ticker', () => {
  test('shows the reference price before the first trade', () => {
    expect(series().ticker(at(0))).toMatchObject({ lastTicks: 500, openTicks: 500, highTicks: 500, volumeLots: 0n });
  });

  test('calculates the change from the price 24 hours ago, and drops old trades minute by minute', () => {
    const market = series();
    market.trade(fill(100, 5), at(0));
    market.trade(fill(300, 1), at(HOUR_MS));
    market.trade(fill(200, 2), at(2 * HOUR_MS));
    expect(market.ticker(at(3 * HOUR_MS))).toMatchObject({
      lastTicks: 200,
      openTicks: 100,
      highTicks: 300,
      lowTicks: 100,
      volumeLots: 8n,
      turnoverUnits: 1_200n,
    });
    // The first minute leaves the window 24 h after it opened; from then on the change is measured from the close of
    // that minute.
    expect(market.ticker(at(24 * HOUR_MS - 1))).toMatchObject({ volumeLots: 8n, lowTicks: 100 });
    expect(market.ticker(at(24 * HOUR_MS))).toMatchObject({ volumeLots: 3n, lowTicks: 200, openTicks: 100 });
    expect(market.ticker(at(25 * HOUR_MS))).toMatchObject({ volumeLots: 2n, highTicks: 200, openTicks: 300 });
    expect(market.ticker(at(40 * HOUR_MS))).toMatchObject({
      lastTicks: 200,
      openTicks: 200,
      highTicks: 200,
      lowTicks: 200,
      volumeLots: 0n,
      turnoverUnits: 0n,
    });
  });

  test('adds up volume and turnover exactly beyond 2^53', () => {
    const market = series();
    const huge = 2 ** 52 + 1;
    for (let i = 0; i < 5; i += 1) market.trade(fill(1, huge), at(i));
    expect(market.ticker(at(10)).volumeLots).toBe(5n * BigInt(huge));
    expect(market.candle(MINUTE_MS, at(10)).turnoverUnits).toBe(5n * BigInt(huge));
  });
});

describe('candles in memory', () => {
  test('every interval is exactly the sum of its minutes, regardless of the clock times queried in between', () => {
    const market = series();
    const minutes = new Map<number, Candle>();
    let price = 1_000;
    for (let i = 0; i < 2_000; i += 1) {
      const timeMs = at(i * 41_113);
      price += (i * 7919) % 13 > 6 ? 3 : -3;
      const event = fill(price, 1 + (i % 17));
      market.trade(event, timeMs);
      if (i % 5 === 0) market.ticker(timeMs + 90_000);
      const openMs = candleOpenMs(timeMs, MINUTE_MS);
      minutes.set(openMs, joinCandles(minutes.get(openMs), minuteOf(event, timeMs), openMs));
    }
    const nowMs = at(2_000 * 41_113);
    for (const lengthMs of Object.values(intervalMs)) {
      const expected = new Map<number, Candle>();
      for (const minute of minutes.values()) {
        const openMs = candleOpenMs(minute.openMs, lengthMs);
        expected.set(openMs, joinCandles(expected.get(openMs), minute, openMs));
      }
      const recent = market.recentCandles(lengthMs, nowMs, 0);
      expect(recent.length).toBeGreaterThan(0);
      for (const candle of recent) expect(candle).toEqual(expected.get(candle.openMs));
      const middle = Math.floor(recent.length / 2);
      const sinceMs = recent[middle]?.openMs ?? 0;
      expect(market.recentCandles(lengthMs, nowMs, sinceMs)).toEqual(recent.slice(Math.max(0, middle - 1)));
    }
  });

  test('an interval without trades repeats the last price', () => {
    const market = series();
    market.trade(fill(123), at(0));
    expect(market.candle(MINUTE_MS, at(5 * MINUTE_MS))).toEqual({
      openMs: at(5 * MINUTE_MS),
      openTicks: 123,
      highTicks: 123,
      lowTicks: 123,
      closeTicks: 123,
      volumeLots: 0n,
      turnoverUnits: 0n,
      trades: 0,
    });
  });

  test('a batch stamped just before a minute ended still counts for that minute after the clock has passed it', () => {
    const market = series();
    market.trade(fill(100), at(59_000));
    market.ticker(at(60_001));
    market.trade(fill(200), at(59_999));
    expect(market.recentCandle(MINUTE_MS, at(0))).toMatchObject({ openTicks: 100, closeTicks: 200, trades: 2 });
    market.trade(fill(300), at(60_000));
    expect(market.recentCandle(MINUTE_MS, at(0))).toMatchObject({ closeTicks: 200, trades: 2 });
    expect(market.ticker(at(60_002))).toMatchObject({ volumeLots: 3n, highTicks: 300 });
  });
});

/** The minute candle of a single trade. */
function minuteOf(event: OrderFilled, timeMs: TimeMs): Candle {
  const alone = series();
  alone.trade(event, timeMs);
  return alone.candle(MINUTE_MS, timeMs);
}
