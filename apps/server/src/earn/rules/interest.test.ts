import { describe, expect, test } from 'vitest';
import { CUT_MS, firstCut } from './cuts.ts';
import { flexibleDay, interestOfDay, reserveUnits, wholeInterest } from './interest.ts';
import { initialUnits } from './unlock.ts';

/** Principals and rates, from one unit to the largest amount. */
const cases = [
  [1, 1],
  [1, 5_000_000],
  [999_999, 32_000],
  [4_000_000_000, 80_000],
  [240_000_000, 44_000],
  [123_456_789_012, 3_200],
  [2 ** 53 - 1, 999_983],
] as const;

describe.each(cases)('%i units at %i ppm', (principal, ppm) => {
  test('the days of a term add up to the exact interest, rounded down once', () => {
    let numerator = 0n;
    let posted = 0n;
    for (let day = 1; day <= 400; day += 1) {
      numerator += BigInt(principal) * BigInt(ppm);
      posted += BigInt(interestOfDay(principal, ppm, day));
      expect(posted).toBe(numerator / 365_000_000n);
      if (posted < 2n ** 53n) expect(wholeInterest(principal, ppm, day)).toBe(Number(posted));
      else expect(() => wholeInterest(principal, ppm, day)).toThrow(RangeError);
    }
  });

  test('a flexible stake whose principal does not change earns the same as a term on each day', () => {
    let carry = 0;
    for (let day = 1; day <= 400; day += 1) {
      const one = flexibleDay(principal, ppm, carry);
      expect(one.units).toBe(interestOfDay(principal, ppm, day));
      expect(one.carry).toBeLessThan(365_000_000);
      carry = one.carry;
    }
  });
});

test('a fraction of a unit is carried over when the principal changes', () => {
  // 0.6 units a day, then 0.5.
  const first = flexibleDay(219_000_000, 1, 0);
  expect(first.units).toBe(0);
  expect(flexibleDay(182_500_000, 1, first.carry)).toEqual({ units: 1, carry: 36_500_000 });
});

test('the reserve is rounded up', () => {
  expect(reserveUnits(0n, 30)).toBe(0);
  expect(reserveUnits(1n, 1)).toBe(1);
  expect(reserveUnits(365_000_000n, 30)).toBe(30);
  expect(reserveUnits(365_000_001n, 30)).toBe(31);
});

test('an early unlock pays 30% at once, rounded down', () => {
  expect(initialUnits(10, 300_000)).toBe(3);
  expect(initialUnits(9, 300_000)).toBe(2);
  expect(initialUnits(2 ** 53 - 1, 300_000)).toBe(Number(((2n ** 53n - 1n) * 3n) / 10n));
});

test('interest is earned from the next 00:00 UTC that is at least a minute away', () => {
  const midnight = Date.UTC(2026, 10, 21);
  expect(firstCut(midnight)).toBe(midnight + CUT_MS);
  expect(firstCut(midnight - 60_001)).toBe(midnight);
  expect(firstCut(midnight - 60_000)).toBe(midnight + CUT_MS);
});
