import { isMarkTooHigh } from '@vitrine/core';
import { formatPrice, type PriceTicks, priceTicks } from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';
import { type Instrument, isPerpetual, type Perpetual } from '../kit/instruments.ts';
import type { Services } from './services.ts';

/** How far the price that operators state may be from the last confirmed index, as a fraction of that index. */
const MAX_DISTANCE = 0.1;
/** If the index was last confirmed longer ago than this, it does not limit the price that operators state. */
const MAX_AGE_MS = 24 * 3_600_000;
/**
 * If the mark price has fewer ticks than this, positions are not closed at the mean: rounding the mean to a whole tick
 * would change it too much.
 */
export const FEWEST_TICKS = 100;

/** What a stated settlement price is compared with. */
type SettlementSources = Pick<Services, 'core' | 'indexFeed' | 'indexPrices' | 'indexSources' | 'clock'>;

const refuse = (reason: 'settlement_unneeded' | 'settlement_has_index' | 'too_large') =>
  new ApiError('listing_invalid', { reason, field: 'settlement_price' });

/**
 * Throws if positions cannot be closed at a price that operators state. They can be if the market has positions, no
 * usable index is confirmed, and the price is near the index that was confirmed last, unless that was long ago. If no
 * confirmed index is recorded, the price must be near the mark price. Errors: listing_invalid.
 */
export async function demandSettlement(
  services: SettlementSources,
  instrument: Instrument,
  ticks: PriceTicks,
): Promise<void> {
  const { core, indexFeed, indexPrices, indexSources, clock } = services;
  const view = isPerpetual(instrument) ? core.perpetual(instrument.market) : undefined;
  if (!isPerpetual(instrument) || view === undefined || view.openInterestLots === 0)
    throw refuse('settlement_unneeded');
  if (isTooHigh(view, ticks)) throw refuse('too_large');
  await indexSources.load();
  const index = indexFeed.indexFor(instrument);
  const isUsable = index !== undefined && index >= FEWEST_TICKS && !isTooHigh(view, index);
  if (isUsable) throw refuse('settlement_has_index');
  const [last] = await indexPrices.candles(instrument.market, Number.MAX_SAFE_INTEGER, 1);
  if (last !== undefined && clock() - last.minuteMs > MAX_AGE_MS) return;
  const known = last?.close ?? view.markTicks;
  if (Math.abs(ticks / known - 1) <= MAX_DISTANCE) return;
  const most = formatPrice(priceTicks(Math.max(1, Math.round(known))), instrument.tick);
  throw new ApiError('listing_invalid', { reason: 'settlement_distance', field: 'settlement_price', most });
}

const isTooHigh = (view: Perpetual['rules'], ticks: number): boolean =>
  isMarkTooHigh(Math.round(ticks), view.tickLotUnits, Math.max(view.maxOpenInterestLots, view.openInterestLots));
