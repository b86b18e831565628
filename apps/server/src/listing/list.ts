import { isDeepStrictEqual } from 'node:util';
import type { AssetView, Command, ListMarket, ListPerpetual, MarketId } from '@vitrine/core';
import type { MarketUnits, PerpetualTermsUnits } from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';
import type { Instrument } from '../kit/instruments.ts';
import type { Coin } from '../projections/tables/coins.ts';
import { fitsScale } from '../settings/network-rows.ts';
import type { Services } from './services.ts';

type Listed = Pick<Services, 'sequencer' | 'instruments' | 'coins'>;

/** Everything that a coin's listing specifies. */
export interface CoinListing {
  readonly scale: number;
  readonly description: Coin;
}

/**
 * Registers a coin and describes it. Repeating it changes nothing: a command may be in the log even though the approval
 * that sent it was not marked as done. Errors: listing_invalid, and those of `submit`.
 */
export async function listCoin(services: Listed, { scale, description }: CoinListing): Promise<void> {
  const { instruments, coins } = services;
  const name = description.code;
  const known = instruments.assetByCode(name);
  const isDescribedOtherwise = coins.isDescribed(name) && !isDeepStrictEqual(coins.byCode(name), description);
  if (known !== undefined && (known.scale !== scale || isDescribedOtherwise))
    throw new ApiError('listed_already', { name });
  demandOwnNameAndCode(services, description);
  if (known === undefined) {
    const asset = 1 + Math.max(0, ...[...instruments.assets()].map((one) => one.asset));
    await submit(services, { kind: 'RegisterAsset', asset, code: name, scale }, name);
  }
  await coins.describe([description]);
}

type Known = Pick<Listed, 'instruments' | 'coins'>;

/**
 * Throws if the coin's full name is already the name or code of another coin, because clients could confuse the two.
 * Errors: listing_invalid.
 */
export const demandOwnName = (known: Known, { code, fullName }: Coin): void => demandUnused(known, code, [fullName]);

/** Like `demandOwnName`, for a coin about to be listed: its code, too, must not be the name or code of another coin. */
export const demandOwnNameAndCode = (known: Known, { code, fullName }: Coin): void =>
  demandUnused(known, code, [fullName, code]);

/** Compares names, ignoring case and any character that is neither a letter from A to Z nor a digit. */
function demandUnused({ instruments, coins }: Known, ownCode: string, wanted: readonly string[]): void {
  const same = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const registered = [...instruments.assets()].map(({ code }) => coins.byCode(code));
  const others = [...coins.all(), ...registered].filter(({ code }) => code !== ownCode);
  const taken = new Set(others.flatMap(({ code, fullName }) => [same(code), same(fullName)]));
  if (wanted.some((text) => taken.has(same(text)))) throw new ApiError('listing_invalid', { reason: 'name_taken' });
}

/**
 * Throws if an amount of the coin in the table of coins and networks has more decimals than `scale` or is too large, or
 * if one of the coin's networks has fewer decimals. Errors: listing_invalid.
 */
export function demandScaleOfNetworks(
  { exchangeSettings, networkCoins }: Pick<Services, 'exchangeSettings' | 'networkCoins'>,
  code: string,
  scale: number,
): void {
  const coarser = networkCoins.coarser(code, scale);
  if (coarser !== undefined)
    throw new ApiError('listing_invalid', {
      reason: 'scale_beyond_network',
      field: 'scale',
      network: coarser.network,
      most: String(coarser.decimals),
    });
  const unfit = exchangeSettings.current().coinNetworks.find((one) => one.coin === code && !fitsScale(one, scale));
  if (unfit !== undefined)
    throw new ApiError('listing_invalid', { reason: 'network_decimals', field: 'scale', most: unfit.network });
}

/** A market to be listed, with its two assets. */
export interface MarketListing {
  readonly base: AssetView;
  readonly quote: AssetView;
  readonly units: MarketUnits;
}

/**
 * Lists a market, which is halted at first, and returns its number. Repeating the call changes nothing. Errors:
 * those of `submit`.
 */
export async function listMarket(services: Listed, { base, quote, units }: MarketListing): Promise<MarketId> {
  const { instruments } = services;
  const name = `${base.code}${quote.code}`;
  const known = instruments.spot().find((one) => `${one.base.code}${one.quote.code}` === name);
  if (known !== undefined) {
    if (isRepeated(known, { base, quote, units })) return known.market;
    throw new ApiError('listed_already', { name });
  }
  const listing: ListMarket = {
    kind: 'ListMarket',
    market: nextMarket(services),
    base: base.asset,
    quote: quote.asset,
    ...units,
    status: 'halted',
  };
  await submit(services, listing, name);
  return listing.market;
}

const nextMarket = ({ instruments }: Listed): MarketId =>
  1 + Math.max(0, ...instruments.all().map((one) => one.market));

/** A perpetual market to be listed. */
export interface PerpetualListing extends MarketListing {
  readonly terms: PerpetualTermsUnits;
}

/**
 * Lists a perpetual market, which is halted at first, and returns its number. Repeating the call changes nothing. Errors:
 * those of `submit`.
 */
export async function listPerpetual(
  services: Listed,
  { base, quote, units, terms }: PerpetualListing,
): Promise<MarketId> {
  const { referenceTicks, ...rules } = units;
  const known = services.instruments
    .perpetuals()
    .find((one) => one.base.asset === base.asset && one.quote.asset === quote.asset);
  const name = `${base.code}-${quote.code}-PERP`;
  if (known !== undefined) {
    const listed: Readonly<Record<string, unknown>> = { ...known.rules, minTermDays: terms.minTermDays };
    if (!Object.entries({ ...rules, ...terms }).every(([key, value]) => listed[key] === value))
      throw new ApiError('listed_already', { name });
    await setMinimumTerm(services, known, terms, name);
    return known.market;
  }
  const listing: ListPerpetual = {
    kind: 'ListPerpetual',
    market: nextMarket(services),
    base: base.asset,
    quote: quote.asset,
    ...rules,
    ...terms,
    markTicks: referenceTicks,
    status: 'halted',
  };
  await submit(services, listing, name);
  await setMinimumTerm(services, { market: listing.market, rules: { minTermDays: 0 } }, terms, name);
  return listing.market;
}

/**
 * Sets the minimum term of a new market. Errors: listed_already if the market has a different term, or was opened
 * without one.
 */
async function setMinimumTerm(
  services: Listed,
  { market, rules }: { readonly market: MarketId; readonly rules: Pick<PerpetualTermsUnits, 'minTermDays'> },
  { minTermDays: days }: PerpetualTermsUnits,
  name: string,
): Promise<void> {
  if (days === rules.minTermDays) return;
  if (rules.minTermDays > 0) throw new ApiError('listed_already', { name });
  const { refusal } = await services.sequencer.submit({ kind: 'SetMinimumTerm', market, days });
  if (refusal === 'busy' || refusal === 'market_busy') throw new ApiError('busy');
  if (refusal !== undefined) throw new ApiError('listed_already', { name });
}

/** Whether the market is already listed with these values, so that the request is a repetition. */
function isRepeated({ rules }: Instrument, { base, quote, units }: MarketListing): boolean {
  const { referenceTicks, ...limits } = units;
  const listed: Readonly<Record<string, unknown>> = { ...rules };
  const isSame = Object.entries(limits).every(([name, value]) => listed[name] === value);
  const isPrice = rules.trades > 0 || rules.listedTicks === referenceTicks;
  return isSame && isPrice && rules.base === base.asset && rules.quote === quote.asset;
}

/**
 * Submits an operator's command. Errors: busy, listed_already, or listing_changed if the core refuses the command for
 * any other reason.
 */
export async function submit({ sequencer }: Pick<Listed, 'sequencer'>, command: Command, name = ''): Promise<void> {
  const { refusal } = await sequencer.submit(command);
  // `market_busy`: a liquidation or a funding settlement is unfinished; the operator can try again.
  if (refusal === 'busy' || refusal === 'market_busy') throw new ApiError('busy');
  if (refusal === 'already_exists') throw new ApiError('listed_already', { name });
  if (refusal !== undefined) throw new ApiError('listing_changed', undefined, refusal);
}
