import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addUnits,
  feeUnitsCeil,
  MAX_UNITS,
  mulDivCeil,
  mulDivFloor,
  multiplyExact,
  subtractUnits,
} from './arithmetic.ts';
import { assetUnits, ratePpm } from './units.ts';

const whole = fc.oneof(fc.maxSafeNat(), fc.nat(1000), fc.nat(2 ** 31 - 1));
const divisor = whole.map((n) => n + 1).filter((n) => n <= MAX_UNITS);

const exactFloor = (a: number, b: number, c: number) => (BigInt(a) * BigInt(b)) / BigInt(c);
const exactCeil = (a: number, b: number, c: number) => (BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c);

const agrees = (actual: () => number, exact: bigint) => {
  if (exact > BigInt(MAX_UNITS)) expect(actual).toThrow(RangeError);
  else expect(BigInt(actual())).toBe(exact);
};

describe('mulDiv', () => {
  test('floor and ceil agree with exact integers for every size of product', () => {
    fc.assert(
      fc.property(whole, whole, divisor, (a, b, c) => {
        agrees(() => mulDivFloor(a, b, c), exactFloor(a, b, c));
        agrees(() => mulDivCeil(a, b, c), exactCeil(a, b, c));
      }),
      { numRuns: 5000 },
    );
  });

  test('is exact where the floating-point quotient rounds up to the next integer', () => {
    for (let k = 1; k < 20_000; k++) {
      const c = MAX_UNITS - k;
      expect(mulDivFloor(c - 1, 1, c)).toBe(0);
      expect(mulDivCeil(c - 1, 1, c)).toBe(1);
      const d = 94_906_265 - k;
      expect(mulDivFloor(d * d - 1, 1, d)).toBe(d - 1);
      expect(mulDivCeil(d * d + 1, 1, d)).toBe(d + 1);
    }
  });
});

describe('checked arithmetic', () => {
  test('sums and products agree with exact integers or throw', () => {
    const signed = fc.maxSafeInteger();
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        const checks: [() => number, bigint][] = [
          [() => addUnits(assetUnits(a), assetUnits(b)), BigInt(a) + BigInt(b)],
          [() => subtractUnits(assetUnits(a), assetUnits(b)), BigInt(a) - BigInt(b)],
          [() => multiplyExact(a, b), BigInt(a) * BigInt(b)],
        ];
        for (const [actual, exact] of checks) {
          if (exact > BigInt(MAX_UNITS) || exact < -BigInt(MAX_UNITS)) expect(actual).toThrow(RangeError);
          else expect(BigInt(actual())).toBe(exact);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('feeUnitsCeil', () => {
  test.each([
    [0, 1000, 0],
    [1, 1000, 1],
    [1000, 1000, 1],
    [1001, 1000, 2],
    [5_000_000, 0, 0],
    [MAX_UNITS, 1_000_000, MAX_UNITS],
    [MAX_UNITS, 1, 9_007_199_255],
  ])('of %d units at %d ppm is %d', (notional, rate, fee) => {
    expect(feeUnitsCeil(assetUnits(notional), ratePpm(rate))).toBe(fee);
  });
});
