import * as money from '@vitrine/money';
import { type AssetUnits, feeUnitsCeil, mulDivFloor, type RatePpm } from '@vitrine/money';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { MAX_UNITS } = money;

const PPM = 1_000_000;

/** Represents an amount above 2^53 − 1, which is larger than any balance and is refused as exceeds_range. */
export const BEYOND_RANGE = Number.POSITIVE_INFINITY;

/** price × lots × tickLotUnits, or BEYOND_RANGE. */
export const notionalUnits = (priceTicks: number, sizeLots: number, tickLotUnits: number): number => {
  const priceLots = priceTicks * sizeLots;
  const units = priceLots * tickLotUnits;
  return priceLots <= MAX_UNITS && units <= MAX_UNITS ? units : BEYOND_RANGE;
};

/**
 * The hold that a buy needs: its notional at its limit, plus the fee on this notional at the higher of the order's
 * maker and taker rates.
 */
export const buyHold = (priceTicks: number, sizeLots: number, tickLotUnits: number, ratePpm: number): number => {
  const notional = notionalUnits(priceTicks, sizeLots, tickLotUnits);
  if (notional === BEYOND_RANGE) return BEYOND_RANGE;
  const hold = notional + feeUnitsCeil(notional as AssetUnits, ratePpm as RatePpm);
  return hold <= MAX_UNITS ? hold : BEYOND_RANGE;
};

/**
 * The highest number of lots whose notional n satisfies n + ceil(n × rate) ≤ budget, that is, n ≤ floor(budget ÷ (1 +
 * rate)).
 */
export const lotsForBudget = (budgetUnits: number, unitsPerLot: number, ratePpm: number): number =>
  Math.floor(mulDivFloor(budgetUnits, PPM, PPM + ratePpm) / unitsPerLot);
