import type { MarketId } from '@vitrine/core';
import { type RatePpm, slippageOfPercent, trimZeros } from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';
import { ratePercentText } from '../projections/wire.ts';
import { readMarketSlippages, storeMarketSlippage } from '../settings/market-slippage.ts';
import type { ApprovalContext } from '../staff/approvals/approvals.ts';
import type { Services } from './services.ts';

/** A market's default maximum slippage, in per cent: at the time of the request, and as requested. */
export interface SlippageRequest {
  readonly before: string;
  readonly after: string;
}

type Settings = Pick<Services, 'exchangeSettings'>;

/** Errors: listing_invalid. */
export function readSlippage(percent: string): RatePpm {
  const ppm = slippageOfPercent(percent);
  if (ppm === undefined) throw new ApiError('listing_invalid', { reason: 'rate_range', field: 'max_slippage_percent' });
  return ppm;
}

/** A slippage in the form in which operators write it. */
const slippageText = (ppm: number): string => trimZeros(ratePercentText(ppm));

/** The default maximum slippage of a market, in the form in which operators write it. */
export const slippageView = ({ exchangeSettings }: Settings, market: MarketId): string =>
  slippageText(exchangeSettings.slippagePpm(market));

/** The change that a form requests; undefined if the slippage stays the same. Errors: listing_invalid. */
export function slippageRequest(
  settings: Settings,
  market: MarketId,
  percent: string | undefined,
): SlippageRequest | undefined {
  const before = slippageView(settings, market);
  const after = percent === undefined ? before : slippageText(readSlippage(percent));
  return before === after ? undefined : { before, after };
}

/**
 * Stores the slippage chosen when a market is listed. Repeating the call changes nothing: the listing may be in the log
 * even though its approval was not marked as done. Errors: listed_already if a different slippage is stored for the
 * market.
 */
export async function beginSlippage(
  market: MarketId,
  name: string,
  percent: string | undefined,
  context: ApprovalContext,
): Promise<void> {
  if (percent === undefined) return;
  const slippagePpm = readSlippage(percent);
  const own = (await readMarketSlippages(context.transaction)).get(market);
  if (own === slippagePpm) return;
  if (own !== undefined) throw new ApiError('listed_already', { name });
  await store(market, slippagePpm, context);
}

/**
 * Checks that a requested change still applies; returns a function that stores it. Reads the current slippage from the
 * database, because a change approved just before may not be in memory yet. Errors: listing_changed.
 */
export async function checkSlippage(
  { exchangeSettings }: Settings,
  market: MarketId,
  request: SlippageRequest | undefined,
  context: ApprovalContext,
): Promise<() => Promise<void>> {
  if (request === undefined) return async () => {};
  const own = (await readMarketSlippages(context.transaction)).get(market);
  const slippagePpm = readSlippage(request.after);
  if (own === slippagePpm) return async () => {};
  const current = own ?? exchangeSettings.current().maxSlippagePpm;
  if (current !== readSlippage(request.before)) throw new ApiError('listing_changed');
  return () => store(market, slippagePpm, context);
}

const store = (market: MarketId, slippagePpm: number, { approval, approvedBy, transaction }: ApprovalContext) =>
  storeMarketSlippage(transaction, {
    market,
    slippagePpm,
    changedBy: approval.askedBy,
    approvedBy: approvedBy.email,
    reason: approval.reason,
  });
