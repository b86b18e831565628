import { type AssetUnits, MAX_UNITS } from '@vitrine/money';

/** Actual/365, in leap years too: rates are in parts per million of the principal, for 365 days. */
const YEAR_PPM = 365_000_000n;

const annual = (principal: number, aprPpm: number): bigint => BigInt(principal) * BigInt(aprPpm);

/** Throws RangeError above 2^53 − 1. */
function unitsOf(exact: bigint): AssetUnits {
  if (exact > BigInt(MAX_UNITS)) throw new RangeError(`${exact} units are more than an account can hold`);
  return Number(exact) as AssetUnits;
}

const exactInterest = (principal: number, aprPpm: number, days: number): bigint =>
  (annual(principal, aprPpm) * BigInt(days)) / YEAR_PPM;

/** The interest for this many days: floor(principal × rate × days ÷ 365). Throws RangeError above 2^53 − 1. */
export const wholeInterest = (principal: number, aprPpm: number, days: number): AssetUnits =>
  unitsOf(exactInterest(principal, aprPpm, days));

/** The smallest principal whose interest for this many days is at least one unit. */
export const leastPrincipal = (aprPpm: number, days: number): number =>
  Number((YEAR_PPM + BigInt(aprPpm) * BigInt(days) - 1n) / (BigInt(aprPpm) * BigInt(days)));

/**
 * The interest of day 1, 2, …: the increase of the total interest on that day, so that fractions of a unit carry over
 * to the next day and the days add up to the total.
 */
export const interestOfDay = (principal: number, aprPpm: number, day: number): AssetUnits =>
  unitsOf(exactInterest(principal, aprPpm, day) - exactInterest(principal, aprPpm, day - 1));

/**
 * One day of interest on a principal that may change, and the fraction of a unit to carry over (in 1 / 365,000,000).
 */
export function flexibleDay(principal: number, aprPpm: number, carry: number) {
  const sum = annual(principal, aprPpm) + BigInt(carry);
  return { units: unitsOf(sum / YEAR_PPM), carry: Number(sum % YEAR_PPM) };
}

/** The interest of flexible stakes for this many days, rounded up. `flexibleNum` is the sum of principal × rate. */
export const reserveUnits = (flexibleNum: bigint, days: number): number =>
  Number((flexibleNum * BigInt(days) + YEAR_PPM - 1n) / YEAR_PPM);
