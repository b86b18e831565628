import type { Core, MarketRules } from '@vitrine/core';
import { stepText } from '../kit/amounts.ts';
import { ApiError } from '../kit/api-error.ts';
import type { Instrument } from '../kit/instruments.ts';
import { priceText } from '../projections/wire.ts';
import { type LimitsBody, readMarketUnits } from './market-form.ts';

/** The maximum number of open orders per client that a perpetual market may allow. */
const MOST_PERPETUAL_ORDERS = 200;

/** A market's rules with the given limits, validated at its reference price. Errors: listing_invalid. */
export function unitsWithLimits(
  core: Pick<Core, 'market' | 'perpetual'>,
  instrument: Instrument,
  limits: LimitsBody,
): MarketRules {
  const { base, quote, tick, lot, market, isPerpetual } = instrument;
  if (isPerpetual && limits.maximum_open_orders > MOST_PERPETUAL_ORDERS)
    throw new ApiError('listing_invalid', {
      reason: 'orders_range',
      field: 'maximum_open_orders',
      most: String(MOST_PERPETUAL_ORDERS),
    });
  const rules = (isPerpetual ? core.perpetual(market) : core.market(market)) ?? instrument.rules;
  const form = {
    ...limits,
    tick: stepText(tick),
    lot: stepText(lot),
    reference_price: priceText(instrument, rules.referenceTicks),
  };
  const { referenceTicks: _, ...units } = readMarketUnits(form, base, quote);
  return units;
}
