import { parseDecimal } from './decimal.ts';
import { lotStep, parsePrice, parseSize, tickStep } from './steps.ts';
import { type AssetUnits, assetUnits, type PriceTicks, type RatePpm, ratePpm, type SizeLots } from './units.ts';

/** The rules of a spot market as people write them: decimal strings in whole coins, prices in quote per base. */
export interface MarketForm {
  readonly tick: string;
  readonly lot: string;
  readonly minimumAmount: string;
  readonly maximumAmount: string;
  readonly minimumTotal: string;
  readonly maximumTotal: string;
  /** How far an order's price may be from the center of the price band, in per cent with at most four decimals. */
  readonly bandPercent: string;
  readonly maximumOpenOrders: number;
  /** The center of the price band until the first trade. */
  readonly referencePrice: string;
}

/** The rules of a spot market in units of the two assets, in lots and in ticks. */
export interface MarketUnits {
  readonly tickLotUnits: AssetUnits;
  readonly lotUnits: AssetUnits;
  readonly minSizeLots: SizeLots;
  readonly maxSizeLots: SizeLots;
  readonly minNotionalUnits: AssetUnits;
  readonly maxNotionalUnits: AssetUnits;
  readonly bandPpm: RatePpm;
  readonly maxOpenOrders: number;
  readonly referenceTicks: PriceTicks;
}

export type MarketFaultReason =
  | 'not_positive'
  | 'lot_decimals'
  | 'tick_times_lot'
  | 'not_whole_lots'
  | 'not_whole_ticks'
  | 'total_decimals'
  | 'too_large'
  | 'maximum_below_minimum'
  | 'no_order_possible'
  | 'band_range';

/** A field that is invalid, and why. */
export interface MarketFault {
  readonly field: keyof MarketForm;
  readonly reason: MarketFaultReason;
  /** For `lot_decimals`, `tick_times_lot` and `total_decimals`: the maximum number of decimals. */
  readonly decimals?: number;
  /** For `tick_times_lot`: a coarser lot and a coarser tick, either of which would solve the problem. */
  readonly suggestion?: { readonly lot: string; readonly tick: string };
}

/** Decimal places of the two assets. */
export interface PairScales {
  readonly base: number;
  readonly quote: number;
}

const PERCENT_DECIMALS = 4;
const MAX_BAND_PPM = 1_000_000;
const MAX_SLIPPAGE_PPM = 500_000;

/**
 * The rate of a market's default maximum slippage in per cent; undefined unless that is from 0 to 50, with at most four
 * decimals.
 */
export function slippageOfPercent(percent: string): RatePpm | undefined {
  const ppm = parseDecimal(percent, PERCENT_DECIMALS);
  return ppm === undefined || ppm > MAX_SLIPPAGE_PPM ? undefined : ratePpm(ppm);
}

/**
 * Converts the form to units, or returns a list of its faults, at most one per field. Tick and lot are checked first,
 * the other fields only if both are valid, and contradictions between fields only if every field is valid.
 */
export function marketUnits(
  form: MarketForm,
  scales: PairScales,
): { readonly units: MarketUnits } | { readonly faults: readonly MarketFault[] } {
  const steps = stepsOf(form, scales);
  if ('faults' in steps) return steps;
  const { tickLotUnits, lotUnits } = steps;
  const tick = tickStep(tickLotUnits, lotUnits, scales.base, scales.quote);
  const lot = lotStep(lotUnits, scales.base);
  const faults: MarketFault[] = [];
  const checked = <T extends number>(
    value: T | undefined,
    field: keyof MarketForm,
    reason: MarketFaultReason,
    decimals?: number,
  ): T => {
    if (value === undefined) faults.push(faultOf(field, reason, decimals));
    else if (value < 1) faults.push({ field, reason: 'not_positive' });
    return value ?? (0 as T);
  };
  const units: MarketUnits = {
    tickLotUnits,
    lotUnits,
    minSizeLots: checked(parseSize(form.minimumAmount, lot), 'minimumAmount', 'not_whole_lots', lot.scale),
    maxSizeLots: checked(parseSize(form.maximumAmount, lot), 'maximumAmount', 'not_whole_lots', lot.scale),
    minNotionalUnits: totalOf(form.minimumTotal, 'minimumTotal'),
    maxNotionalUnits: totalOf(form.maximumTotal, 'maximumTotal'),
    bandPpm: ratePpm(parseDecimal(form.bandPercent, PERCENT_DECIMALS) ?? 0),
    maxOpenOrders: checked(form.maximumOpenOrders, 'maximumOpenOrders', 'not_positive'),
    referenceTicks: checked(parsePrice(form.referencePrice, tick), 'referencePrice', 'not_whole_ticks', tick.scale),
  };
  if (units.bandPpm < 1 || units.bandPpm > MAX_BAND_PPM) faults.push({ field: 'bandPercent', reason: 'band_range' });
  if (faults.length > 0) return { faults };
  const crossed = crossedFaults(units);
  return crossed.length > 0 ? { faults: crossed } : { units };

  function totalOf(text: string, field: 'minimumTotal' | 'maximumTotal'): AssetUnits {
    const value = parseDecimal(text, scales.quote);
    return assetUnits(checked(value, field, 'total_decimals', scales.quote));
  }

  function faultOf(field: keyof MarketForm, reason: MarketFaultReason, decimals = 0): MarketFault {
    const digits = digitsOf(String(form[field]));
    const isTooLarge = digits !== undefined && digits.scale <= decimals && !isWithinLedger(digits, decimals);
    if (isTooLarge) return { field, reason: 'too_large' };
    return reason === 'total_decimals' ? { field, reason, decimals } : { field, reason };
  }
}

/** Faults in the combination of two fields. */
function crossedFaults(units: MarketUnits): MarketFault[] {
  const faults: MarketFault[] = [];
  if (units.maxSizeLots < units.minSizeLots) faults.push({ field: 'maximumAmount', reason: 'maximum_below_minimum' });
  if (units.maxNotionalUnits < units.minNotionalUnits)
    faults.push({ field: 'maximumTotal', reason: 'maximum_below_minimum' });
  if (faults.length > 0) return faults;
  const lotValue = BigInt(units.referenceTicks) * BigInt(units.tickLotUnits);
  if (BigInt(units.maxSizeLots) * lotValue < BigInt(units.minNotionalUnits))
    return [{ field: 'maximumAmount', reason: 'no_order_possible' }];
  if (BigInt(units.minSizeLots) * lotValue > BigInt(units.maxNotionalUnits))
    return [{ field: 'maximumTotal', reason: 'no_order_possible' }];
  return [];
}

type Steps = Pick<MarketUnits, 'tickLotUnits' | 'lotUnits'>;

function stepsOf({ tick, lot }: MarketForm, scales: PairScales): Steps | { readonly faults: readonly MarketFault[] } {
  const [tickDigits, lotDigits] = [digitsOf(tick), digitsOf(lot)];
  const faults: MarketFault[] = [];
  if (tickDigits === undefined) faults.push({ field: 'tick', reason: 'not_positive' });
  const lotUnits = parseDecimal(lot, scales.base);
  if (lotDigits === undefined) faults.push({ field: 'lot', reason: 'not_positive' });
  else if (lotDigits.scale > scales.base) faults.push({ field: 'lot', reason: 'lot_decimals', decimals: scales.base });
  else if (lotUnits === undefined) faults.push({ field: 'lot', reason: 'too_large' });
  if (tickDigits === undefined || lotDigits === undefined || lotUnits === undefined) return { faults };
  const tickLotUnits = wholeUnits(tickDigits, lotDigits, scales.quote);
  if (tickLotUnits !== undefined) return { tickLotUnits: assetUnits(tickLotUnits), lotUnits: assetUnits(lotUnits) };
  const tooFine = tickDigits.scale + lotDigits.scale - scales.quote;
  if (tooFine <= 0) return { faults: [{ field: 'lot', reason: 'too_large' }] };
  return {
    faults: [
      {
        field: 'lot',
        reason: 'tick_times_lot',
        decimals: scales.quote,
        suggestion: { lot: coarser(lotDigits, tooFine), tick: coarser(tickDigits, tooFine) },
      },
    ],
  };
}

/** A decimal above zero without trailing zeros, as coefficient × 10^-scale. */
interface Digits {
  readonly coefficient: bigint;
  readonly scale: number;
}

function digitsOf(text: string): Digits | undefined {
  if (!/^(0|[1-9][0-9]{0,15})(\.[0-9]{1,18})?$/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  const coefficient = BigInt(whole + significant);
  return coefficient === 0n ? undefined : { coefficient, scale: significant.length };
}

/** Whether the number, in units of 10^-scale, is at most 2^53 − 1. */
const isWithinLedger = ({ coefficient, scale: own }: Digits, scale: number): boolean =>
  coefficient * 10n ** BigInt(scale - own) <= BigInt(Number.MAX_SAFE_INTEGER);

/** a × b in units of 10^-scale; undefined if that is not a whole number, or exceeds 2^53 − 1. */
function wholeUnits(a: Digits, b: Digits, scale: number): number | undefined {
  const shift = scale - a.scale - b.scale;
  const product = a.coefficient * b.coefficient;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  if (product % divisor !== 0n) return undefined;
  const units = (product / divisor) * 10n ** BigInt(Math.max(0, shift));
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : undefined;
}

/** The power of ten with `places` fewer decimals than this step has. */
function coarser({ scale }: Digits, places: number): string {
  const left = scale - places;
  return left > 0 ? `0.${'0'.repeat(left - 1)}1` : `1${'0'.repeat(-left)}`;
}
