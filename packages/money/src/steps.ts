import { formatDecimal, parseDecimal } from './decimal.ts';
import type { AssetUnits, PriceTicks, SizeLots } from './units.ts';

/** The size of one tick or lot as a decimal: coefficient × 10^-scale. A tick of 0.5 is { coefficient: 5, scale: 1 }. */
export interface Step {
  readonly coefficient: number;
  readonly scale: number;
}

const shortest = (coefficient: bigint, scale: number): Step => {
  let [c, s] = [coefficient, scale];
  while (s > 0 && c % 10n === 0n) [c, s] = [c / 10n, s - 1];
  return { coefficient: Number(c), scale: s };
};

const MAX_PRICE_SCALE = 18;

/** The size of one lot in coins of the base asset. */
export const lotStep = (lotUnits: AssetUnits, baseScale: number): Step => shortest(BigInt(lotUnits), baseScale);

/**
 * The size of one tick, as a price in quote coins per base coin: tickLotUnits ÷ lotUnits × 10^(baseScale − quoteScale).
 * Throws RangeError if 18 decimal places are not enough to write this price exactly.
 */
export const tickStep = (
  tickLotUnits: AssetUnits,
  lotUnits: AssetUnits,
  baseScale: number,
  quoteScale: number,
): Step => {
  const numerator = BigInt(tickLotUnits) * 10n ** BigInt(baseScale + MAX_PRICE_SCALE);
  const denominator = BigInt(lotUnits) * 10n ** BigInt(quoteScale);
  if (numerator % denominator !== 0n) throw new RangeError('the price of a tick has no finite decimal representation');
  return shortest(numerator / denominator, MAX_PRICE_SCALE);
};

const parseSteps = (text: string, step: Step): number | undefined => {
  const value = parseDecimal(text, step.scale);
  return value === undefined || value % step.coefficient !== 0 ? undefined : value / step.coefficient;
};

const formatSteps = (count: number, step: Step): string => formatDecimal(count * step.coefficient, step.scale);

/**
 * Parses a price into ticks. Undefined if the text is not a plain decimal, is too large, or is not a whole number of
 * ticks.
 */
export const parsePrice = (text: string, tick: Step): PriceTicks | undefined =>
  parseSteps(text, tick) as PriceTicks | undefined;

export const formatPrice = (ticks: PriceTicks, tick: Step): string => formatSteps(ticks, tick);

/**
 * Parses a size into lots. Undefined if the text is not a plain decimal, is too large, or is not a whole number of
 * lots.
 */
export const parseSize = (text: string, lot: Step): SizeLots | undefined =>
  parseSteps(text, lot) as SizeLots | undefined;

export const formatSize = (lots: SizeLots, lot: Step): string => formatSteps(lots, lot);
