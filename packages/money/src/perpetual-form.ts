import { parseDecimal } from './decimal.ts';
import type { MarketUnits } from './market-form.ts';
import { formatSize, lotStep, parseSize } from './steps.ts';
import { type AssetUnits, assetUnits, type RatePpm, ratePpm, type SizeLots, sizeLots } from './units.ts';

/** The terms of a perpetual market as people write them, in addition to the rules that it shares with spot markets. */
export interface PerpetualTermsForm {
  readonly maximumLeverage: number;
  /** A percentage with at most four decimals, like all rates. */
  readonly maintenancePercent: string;
  /** In the quote coin: the entry value up to which positions need only `maintenancePercent`. */
  readonly riskLimit: string;
  /** The maintenance rate rises by `riskStepPercent` for each full or partial `riskStep` of entry value above `riskLimit`. */
  readonly riskStep: string;
  readonly riskStepPercent: string;
  readonly liquidationFeePercent: string;
  /** In the base coin. */
  readonly maximumPosition: string;
  readonly maximumOpenInterest: string;
  /** The number of days for which a position must stay open before its owner may close it; 0 for none. */
  readonly minimumTermDays: number;
}

/** The same terms in the core's units. */
export interface PerpetualTermsUnits {
  readonly maxLeverage: number;
  readonly maintenancePpm: RatePpm;
  readonly riskLimitUnits: AssetUnits;
  readonly riskStepUnits: AssetUnits;
  readonly riskStepPpm: RatePpm;
  readonly liquidationFeePpm: RatePpm;
  readonly maxPositionLots: SizeLots;
  readonly maxOpenInterestLots: SizeLots;
  readonly minTermDays: number;
}

export type PerpetualFaultReason =
  | 'not_positive'
  | 'total_decimals'
  | 'too_large'
  | 'not_whole_lots'
  | 'leverage_range'
  | 'maintenance_range'
  | 'rate_range'
  | 'interest_below_position'
  | 'interest_too_large'
  | 'term_range';

/** A field that is invalid, and why. */
export interface PerpetualFault {
  readonly field: keyof PerpetualTermsForm;
  readonly reason: PerpetualFaultReason;
  /** For `total_decimals`: the maximum number of decimals. */
  readonly decimals?: number;
  /** For `maintenance_range` and `interest_too_large`: the highest possible value. */
  readonly most?: string;
}

/** The market that the terms are for. */
export interface TermsMarket {
  readonly units: Pick<MarketUnits, 'tickLotUnits' | 'lotUnits' | 'referenceTicks'>;
  readonly scales: { readonly base: number; readonly quote: number };
}

const PPM = 1_000_000;
const RATE_DECIMALS = 4;
const MIN_LEVERAGE = 3;
const MAX_LEVERAGE = 100;
const MAX_RATE_PPM = 500_000;
const MAX_TERM_DAYS = 365;
/**
 * The highest value of a market's maximum open interest at the listing price. The core halts a market at a mark price
 * that would value the maximum open interest above 2^50 units, so the price may rise eightfold before that.
 */
const MAX_INTEREST_UNITS = 2n ** 47n;

/**
 * The terms in units, or a list of faults, at most one per field. Whether the maximum open interest is too small or too
 * large is checked only if there are no other faults.
 */
export function perpetualTerms(
  form: PerpetualTermsForm,
  { units, scales }: TermsMarket,
): { readonly terms: PerpetualTermsUnits } | { readonly faults: readonly PerpetualFault[] } {
  const faults: PerpetualFault[] = [];
  const lot = lotStep(units.lotUnits, scales.base);
  const rate = (field: 'riskStepPercent' | 'liquidationFeePercent'): RatePpm => {
    const ppm = parseDecimal(form[field], RATE_DECIMALS);
    if (ppm === undefined || ppm > MAX_RATE_PPM) faults.push({ field, reason: 'rate_range' });
    return ratePpm(Math.min(ppm ?? 0, MAX_RATE_PPM));
  };
  const total = (field: 'riskLimit' | 'riskStep'): AssetUnits => {
    const value = parseDecimal(form[field], scales.quote);
    if (value === undefined) faults.push(totalFault(field, form[field], scales.quote));
    else if (value < 1) faults.push({ field, reason: 'not_positive' });
    return assetUnits(value ?? 0);
  };
  const size = (field: 'maximumPosition' | 'maximumOpenInterest'): SizeLots => {
    const value = parseSize(form[field], lot);
    if (value === undefined) faults.push({ field, reason: 'not_whole_lots' });
    else if (value < 1) faults.push({ field, reason: 'not_positive' });
    return sizeLots(value ?? 0);
  };
  const { maximumLeverage: maxLeverage } = form;
  const isLeverage = Number.isInteger(maxLeverage) && maxLeverage >= MIN_LEVERAGE && maxLeverage <= MAX_LEVERAGE;
  if (!isLeverage) faults.push({ field: 'maximumLeverage', reason: 'leverage_range' });
  const { minimumTermDays: minTermDays } = form;
  if (!(Number.isInteger(minTermDays) && minTermDays >= 0 && minTermDays <= MAX_TERM_DAYS))
    faults.push({ field: 'minimumTermDays', reason: 'term_range' });
  const terms: PerpetualTermsUnits = {
    maxLeverage,
    maintenancePpm: maintenanceOf(form.maintenancePercent, isLeverage ? maxLeverage : MIN_LEVERAGE, faults),
    riskLimitUnits: total('riskLimit'),
    riskStepUnits: total('riskStep'),
    riskStepPpm: rate('riskStepPercent'),
    liquidationFeePpm: rate('liquidationFeePercent'),
    maxPositionLots: size('maximumPosition'),
    maxOpenInterestLots: size('maximumOpenInterest'),
    minTermDays,
  };
  if (faults.length > 0) return { faults };
  const fault = interestFault(terms, units, (lots) => formatSize(lots, lot));
  return fault === undefined ? { terms } : { faults: [fault] };
}

/** The maintenance rate: at most half of the initial margin at the maximum leverage, as the core requires. */
function maintenanceOf(text: string, leverage: number, faults: PerpetualFault[]): RatePpm {
  const most = Math.floor(PPM / (2 * leverage));
  const ppm = parseDecimal(text, RATE_DECIMALS);
  if (ppm === undefined || ppm < 1 || ppm > most)
    faults.push({ field: 'maintenancePercent', reason: 'maintenance_range', most: String(most / 10 ** RATE_DECIMALS) });
  return ratePpm(Math.min(ppm ?? 0, most));
}

/** The fault of a value that has too many decimals, or exceeds what the ledger can hold. */
const totalFault = (field: 'riskLimit' | 'riskStep', text: string, decimals: number): PerpetualFault =>
  (text.split('.')[1]?.replace(/0+$/, '').length ?? 0) <= decimals
    ? { field, reason: 'too_large' }
    : { field, reason: 'total_decimals', decimals };

function interestFault(
  { maxPositionLots, maxOpenInterestLots }: PerpetualTermsUnits,
  { tickLotUnits, referenceTicks }: TermsMarket['units'],
  text: (lots: SizeLots) => string,
): PerpetualFault | undefined {
  const field = 'maximumOpenInterest';
  if (maxOpenInterestLots < maxPositionLots) return { field, reason: 'interest_below_position' };
  const most = MAX_INTEREST_UNITS / (BigInt(tickLotUnits) * BigInt(referenceTicks));
  if (BigInt(maxOpenInterestLots) <= most) return undefined;
  return { field, reason: 'interest_too_large', most: text(sizeLots(Number(most))) };
}
