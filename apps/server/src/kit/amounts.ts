import {
  type AssetUnits,
  assetUnits,
  formatDecimal,
  type PriceTicks,
  parseDecimal,
  parsePrice,
  parseSize,
  type SizeLots,
  type Step,
} from '@vitrine/money';
import { ApiError } from './api-error.ts';
import type { Instrument } from './instruments.ts';

/**
 * Converts a price to ticks. Errors: price_required (zero), price_off_tick, excess_decimals, exceeds_range,
 * malformed_amount.
 */
export function readPrice(text: string, { tick }: Instrument): PriceTicks {
  const ticks = parsePrice(text, tick);
  if (ticks === undefined) throw amountFault(text, tick, (step) => new ApiError('price_off_tick', { tick: step }));
  if (ticks === 0) throw new ApiError('price_required');
  return ticks;
}

/**
 * Converts a size to lots. Errors: amount_required (zero), size_off_lot, excess_decimals, exceeds_range,
 * malformed_amount.
 */
export function readSize(text: string, { lot }: Instrument): SizeLots {
  const lots = parseSize(text, lot);
  if (lots === undefined) throw amountFault(text, lot, (step) => new ApiError('size_off_lot', { lot: step }));
  if (lots === 0) throw new ApiError('amount_required');
  return lots;
}

/**
 * Converts an amount to asset units. Errors: amount_required (zero), excess_decimals, exceeds_range, malformed_amount.
 */
export function readUnits(text: string, { scale }: { readonly scale: number }): AssetUnits {
  const units = parseDecimal(text, scale);
  if (units === undefined)
    throw amountFault(text, { coefficient: 1, scale }, (step) => new ApiError('malformed_amount', { step }));
  if (units === 0) throw new ApiError('amount_required');
  return assetUnits(units);
}

/** The error for text that is not a whole number of steps. */
function amountFault(text: string, step: Step, offStep: (step: string) => ApiError): ApiError {
  const [whole = '', decimals = ''] = text.split('.');
  if (!/^(0|[1-9][0-9]*)$/.test(whole)) return new ApiError('malformed_amount');
  if (decimals.length > step.scale) return new ApiError('excess_decimals', { decimals: String(step.scale) });
  if (parseDecimal(text, step.scale) === undefined) return new ApiError('exceeds_range');
  return offStep(stepText(step));
}

export const stepText = ({ coefficient, scale }: Step): string => formatDecimal(coefficient, scale);
