import type { AutoInvestReason } from '@vitrine/contract';
import type { ConvertQuote, MarketId, OwnerId, Refusal } from '@vitrine/core';
import type { Instrument } from '../../kit/instruments.ts';
import { intervalMs } from '../../projections/tables/candles.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import type { Part } from '../rules/shares.ts';
import type { Services } from '../services.ts';

/**
 * How far the price of a purchase may exceed the reference price. The times of runs are predictable, so someone could
 * otherwise empty a thin order book just before a run and sell into it.
 */
const MOST_ABOVE_PPM = 100_000n;
const MILLION = 1_000_000n;
/**
 * The reference price is the median closing price of this many hours with trades; at least LEAST_HOURS are required.
 */
const HOURS = 24;
const LEAST_HOURS = 3;
/** How far back to look for hours with trades. */
const WEEK_MS = 7 * 24 * intervalMs['1h'];

type Appraiser = Omit<Services, 'autoInvest'>;

const reasons: Partial<Record<Refusal, AutoInvestReason>> = {
  account_frozen: 'restricted',
  account_restricted: 'restricted',
  unknown_asset: 'market_closed',
  unknown_market: 'market_closed',
  market_delisted: 'market_closed',
  market_halted: 'market_closed',
  market_cancel_only: 'market_closed',
  market_busy: 'no_liquidity',
  exceeds_balance: 'balance',
  below_minimum: 'amount',
  above_maximum: 'amount',
  exceeds_range: 'amount',
  no_liquidity: 'no_liquidity',
  cannot_fill: 'no_liquidity',
  below_rate: 'price',
};

/** The reason shown for a purchase that the core refused; undefined if the refusal is not about the purchase. */
export const reasonOf = (refusal: Refusal): AutoInvestReason | undefined => reasons[refusal];

/** The quote for a purchase now, or why it cannot be made. */
export async function appraise(
  services: Appraiser,
  owner: OwnerId,
  { asset, units }: Part,
): Promise<ConvertQuote | AutoInvestReason> {
  const instrument = services.instruments.byCoin(asset);
  if (instrument === undefined || services.plannedDelistings.isAnnounced(instrument.market)) return 'market_closed';
  const quote = services.core.quoteConvert(owner, demandUsdt(services).asset, asset, units);
  if (typeof quote === 'string') return reasonOf(quote) ?? 'no_liquidity';
  const ticks = await referenceTicks(services, instrument.market);
  return ticks !== undefined && isNear(instrument, quote, ticks) ? quote : 'price';
}

/**
 * The reference price; undefined if there are too few hours with trades. Uses only hours that ended at least an hour
 * ago, before anyone would prepare for a run. A median is not moved by high volume in a few of them.
 */
async function referenceTicks({ marketData, clock }: Appraiser, market: MarketId): Promise<number | undefined> {
  const nowMs = clock();
  const toMs = nowMs - (nowMs % intervalMs['1h']) - intervalMs['1h'];
  const candles = await marketData.candles(market, '1h', { fromMs: toMs - WEEK_MS, toMs });
  const traded = candles.filter(({ trades }) => trades > 0).slice(-HOURS);
  if (traded.length < LEAST_HOURS) return undefined;
  const closes = traded.map(({ closeTicks }) => closeTicks).sort((a, b) => a - b);
  return closes[Math.floor((closes.length - 1) / 2)];
}

/** Whether spent ÷ received ≤ reference × 1.1, where a lot is `lotUnits` units of the coin. */
const isNear = ({ rules }: Instrument, { spentUnits, feeUnits, receivedUnits }: ConvertQuote, ticks: number): boolean =>
  BigInt(spentUnits - feeUnits) * BigInt(rules.lotUnits) * MILLION <=
  BigInt(receivedUnits) * BigInt(ticks) * BigInt(rules.tickLotUnits) * (MILLION + MOST_ABOVE_PPM);
