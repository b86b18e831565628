import type { AssetUnits, RatePpm } from './units.ts';

/** The largest whole number of units allowed: 2^53 − 1. */
export const MAX_UNITS = Number.MAX_SAFE_INTEGER;

const PPM = 1_000_000;

const outOfRange = (): never => {
  throw new RangeError('the result exceeds 2^53 - 1');
};

/** a + b. Throws RangeError if the sum is outside ±(2^53 − 1). */
export const addUnits = (a: AssetUnits, b: AssetUnits): AssetUnits => {
  const sum = a + b;
  return (Number.isSafeInteger(sum) ? sum : outOfRange()) as AssetUnits;
};

/** a − b. Throws RangeError if the difference is outside ±(2^53 − 1). */
export const subtractUnits = (a: AssetUnits, b: AssetUnits): AssetUnits => addUnits(a, -b as AssetUnits);

/** a × b. Throws RangeError if the product is outside ±(2^53 − 1). */
export const multiplyExact = (a: number, b: number): number => {
  // The rounded product is above the bound if and only if the exact one is, because 2^53 itself is representable.
  const product = a * b;
  return Number.isSafeInteger(product) ? product : outOfRange();
};

/**
 * floor(a × b ÷ c) for whole a, b ≥ 0 and c > 0, exact for any size of a × b. Throws RangeError if the result exceeds
 * 2^53 − 1.
 */
export const mulDivFloor = (a: number, b: number, c: number): number => {
  const product = a * b;
  if (!(product <= MAX_UNITS)) return wideDivide(a, b, c, 0n);
  const quotient = Math.floor(product / c);
  const remainder = product - quotient * c;
  // The quotient of two whole numbers below 2^53 may be rounded up to the next integer, so the exact remainder decides.
  return remainder < 0 ? quotient - 1 : quotient;
};

/**
 * ceil(a × b ÷ c) for whole a, b ≥ 0 and c > 0, exact for any size of a × b. Throws RangeError if the result exceeds
 * 2^53 − 1.
 */
export const mulDivCeil = (a: number, b: number, c: number): number => {
  const product = a * b;
  if (!(product <= MAX_UNITS)) return wideDivide(a, b, c, BigInt(c) - 1n);
  const quotient = Math.floor(product / c);
  const remainder = product - quotient * c;
  return remainder > 0 ? quotient + 1 : quotient;
};

const wideDivide = (a: number, b: number, c: number, addend: bigint): number => {
  const wide = (BigInt(a) * BigInt(b) + addend) / BigInt(c);
  return wide <= BigInt(MAX_UNITS) ? Number(wide) : outOfRange();
};

/** Fee in quote units: ceil(notional × rate ÷ 1,000,000). Zero only if the notional or the rate is zero. */
export const feeUnitsCeil = (notionalUnits: AssetUnits, ratePpm: RatePpm): AssetUnits =>
  mulDivCeil(notionalUnits, ratePpm, PPM) as AssetUnits;
