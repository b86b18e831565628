import type { AutoInvestReason } from '@vitrine/contract';
import type { ConvertQuote, OwnerId, Refusal } from '@vitrine/core';
import type { Instrument } from '../../kit/instruments.ts';
import { intervalMs } from '../../projections/tables/candles.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import type { Part } from '../rules/shares.ts';
import type { Services } from '../services.ts';

/**
 * How far the price of a purchase may be above the mean price of the last hours. When plans run is known, so that
 * somebody could empty a thin book just before and sell into it.
 */
const MOST_ABOVE_PPM = 50_000n;
const MILLION = 1_000_000n;
const HOURS = 2;

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

/** Why the core refuses a purchase, in the words of a run; undefined for a refusal that says nothing about it. */
export const reasonOf = (refusal: Refusal): AutoInvestReason | undefined => reasons[refusal];

/** The quote for a purchase now, or why it cannot be made. */
export async function appraise(
  services: Appraiser,
  owner: OwnerId,
  { asset, units }: Part,
): Promise<ConvertQuote | AutoInvestReason> {
  const instrument = services.instruments.byCoin(asset);
  if (instrument === undefined) return 'market_closed';
  const least = await mostForUnits(services, instrument);
  const quote = services.core.quoteConvert(owner, demandUsdt(services).asset, asset, units);
  if (typeof quote === 'string') return reasonOf(quote) ?? 'no_liquidity';
  return least(quote) ? quote : 'price';
}

/** Tells whether a quote's price is near enough to the mean price of the last hours or, without trades, the last price. */
async function mostForUnits({ marketData, clock }: Appraiser, { market, rules }: Instrument) {
  const nowMs = clock();
  const range = { fromMs: nowMs - HOURS * intervalMs['1h'], toMs: nowMs + 1 };
  const candles = (await marketData.candles(market, '1h', range)).filter(({ trades }) => trades > 0);
  const lots = candles.reduce((sum, { volumeLots }) => sum + volumeLots, 0n);
  const turnover = candles.reduce((sum, { turnoverUnits }) => sum + turnoverUnits, 0n);
  const last = BigInt(marketData.ticker(market).lastTicks) * BigInt(rules.tickLotUnits);
  const [meanUnits, perLots] = lots === 0n ? [last, 1n] : [turnover, lots];
  // spent ÷ received ≤ mean × 1.05, where a lot is `lotUnits` units of the coin.
  return ({ spentUnits, feeUnits, receivedUnits }: ConvertQuote): boolean =>
    BigInt(spentUnits - feeUnits) * perLots * BigInt(rules.lotUnits) * MILLION <=
    BigInt(receivedUnits) * meanUnits * (MILLION + MOST_ABOVE_PPM);
}
