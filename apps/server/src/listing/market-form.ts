import type { BodyOf, ErrorParameters, endpoints } from '@vitrine/contract';
import type { AssetView } from '@vitrine/core';
import {
  type MarketFault,
  type MarketForm,
  type MarketUnits,
  marketUnits,
  type PerpetualFault,
  type PerpetualTermsForm,
  type PerpetualTermsUnits,
  perpetualTerms,
} from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';

/** The rules of a market in wire format. */
export type MarketBody = Omit<BodyOf<typeof endpoints.consoleAskForMarket>, 'base' | 'quote' | 'reason' | 'draft_id'>;
/** The rules that may change while the market trades. */
export type LimitsBody = Omit<MarketBody, 'tick' | 'lot' | 'reference_price' | 'max_slippage_percent'>;

/** A perpetual market in wire format: its rules and its terms. */
export type PerpetualBody = Omit<
  BodyOf<typeof endpoints.consoleAskForPerpetual>,
  'base' | 'quote' | 'reason' | 'draft_id'
>;

/** The terms of a perpetual market, which it has in addition to its rules. */
export type TermsBody = Omit<BodyOf<typeof endpoints.consoleAskForPerpetualTerms>, 'name' | 'reason'>;

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

/** The rules in units of the two assets. Errors: listing_invalid, for the first invalid field. */
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
  if (fault === undefined) throw new Error('the form of a market was rejected, but no field was reported as invalid');
  throw new ApiError('listing_invalid', parametersOf(fault));
}

const termNames = {
  maximumLeverage: 'maximum_leverage',
  maintenancePercent: 'maintenance_percent',
  riskLimit: 'risk_limit',
  riskStep: 'risk_step',
  riskStepPercent: 'risk_step_percent',
  liquidationFeePercent: 'liquidation_fee_percent',
  maximumPosition: 'maximum_position',
  maximumOpenInterest: 'maximum_open_interest',
  minimumTermDays: 'minimum_term_days',
} as const satisfies Record<keyof PerpetualTermsForm, keyof TermsBody>;

/** The terms in units, for a market with these rules. Errors: listing_invalid, for the first invalid field. */
export function readPerpetualTerms(
  body: TermsBody,
  base: AssetView,
  quote: AssetView,
  units: Pick<MarketUnits, 'tickLotUnits' | 'lotUnits' | 'referenceTicks'>,
): PerpetualTermsUnits {
  const given = { minimum_term_days: 0, ...body };
  const form = Object.fromEntries(Object.entries(termNames).map(([field, name]) => [field, given[name]]));
  const scales = { base: base.scale, quote: quote.scale };
  const read = perpetualTerms(form as unknown as PerpetualTermsForm, { units, scales });
  if ('terms' in read) return read.terms;
  const [fault] = read.faults;
  if (fault === undefined)
    throw new Error('the terms of a perpetual market were rejected, but no field was reported as invalid');
  throw new ApiError('listing_invalid', termParametersOf(fault));
}

const termParametersOf = ({ field, reason, decimals = 0, most = '' }: PerpetualFault) =>
  ({
    reason,
    field: termNames[field],
    decimals: String(decimals),
    most,
  }) as ErrorParameters<'listing_invalid'>;

const parametersOf = ({ field, reason, decimals = 0 }: MarketFault): ErrorParameters<'listing_invalid'> =>
  ({ reason, field: wireNames[field], decimals: String(decimals) }) as ErrorParameters<'listing_invalid'>;
