import type { MarketRules } from '@vitrine/core';
import { type PriceTicks, parsePrice } from '@vitrine/money';
import { stepText } from '../kit/amounts.ts';
import { ApiError } from '../kit/api-error.ts';
import type { Instrument } from '../kit/instruments.ts';
import { priceText } from '../projections/wire.ts';
import { type LimitsBody, readMarketUnits } from './market-form.ts';

/** A market's rules with other limits. Errors: listing_invalid. */
export function unitsWithLimits(instrument: Instrument, limits: LimitsBody): MarketRules {
  const { base, quote, tick, lot, rules } = instrument;
  const form = {
    ...limits,
    tick: stepText(tick),
    lot: stepText(lot),
    reference_price: priceText(instrument, rules.referenceTicks),
  };
  const { referenceTicks: _, ...units } = readMarketUnits(form, base, quote);
  return units;
}

/** The centre of a price band. Errors: listing_invalid. */
export function readReference({ tick }: Instrument, text: string): PriceTicks {
  const ticks = parsePrice(text, tick);
  const field = 'reference_price';
  if (ticks === undefined) throw new ApiError('listing_invalid', { reason: 'not_whole_ticks', field });
  if (ticks === 0) throw new ApiError('listing_invalid', { reason: 'not_positive', field });
  return ticks;
}
