import type { BodyOf, ErrorParameters, endpoints } from '@vitrine/contract';
import type { AssetView } from '@vitrine/core';
import { type MarketFault, type MarketForm, type MarketUnits, marketUnits } from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';

/** The rules of a market in wire format. */
export type MarketBody = Omit<BodyOf<typeof endpoints.consoleAskForMarket>, 'base' | 'quote' | 'reason'>;
/** The rules that may change while the market trades. */
export type LimitsBody = Omit<MarketBody, 'tick' | 'lot' | 'reference_price'>;

const wireNames = {
  tick: 'tick',
  lot: 'lot',
  minimumAmount: 'minimum_amount',
  maximumAmount: 'maximum_amount',
  minimumTotal: 'minimum_total',
  maximumTotal: 'maximum_total',
  bandPercent: 'band_percent',
  maximumOpenOrders: 'maximum_open_orders',
  referencePrice: 'reference_price',
} as const satisfies Record<keyof MarketForm, keyof MarketBody>;

/** The rules in units of the two assets. Errors: listing_invalid, for the first field at fault. */
export function readMarketUnits(body: MarketBody, base: AssetView, quote: AssetView): MarketUnits {
  const read = marketUnits(
    {
      tick: body.tick,
      lot: body.lot,
      minimumAmount: body.minimum_amount,
      maximumAmount: body.maximum_amount,
      minimumTotal: body.minimum_total,
      maximumTotal: body.maximum_total,
      bandPercent: body.band_percent,
      maximumOpenOrders: body.maximum_open_orders,
      referencePrice: body.reference_price,
    },
    { base: base.scale, quote: quote.scale },
  );
  if ('units' in read) return read.units;
  const [fault] = read.faults;
  if (fault === undefined) throw new Error('the form was rejected without a reason');
  throw new ApiError('listing_invalid', parametersOf(fault));
}

const parametersOf = ({ field, reason, decimals = 0 }: MarketFault): ErrorParameters<'listing_invalid'> =>
  ({ reason, field: wireNames[field], decimals: String(decimals) }) as ErrorParameters<'listing_invalid'>;
