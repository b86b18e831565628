import type { AssetView } from '@vitrine/core';
import { formatPrice, type MarketUnits, priceTicks, tickStep } from '@vitrine/money';
import type { IndexedMarket, SourceChoice } from '../futures/index-price/index-source.ts';
import { ApiError } from '../kit/api-error.ts';
import type { Services } from './services.ts';

/** How far the first mark price may be from the index, as a fraction of the index. */
const MAX_DISTANCE = 0.05;
/** The minimum first mark price, in ticks: below it, one tick could exceed the maximum step of the mark price. */
const LEAST_TICKS = 1_000;

/**
 * Requires a confirmed index and a first mark price close to it: without an index, the mark price of a perpetual market
 * would never move. The choices of sources must have been loaded. Errors: listing_invalid.
 */
export function demandIndex(
  { indexFeed }: Pick<Services, 'indexFeed'>,
  base: AssetView,
  quote: AssetView,
  units: MarketUnits,
  choice?: SourceChoice,
): void {
  if (units.referenceTicks < LEAST_TICKS)
    throw new ApiError('listing_invalid', { reason: 'tick_too_coarse', field: 'tick' });
  const tick = tickStep(units.tickLotUnits, units.lotUnits, base.scale, quote.scale);
  const ticks = demandConfirmedIndex({ indexFeed }, { base, quote, tick }, choice);
  if (Math.abs(units.referenceTicks / ticks - 1) <= MAX_DISTANCE) return;
  const most = formatPrice(priceTicks(Math.max(1, Math.round(ticks))), tick);
  throw new ApiError('listing_invalid', { reason: 'price_off_index', field: 'reference_price', most });
}

/**
 * The index of a market with these sources, in the market's ticks. Errors: listing_invalid if too few sources confirm
 * an index.
 */
export function demandConfirmedIndex(
  { indexFeed }: Pick<Services, 'indexFeed'>,
  market: IndexedMarket,
  choice?: SourceChoice,
): number {
  const ticks = indexFeed.indexFor(market, choice);
  if (ticks === undefined) throw new ApiError('listing_invalid', { reason: 'no_index', field: 'base' });
  return ticks;
}
