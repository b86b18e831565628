import type { PerpetualTerms } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { MarketSurvey } from './position-survey.ts';

/** [Y4]: the tier of positions whose cost (value at entry) exceeds the limit of the tier below. */
export interface Tier {
  /** The highest cost of positions in this tier; undefined for the last tier listed. */
  readonly upToUnits: AssetUnits | undefined;
  readonly maintenancePpm: number;
  /** Number of positions, both long and short. */
  readonly positions: number;
}

const MOST_TIERS = 10;
/** A maintenance rate is at most 50%. */
const MAX_RATE_PPM = 500_000;

type Terms = Pick<PerpetualTerms, 'maintenancePpm' | 'riskLimitUnits' | 'riskStepUnits' | 'riskStepPpm'> & {
  readonly maxPositionLots: number;
  readonly markTicks: number;
  readonly tickLotUnits: number;
};

/**
 * The tiers of a market up to that of its largest allowed position at the mark price, or the highest tier in use if
 * that is higher; at most ten. The last tier listed also counts the positions in higher tiers.
 */
export function tiersOf(terms: Terms, { long, short }: MarketSurvey): readonly Tier[] {
  const largestUnits = terms.maxPositionLots * terms.markTicks * terms.tickLotUnits;
  const possible = Math.max(0, Math.ceil((largestUnits - terms.riskLimitUnits) / terms.riskStepUnits));
  const used = Math.max(0, ...long.tiers.keys(), ...short.tiers.keys());
  const last = Math.min(MOST_TIERS - 1, Math.max(possible, used));
  const counts = Array.from({ length: last + 1 }, () => 0);
  for (const [tier, positions] of [...long.tiers, ...short.tiers]) {
    const at = Math.min(tier, last);
    counts[at] = (counts[at] ?? 0) + positions;
  }
  return counts.map((positions, tier) => ({
    upToUnits: tier === last ? undefined : ((terms.riskLimitUnits + tier * terms.riskStepUnits) as AssetUnits),
    maintenancePpm: Math.min(MAX_RATE_PPM, terms.maintenancePpm + tier * terms.riskStepPpm),
    positions,
  }));
}
