import { parseDecimal } from '@vitrine/money';
import { settledAmount } from '@vitrine/ui';
import type { CallResponse } from '../../lib/api.ts';
import { plain } from './market-draft.ts';

type FeeTier = CallResponse<'GET /api/v3/console/settings'>['fee_tiers'][number];

export const feeSides = ['maker', 'taker'] as const;
type FeeSide = (typeof feeSides)[number];

/** The base rates, which are those of the lowest tier, as typed in percent; rates that are missing are unchanged. */
export type FeeDraft = Readonly<Partial<Record<FeeSide, string>>>;

export interface FeeFault {
  readonly field: FeeSide;
  readonly text: 'missing' | 'range' | 'makerAboveTaker';
}

const PERCENT_DECIMALS = 4;
const PPM_OF_PERCENT = 10_000;
const MAX_PPM = 100_000;

/** Whether any orders pay fees. */
export const hasRates = (tiers: readonly FeeTier[]): boolean =>
  tiers.some(({ maker_ppm, taker_ppm }) => maker_ppm > 0 || taker_ppm > 0);

/** A base rate as text: what is typed, or the current rate of the lowest tier. */
export const rateText = ([base]: readonly FeeTier[], draft: FeeDraft, side: FeeSide): string =>
  draft[side] ?? String((base?.[`${side}_ppm`] ?? 0) / PPM_OF_PERCENT);

const ppmOf = (text: string): number | undefined => parseDecimal(plain(text), PERCENT_DECIMALS);

/** The first invalid rate, if any. */
export function feeFault(tiers: readonly FeeTier[], draft: FeeDraft): FeeFault | undefined {
  for (const field of feeSides) {
    const text = rateText(tiers, draft, field);
    if (settledAmount(text) === '') return { field, text: 'missing' };
    if ((ppmOf(text) ?? MAX_PPM + 1) > MAX_PPM) return { field, text: 'range' };
  }
  const [maker = 0, taker = 0] = feeSides.map((side) => ppmOf(rateText(tiers, draft, side)));
  return maker > taker ? { field: 'maker', text: 'makerAboveTaker' } : undefined;
}

/**
 * The fee tiers with the typed base rates, in the form that the server expects; undefined if the rates are unchanged.
 * If the exchange has no rates yet, the typed rates apply to all tiers, otherwise only to the lowest.
 */
export function editedTiers(tiers: readonly FeeTier[], draft: FeeDraft): Omit<FeeTier, 'level'>[] | undefined {
  const [maker_ppm = 0, taker_ppm = 0] = feeSides.map((side) => ppmOf(rateText(tiers, draft, side)));
  const [base] = tiers;
  if (base === undefined || (base.maker_ppm === maker_ppm && base.taker_ppm === taker_ppm)) return undefined;
  const isFirst = !hasRates(tiers);
  return tiers.map(({ level: _, ...tier }, index) =>
    index === 0 || isFirst ? { ...tier, maker_ppm, taker_ppm } : tier,
  );
}
