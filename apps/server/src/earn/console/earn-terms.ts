import type { AssetView } from '@vitrine/core';
import { formatDecimal, MAX_UNITS, parseDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { percentText } from '../http/wire.ts';
import type { NewMinerTerms } from '../miners/publish-miner.ts';
import type { Product, Tier } from '../products/products.ts';
import type { NewTerms } from '../products/publish-product.ts';
import { wholeInterest } from '../rules/interest.ts';
import type { Call, Services } from '../services.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** A year's rate is at most 500%, with four decimals. */
const MOST_PPM = 5_000_000;
const WHOLE_PPM = 1_000_000;
const RATE_DECIMALS = 4;

export const invalid = (field: string) => new ApiError('offer_invalid', { field });

/** A coin that is traded. Errors: unknown_coin. */
export function listedCoin(services: Services, code: string): AssetView {
  const view = findAsset(services, code.toUpperCase());
  if (!services.earn.isListed(view.asset)) throw new ApiError('unknown_coin', { coin: code });
  return view;
}

type ProductBody = Call<'consoleAskForEarnProduct'>['body'];

/** Reads the terms of a product. Errors: offer_invalid, those of amounts. */
export function readTerms(body: ProductBody, coin: AssetView): NewTerms {
  const terms = {
    minimumUnits: readUnits(body.minimum_amount, coin),
    maximumUnits: readUnits(body.maximum_amount, coin),
    quotaUnits: readUnits(body.quota, coin),
    noticeMs: body.notice_days * DAY_MS,
    initialPpm: readPpm(body.initial_percent, 'initial_percent', 0, WHOLE_PPM),
    reserveDays: body.reserve_days,
    tiers: readTiers(body.tiers),
  };
  if (terms.maximumUnits < terms.minimumUnits) throw invalid('maximum_amount');
  if (terms.quotaUnits < terms.minimumUnits) throw invalid('quota');
  for (const { days, aprPpm } of terms.tiers) refuseRange(terms, aprPpm, days);
  return terms;
}

function readTiers(tiers: ProductBody['tiers']): Tier[] {
  const read = tiers.map(({ days, apr }) => ({ days, aprPpm: readPpm(apr, 'apr', 1, MOST_PPM) }));
  if (new Set(read.map(({ days }) => days)).size < read.length) throw invalid('tiers');
  return read.sort((a, b) => a.days - b.days);
}

function readPpm(text: string, field: string, least: number, most: number): number {
  const ppm = parseDecimal(text, RATE_DECIMALS);
  if (ppm === undefined || ppm < least || ppm > most) throw invalid(field);
  return ppm;
}

/** Refuses amounts whose interest would be nothing, or more than an account can hold. */
function refuseRange({ minimumUnits, quotaUnits, reserveDays }: NewTerms, aprPpm: number, days: number): void {
  if (wholeInterest(minimumUnits, aprPpm, days === 0 ? YEAR_DAYS : days) === 0) throw invalid('minimum_amount');
  try {
    const interest = wholeInterest(quotaUnits, aprPpm, days === 0 ? reserveDays : days);
    if (quotaUnits + interest > MAX_UNITS) throw invalid('quota');
  } catch (error) {
    if (error instanceof RangeError) throw invalid('quota');
    throw error;
  }
}

/** The terms as both persons see them: the rate of each duration is a field of its own. */
export function termsText(terms: NewTerms | Product, { scale }: AssetView) {
  const show = (units: number) => formatDecimal(units, scale);
  return {
    ...Object.fromEntries(terms.tiers.map(({ days, aprPpm }) => [`apr_days_${days}`, percentText(aprPpm)])),
    minimum_amount: show(terms.minimumUnits),
    maximum_amount: show(terms.maximumUnits),
    quota: show(terms.quotaUnits),
    notice_days: String(terms.noticeMs / DAY_MS),
    initial_percent: percentText(terms.initialPpm),
    reserve_days: String(terms.reserveDays),
  };
}

type MinerBody = Call<'consoleAskForMiner'>['body'];

interface MinerCoins {
  readonly coin: AssetView;
  readonly priceCoin: AssetView;
}

/** Reads the terms of a miner. Errors: offer_invalid, those of amounts. */
export function readMinerTerms(body: MinerBody, { coin, priceCoin }: MinerCoins): NewMinerTerms {
  const terms = {
    priceUnits: readUnits(body.price, priceCoin),
    dailyUnits: readUnits(body.daily_output, coin),
    days: body.days,
    quota: body.quota,
    mostPerClient: body.most_per_client,
    mostWorthPercent: body.most_worth_percent,
  };
  const whole = BigInt(terms.days) * BigInt(terms.dailyUnits) * BigInt(terms.quota);
  if (whole > BigInt(MAX_UNITS)) throw invalid('quota');
  if (BigInt(terms.priceUnits) * BigInt(terms.quota) > BigInt(MAX_UNITS)) throw invalid('price');
  return terms;
}

export const minerText = (terms: NewMinerTerms, { coin, priceCoin }: MinerCoins) => ({
  price: `${formatDecimal(terms.priceUnits, priceCoin.scale)} ${priceCoin.code}`,
  days: String(terms.days),
  daily_output: formatDecimal(terms.dailyUnits, coin.scale),
  total_output: formatDecimal(terms.dailyUnits * terms.days, coin.scale),
  units: String(terms.quota),
  most_per_client: String(terms.mostPerClient),
  ...(terms.mostWorthPercent === undefined ? {} : { most_worth_percent: String(terms.mostWorthPercent) }),
});
