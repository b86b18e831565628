import { describe, expect, test } from 'vitest';
import { convertedUnits, daysUntil, hasMoved, isConverted, isPastStrike, meanPriceUnits } from './rules.ts';
import { LONGEST_WAIT_MS, type MinutePrice, settlementPrice } from './settlement-price.ts';

const MINUTE_MS = 60_000;
const EXPIRES_MS = 1_800_000_000_000;
const STORED_MS = 30_000;
/** A tick is 0.1 USDT; BTC has 8 decimals, USDT 6. */
const scale = { scale: 8, tickLotUnits: 1, lotUnits: 1_000 };

/** The minutes before a time, latest first. */
const minutesBefore = (endMs: number, ticks: readonly number[]): MinutePrice[] =>
  ticks.map((close, at) => ({ minuteMs: endMs - (at + 1) * MINUTE_MS, close }));
const settled = (prices: readonly MinutePrice[], nowMs: number) => settlementPrice(prices, EXPIRES_MS, nowMs, scale);

describe('what a conversion pays', () => {
  test('is exact and rounded down', () => {
    expect(convertedUnits('sell_high', 10_035_000, 66_000_000_000, 8)).toBe(6_623_100_000);
    expect(convertedUnits('buy_low', 3_012_600_000, 3_200_000_000, 8)).toBe(94_143_750);
    expect(convertedUnits('buy_low', 1, 3_200_000_000, 8)).toBe(0);
    expect(() => convertedUnits('sell_high', 2 ** 53 - 1, 66_000_000_000, 8)).toThrow(RangeError);
  });

  test('at exactly the strike, the coin is sold but not bought', () => {
    expect([99, 100, 101].map((price) => isConverted('sell_high', price, 100))).toEqual([false, true, true]);
    expect([99, 100, 101].map((price) => isConverted('buy_low', price, 100))).toEqual([true, false, false]);
    expect([99, 100, 101].map((price) => isPastStrike('sell_high', price, 100))).toEqual([false, true, true]);
    expect([99, 100, 101].map((price) => isPastStrike('buy_low', price, 100))).toEqual([true, true, false]);
  });

  test('a rate is valid while the index stays within a fraction of the one for which it was set', () => {
    expect([970, 1_030].map((index) => hasMoved(index, 1_000, 30_000))).toEqual([false, false]);
    expect([969, 1_031].map((index) => hasMoved(index, 1_000, 30_000))).toEqual([true, true]);
  });

  test('only whole days earn a yield', () => {
    expect(daysUntil(EXPIRES_MS, EXPIRES_MS - 86_400_000)).toBe(1);
    expect(daysUntil(EXPIRES_MS, EXPIRES_MS - 86_399_999)).toBe(0);
    expect(daysUntil(EXPIRES_MS, EXPIRES_MS + 1)).toBe(0);
  });
});

describe('the settlement price', () => {
  test('is the mean of the half hour before the expiry, rounded down', () => {
    const half = [...Array(29).fill(660_000), 660_001];
    // The minute before the half hour is not included.
    const prices = minutesBefore(EXPIRES_MS, [...half, 1]);
    expect(settled(prices, EXPIRES_MS + STORED_MS)).toEqual({
      priceUnits: Math.floor((660_000.0333333333 * 1e8) / 1_000),
      windowEndMs: EXPIRES_MS,
      minutes: 30,
    });
    expect(meanPriceUnits([1, 2], { scale: 0, tickLotUnits: 1, lotUnits: 1 })).toBe(1);
  });

  test('is undefined until the last minute is stored', () => {
    const prices = minutesBefore(EXPIRES_MS, Array(30).fill(660_000));
    expect(settled(prices, EXPIRES_MS + STORED_MS - 1)).toBeUndefined();
  });

  test('is that of the expiry, even if it is decided later', () => {
    const prices = [
      ...minutesBefore(EXPIRES_MS, Array(15).fill(660_000)),
      ...minutesBefore(EXPIRES_MS + 60 * MINUTE_MS, Array(60).fill(700_000)),
    ];
    expect(settled(prices, EXPIRES_MS + 48 * 3_600_000)).toMatchObject({ windowEndMs: EXPIRES_MS, minutes: 15 });
  });

  test('is that of the first later half hour with enough minutes, if the first one has too few', () => {
    const before = minutesBefore(EXPIRES_MS, Array(14).fill(660_000));
    expect(settled(before, EXPIRES_MS + STORED_MS)).toBeUndefined();
    const firstAgain: MinutePrice = { minuteMs: EXPIRES_MS + 5 * MINUTE_MS, close: 675_000 };
    expect(settled([...before, firstAgain], EXPIRES_MS + 6 * MINUTE_MS + STORED_MS)).toEqual({
      priceUnits: 66_100_000_000,
      windowEndMs: EXPIRES_MS + 6 * MINUTE_MS,
      minutes: 15,
    });
  });

  test('is undefined if no half hour within a day has enough minutes', () => {
    const late = minutesBefore(EXPIRES_MS + LONGEST_WAIT_MS + MINUTE_MS, Array(15).fill(660_000));
    expect(settled(late, EXPIRES_MS + 3 * LONGEST_WAIT_MS)).toBeUndefined();
    const inTime = minutesBefore(EXPIRES_MS + LONGEST_WAIT_MS, Array(15).fill(660_000));
    expect(settled(inTime, EXPIRES_MS + 3 * LONGEST_WAIT_MS)).toMatchObject({ minutes: 15 });
  });
});
