import type { Core, MarketRules } from '@vitrine/core';
import { stepText } from '../kit/amounts.ts';
import type { Instrument } from '../kit/instruments.ts';
import { priceText } from '../projections/wire.ts';
import { type LimitsBody, readMarketUnits } from './market-form.ts';

/** A market's rules with the given limits, validated at its reference price. Errors: listing_invalid. */
export function unitsWithLimits(core: Pick<Core, 'market'>, instrument: Instrument, limits: LimitsBody): MarketRules {
  const { base, quote, tick, lot } = instrument;
  const rules = core.market(instrument.market) ?? instrument.rules;
  const form = {
    ...limits,
    tick: stepText(tick),
    lot: stepText(lot),
    reference_price: priceText(instrument, rules.referenceTicks),
  };
  const { referenceTicks: _, ...units } = readMarketUnits(form, base, quote);
  return units;
}
