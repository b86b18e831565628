import type { PerpetualTerms, PositionSide } from '@vitrine/core';

export interface Position {
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
}

export const NO_POSITION: Position = { lots: 0, costUnits: 0, marginUnits: 0 };

/** A market's mark price and terms, and what one lot is worth per tick. */
export interface Valuation {
  readonly markTicks: number;
  readonly tickLotUnits: number;
  readonly terms: PerpetualTerms;
}

/**
 * SPEC.md's formulas in exact arithmetic. They are written out once more here, so that the checks share no code with
 * the core or the oracle.
 */
const floor = (a: bigint, b: bigint): bigint => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);
const ceil = (a: bigint, b: bigint): bigint => -floor(-a, b);

/** floor(a × b ÷ c) */
export const mulFloor = (a: number, b: number, c: number): number => Number(floor(BigInt(a) * BigInt(b), BigInt(c)));

/** ceil(a × b ÷ c) */
export const mulCeil = (a: number, b: number, c: number): number => Number(ceil(BigInt(a) * BigInt(b), BigInt(c)));

export const feeOf = (notionalUnits: number, ppm: number): number => mulCeil(notionalUnits, ppm, 1_000_000);

/** [Y4]: the tier of a position with this cost. */
function tierOf({ riskLimitUnits, riskStepUnits }: PerpetualTerms, costUnits: number): number {
  return costUnits <= riskLimitUnits ? 0 : Math.min(100, mulCeil(costUnits - riskLimitUnits, 1, riskStepUnits));
}

/** [Y4]: the maintenance rate of a position with this cost. */
function rateOf(terms: PerpetualTerms, costUnits: number): number {
  return Math.min(500_000, terms.maintenancePpm + tierOf(terms, costUnits) * terms.riskStepPpm);
}

/** [Y4]: margin plus profit at this price. */
export function equityAt(side: PositionSide, { lots, costUnits, marginUnits }: Position, valueUnits: number): number {
  if (lots === 0) return 0;
  return marginUnits + (side === 'long' ? valueUnits - costUnits : costUnits - valueUnits);
}

export const worthOf = ({ tickLotUnits }: Valuation, lots: number, ticks: number): number =>
  ticks * tickLotUnits * lots;

/** Whether the position must be liquidated at the mark price, by the definition in [Y5]. */
export function isDue(at: Valuation, side: PositionSide, position: Position): boolean {
  if (position.lots === 0) return false;
  const value = worthOf(at, position.lots, at.markTicks);
  return equityAt(side, position, value) <= feeOf(value, rateOf(at.terms, position.costUnits));
}

/** [Y5]: the worst price at which the margin covers the loss. */
export function bankruptcyTicks(at: Valuation, side: PositionSide, { lots, costUnits, marginUnits }: Position): number {
  const perTick = worthOf(at, lots, 1);
  if (side === 'short') return mulFloor(costUnits + marginUnits, 1, perTick);
  return Math.max(1, mulCeil(costUnits - marginUnits, 1, perTick));
}

/** [V3]: the worst price at which the position is closed when it is liquidated. */
export function limitTicks(at: Valuation, side: PositionSide, position: Position): number {
  const bankruptcy = bankruptcyTicks(at, side, position);
  const distance = feeOf(at.markTicks, at.terms.maintenancePpm);
  return side === 'long'
    ? Math.max(bankruptcy, at.markTicks - distance)
    : Math.min(bankruptcy, at.markTicks + distance);
}

/**
 * [V3]: the number of lots that must be closed to bring the position down one tier; in the lowest tier, all of them.
 */
export function partLots({ terms }: Valuation, { lots, costUnits }: Position): number {
  const tier = tierOf(terms, costUnits);
  if (tier === 0) return lots;
  return mulCeil(lots, costUnits - terms.riskLimitUnits - (tier - 1) * terms.riskStepUnits, costUnits);
}

/** [Y6]: the position without these lots, and the margin and profit that they release at this price. */
export function without(side: PositionSide, position: Position, lots: number, notionalUnits: number) {
  const marginUnits = mulFloor(position.marginUnits, lots, position.lots);
  const costUnits = (side === 'long' ? mulFloor : mulCeil)(position.costUnits, lots, position.lots);
  const left: Position = {
    lots: position.lots - lots,
    costUnits: position.costUnits - costUnits,
    marginUnits: position.marginUnits - marginUnits,
  };
  return { left, marginUnits, profitUnits: side === 'long' ? notionalUnits - costUnits : costUnits - notionalUnits };
}

export const oppositeOf = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long');
