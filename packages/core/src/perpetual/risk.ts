import * as money from '@vitrine/money';
import { mulDivCeil, mulDivFloor } from '@vitrine/money';
import * as codes from '../vocabulary/codes.ts';
import * as rules from '../vocabulary/rules.ts';
import type { PerpetualTerms } from '../vocabulary/terms.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { LONG } = codes;
const { MAX_UNITS } = money;
const { MAX_RATE_PPM } = rules;

const PPM = 1_000_000;

/** The data that the formulas need about a position. `lotTickUnits` is its lots × tickLotUnits: its value per tick. */
export interface Exposure {
  readonly side: number;
  readonly lotTickUnits: number;
  readonly costUnits: number;
  readonly marginUnits: number;
}

/** [Z1]: margin of one lot. It is rounded up for each lot, so that the margin of an order is the sum over its fills. */
export const marginPerLot = (priceTicks: number, tickLotUnits: number, leverage: number): number =>
  mulDivCeil(priceTicks, tickLotUnits, leverage);

/** The highest tier; it limits the number of parts in which a position is liquidated. */
const MAX_TIER = 100;

/** [Y4]: 0 for positions with a cost up to the risk limit, plus one for each full or partial step above it. */
export const tierOf = (terms: PerpetualTerms, costUnits: number): number =>
  costUnits <= terms.riskLimitUnits
    ? 0
    : Math.min(MAX_TIER, mulDivCeil(costUnits - terms.riskLimitUnits, 1, terms.riskStepUnits));

/** [Y4]: the maintenance rate of positions with this cost. */
export const maintenancePpmOf = (terms: PerpetualTerms, costUnits: number): number =>
  Math.min(MAX_RATE_PPM, terms.maintenancePpm + tierOf(terms, costUnits) * terms.riskStepPpm);

/** [V3]: the maximum cost of a position in the next lower tier. `tier` must be at least 1. */
export const costBelowTier = (terms: PerpetualTerms, tier: number): number =>
  terms.riskLimitUnits + (tier - 1) * terms.riskStepUnits;

/** Margin plus profit at this price: the amount that would be left, before the fee, if the position were closed. */
export const equityUnits = (e: Exposure, priceTicks: number): number => {
  const profit = priceTicks * e.lotTickUnits - e.costUnits;
  return e.marginUnits + (e.side === LONG ? profit : -profit);
};

/** [Y4]: the amount that margin plus profit must exceed at this mark price. */
export const maintenanceUnits = (e: Exposure, maintenancePpm: number, markTicks: number): number =>
  mulDivCeil(markTicks * e.lotTickUnits, maintenancePpm, PPM);

/** [Y5]: whether the position has to be liquidated at this mark price. */
export const isDue = (e: Exposure, maintenancePpm: number, markTicks: number): boolean =>
  equityUnits(e, markTicks) <= maintenanceUnits(e, maintenancePpm, markTicks);

/**
 * [Y5]: the highest mark price at which a long position is liquidated (0 if there is none), or the lowest one at which
 * a short position is.
 */
export const liquidationTicks = (e: Exposure, maintenancePpm: number): number => {
  const { side, lotTickUnits, costUnits, marginUnits } = e;
  if (side === LONG) {
    if (costUnits < marginUnits) return 0;
    // x ÷ (1 − rate) is computed as x + x × rate ÷ (1 − rate), whose products are smaller. The same applies below.
    const debtUnits = costUnits - marginUnits;
    const aboveUnits = debtUnits + 1 + mulDivCeil(debtUnits + 1, maintenancePpm, PPM - maintenancePpm);
    return mulDivFloor(aboveUnits - 1, 1, lotTickUnits);
  }
  const worthUnits = costUnits + marginUnits - 1;
  const belowUnits = worthUnits - mulDivCeil(worthUnits, maintenancePpm, PPM + maintenancePpm);
  return mulDivCeil(belowUnits + 1, 1, lotTickUnits);
};

/** [Y5]: the worst price at which the margin covers the loss. */
export const bankruptcyTicks = ({ side, lotTickUnits, costUnits, marginUnits }: Exposure): number => {
  if (side !== LONG) return mulDivFloor(costUnits + marginUnits, 1, lotTickUnits);
  return costUnits <= marginUnits ? 1 : mulDivCeil(costUnits - marginUnits, 1, lotTickUnits);
};

/**
 * [V3]: the worst price at which a position under liquidation is closed. `maintenancePpm` is the rate of the lowest
 * tier.
 */
export const liquidationLimitTicks = (e: Exposure, maintenancePpm: number, markTicks: number): number => {
  const distance = mulDivCeil(markTicks, maintenancePpm, PPM);
  return e.side === LONG
    ? Math.max(bankruptcyTicks(e), markTicks - distance)
    : Math.min(bankruptcyTicks(e), markTicks + distance);
};

/** [V7]: the average entry price, by which positions are ranked for deleveraging. */
export const entryTicks = ({ lotTickUnits, costUnits }: Exposure): number => mulDivFloor(costUnits, 1, lotTickUnits);

/**
 * The maximum value, at the mark price, of all lots that are or may be open. It leaves room for prices of up to twice
 * the mark price and margins of up to twice the cost.
 */
const MAX_INTEREST_UNITS = 2 ** 50;

/** [X3]: whether this mark price is too high to calculate with, for one lot or for this many lots. */
export const isMarkTooHigh = (markTicks: number, tickLotUnits: number, lots: number): boolean => {
  const priceUnits = markTicks * tickLotUnits;
  return priceUnits > MAX_UNITS || priceUnits * lots > MAX_INTEREST_UNITS;
};
