import { isDeepStrictEqual } from 'node:util';
import type { MarketId, MarketStatus } from '@vitrine/core';
import { priceTicks, tickStep } from '@vitrine/money';
import { codesOf } from '../futures/index-price/feed-source.ts';
import type { SourceChoice } from '../futures/index-price/index-source.ts';
import { ApiError } from '../kit/api-error.ts';
import { findAsset } from '../kit/find.ts';
import { type Instrument, isDelisted } from '../kit/instruments.ts';
import type { Coin, CoinProfile } from '../projections/tables/coins.ts';
import type { ApprovalContext, MarketValues } from '../staff/approvals/approvals.ts';
import { limitsView } from './console/listing-view.ts';
import { demandConfirmedIndex, demandIndex } from './demand-index.ts';
import { type ChoiceBody, choiceBody, demandPrices, readChoice } from './index-choice.ts';
import {
  type CoinListing,
  demandOwnName,
  demandScaleOfNetworks,
  listCoin,
  listMarket,
  listPerpetual,
  type MarketListing,
  submit,
} from './list.ts';
import {
  type LimitsBody,
  type MarketBody,
  type PerpetualBody,
  readMarketUnits,
  readPerpetualTerms,
} from './market-form.ts';
import { beginSlippage, checkSlippage, type SlippageRequest } from './market-slippage.ts';
import { demandUnmoved, marketValues } from './market-values.ts';
import { registerPerpetualTerms } from './perpetual-terms.ts';
import { unitsWithLimits } from './read-market.ts';
import { registerReferencePrice } from './reference-price.ts';
import type { Services } from './services.ts';
import { demandSettlement } from './settlement-price.ts';

export const LIST_COIN = 'list_coin';
export const DESCRIBE_COIN = 'describe_coin';
export const COIN_PROFILE = 'coin_profile';
export const LIST_MARKET = 'list_market';
export const LIST_PERPETUAL = 'list_perpetual';
export const MARKET_RULES = 'market_rules';
export const INDEX_SOURCES = 'index_sources';
export const OPEN_MARKET = 'open_market';
export const DELIST_MARKET = 'delist_market';
export const CANCEL_DELISTING = 'cancel_delisting';

export interface DescribeCoinParameters {
  /** The description when the change was requested; undefined if there was none. */
  readonly before: Coin | undefined;
  readonly after: Coin;
}

export interface CoinProfileParameters {
  /** The profile when the change was requested. */
  readonly before: CoinProfile;
  readonly after: CoinProfile;
}

export interface ListMarketParameters {
  /** Codes of assets. */
  readonly base: string;
  readonly quote: string;
  readonly form: MarketBody;
}

export interface ListPerpetualParameters {
  /** Codes of assets. */
  readonly base: string;
  readonly quote: string;
  readonly form: PerpetualBody;
}

export interface MarketRulesParameters {
  readonly market: MarketId;
  /** The limits when the change was requested. */
  readonly before: LimitsBody;
  readonly after: LimitsBody;
  /** Undefined if the slippage stays as it is. */
  readonly slippage?: SlippageRequest | undefined;
}

export interface IndexSourcesParameters {
  readonly market: MarketId;
  /** The choice when the change was requested; undefined if the market used all sources. */
  readonly before?: ChoiceBody | undefined;
  readonly after: ChoiceBody;
}

export interface OpenMarketParameters {
  readonly market: MarketId;
  /** The market's status when its opening was requested. */
  readonly status: MarketStatus;
}

export interface DelistMarketParameters {
  readonly market: MarketId;
  /** The market's status when its delisting was requested. */
  readonly status: MarketStatus;
  /**
   * The market's values when its delisting was requested; undefined for a spot market and in requests of earlier
   * versions.
   */
  readonly seen?: MarketValues | undefined;
  /**
   * The settlement price, used without a confirmed index; if undefined, positions are closed at the mean mark price.
   */
  readonly settlementTicks?: number | undefined;
  /** When the market is delisted; undefined for a delisting that begins with its approval. */
  readonly atMs?: number | undefined;
}

export interface CancelDelistingParameters {
  readonly market: MarketId;
  /** The planned time of the delisting. */
  readonly atMs: number;
}

/**
 * Registers the approval of listings: each needs two people with the role `listing`. Approvals execute one at a time
 * (`lockStaff`), so each listing can take the next free number.
 */
export function registerListings(services: Services): void {
  const { approvals, instruments, coins, exchangeSettings } = services;
  const roles = ['listing'] as const;
  const committed = () => exchangeSettings.refresh();
  approvals.register<CoinListing>(LIST_COIN, {
    roles,
    execute: (parameters) => {
      // Checked again, as the table may have changed since the request.
      if (instruments.assetByCode(parameters.description.code) === undefined)
        demandScaleOfNetworks(services, parameters.description.code, parameters.scale);
      return listCoin(services, parameters);
    },
  });
  approvals.register<DescribeCoinParameters>(DESCRIBE_COIN, {
    roles,
    execute: async ({ before, after }) => {
      const current = coins.isDescribed(after.code) ? coins.byCode(after.code) : undefined;
      if (isDeepStrictEqual(current, after)) return;
      if (!isDeepStrictEqual(current, before)) throw new ApiError('listing_changed');
      demandOwnName(services, after);
      await coins.describe([after]);
    },
  });
  approvals.register<CoinProfileParameters>(COIN_PROFILE, {
    roles,
    execute: async ({ before, after }) => {
      const current = coins.profileOf(after.code);
      if (isDeepStrictEqual(current, after)) return;
      if (!isDeepStrictEqual(current, before)) throw new ApiError('listing_changed');
      await coins.setProfile(after);
    },
  });
  approvals.register<ListMarketParameters>(LIST_MARKET, {
    roles,
    committed,
    execute: async ({ base: baseCode, quote: quoteCode, form }, context) => {
      const [base, quote] = [findAsset(services, baseCode), findAsset(services, quoteCode)];
      const market = await listMarket(services, { base, quote, units: readMarketUnits(form, base, quote) });
      await beginSlippage(market, `${baseCode}${quoteCode}`, form.max_slippage_percent, context);
    },
  });
  approvals.register<ListPerpetualParameters>(LIST_PERPETUAL, {
    roles,
    committed,
    execute: async ({ base: baseCode, quote: quoteCode, form }, context) => {
      const [base, quote] = [findAsset(services, baseCode), findAsset(services, quoteCode)];
      const units = readMarketUnits(form, base, quote);
      // Checked again, because the request may be days old. The price of a listed market comes from the index feed.
      if (!instruments.perpetuals().some((one) => one.base === base && one.quote === quote)) {
        const choice = await demandListingIndex(services, { base, quote, units }, form.index_sources);
        // Stored before the market is listed, so that its index never comes from other sources.
        await services.indexSources.choose({ base, quote }, choice);
      }
      const terms = readPerpetualTerms(form, base, quote, units);
      const market = await listPerpetual(services, { base, quote, units, terms });
      await beginSlippage(market, `${baseCode}-${quoteCode}-PERP`, form.max_slippage_percent, context);
    },
  });
  approvals.register<OpenMarketParameters>(OPEN_MARKET, {
    roles,
    committed: () => cancelRestricted(services),
    execute: (parameters) => openMarket(services, parameters),
  });
  registerMarketRules(services);
  registerReferencePrice(services);
  registerIndexSources(services);
  registerPerpetualTerms(services);
  registerDelisting(services);
}

/**
 * Throws unless the sources chosen for the new market confirm an index near its first mark price; returns the choice.
 * Errors: listing_invalid.
 */
export async function demandListingIndex(
  services: Services,
  { base, quote, units }: MarketListing,
  body: ChoiceBody | undefined,
): Promise<SourceChoice | undefined> {
  await services.indexSources.load();
  if (body === undefined) {
    // The coins may have had an earlier perpetual market with its own choice of sources. That choice must not apply, so
    // all sources are passed explicitly.
    const all = new Map(services.indexFeed.choosable.map(({ id }) => [id, codesOf({ base, quote })]));
    demandIndex(services, base, quote, units, all);
    return undefined;
  }
  const choice = readChoice(services, body, quote.code);
  const tick = tickStep(units.tickLotUnits, units.lotUnits, base.scale, quote.scale);
  await demandPrices(services, { base, quote, tick }, choice);
  demandIndex(services, base, quote, units, choice);
  return choice;
}

function registerMarketRules(services: Services): void {
  const { approvals, delistingPlans, instruments, exchangeSettings } = services;
  approvals.register<MarketRulesParameters>(MARKET_RULES, {
    roles: ['listing'],
    committed: () => exchangeSettings.refresh(),
    execute: async ({ market, before, after, slippage }, context) => {
      const instrument = instruments.byMarket(market);
      if (isDelisted(instrument)) throw new ApiError('listing_changed');
      // The command may be in the log even though its approval was not marked as done. The slippage, in contrast, is
      // stored in the same transaction as that mark. So limits and slippage are compared separately.
      const current = limitsView(instrument);
      const isApplied = isDeepStrictEqual(current, after);
      if (!isApplied) await delistingPlans.demandRulesFree(instrument);
      if (!isApplied && !isDeepStrictEqual(current, before)) throw new ApiError('listing_changed');
      const storeSlippage = await checkSlippage(services, market, slippage, context);
      if (!isApplied)
        await submit(services, {
          kind: 'ChangeMarketRules',
          market,
          ...unitsWithLimits(services.core, instrument, after),
        });
      await storeSlippage();
    },
  });
}

function registerIndexSources(services: Services): void {
  const { approvals, delistings, instruments, indexSources } = services;
  approvals.register<IndexSourcesParameters>(INDEX_SOURCES, {
    roles: ['listing'],
    execute: async ({ market, before, after }) => {
      const instrument = instruments.byMarket(market);
      // A delisting closes positions at a mean mark price over a period in which the sources must not change.
      await delistings.demandNone(market);
      await indexSources.load();
      const known = indexSources.of(instrument);
      const current = known && choiceBody(known);
      if (isDeepStrictEqual(current, after)) return;
      if (isDelisted(instrument) || !isDeepStrictEqual(current, before)) throw new ApiError('listing_changed');
      const choice = readChoice(services, after, instrument.quote.code);
      await demandPrices(services, instrument, choice);
      demandConfirmedIndex(services, instrument, choice);
      await indexSources.choose(instrument, choice);
    },
  });
}

/** Cancels those orders of restricted clients that could not be cancelled while the market was halted. */
async function cancelRestricted({ restrictions, log }: Services): Promise<void> {
  // The market is already open; if cancelling the orders fails here, it is retried within a minute.
  await restrictions.align().catch((reason: unknown) => {
    log.error({ err: reason }, 'cancelling orders of restricted clients failed, will retry');
  });
}

function registerDelisting(services: Services): void {
  const { approvals, delistings, delistingPlans, instruments } = services;
  approvals.register<DelistMarketParameters>(DELIST_MARKET, {
    roles: ['listing'],
    current: async ({ market }) => {
      const instrument = instruments.byMarket(market);
      return isDelisted(instrument) ? undefined : marketValues(services, instrument);
    },
    execute: async ({ market, status, seen, settlementTicks, atMs }, context) => {
      const { approval, approvedBy, transaction } = context;
      const instrument = instruments.byMarket(market);
      if (atMs !== undefined) {
        await planDelisting(services, instrument, { status, seen, atMs }, context);
        return;
      }
      if (instrument.rules.status !== status) throw new ApiError('listing_changed');
      // A halted market may be delisted immediately, even if its delisting is planned for later.
      if (status !== 'halted') await delistingPlans.demandNone(market);
      const before = status === 'halted' ? await delistingPlans.supersede(transaction, market) : undefined;
      if (settlementTicks === undefined) await demandIndexOfPositions(services, instrument);
      else await demandSettlement(services, instrument, priceTicks(settlementTicks));
      demandUnmoved(context.seen ?? seen, marketValues(services, instrument));
      await delistings.begin(transaction, market, approval.id, { settlementTicks, before });
      // If requests to open the market, or to list the pair, were approved now, the effect would differ from what was
      // intended.
      const kinds = [OPEN_MARKET, LIST_MARKET, LIST_PERPETUAL];
      await approvals.overtake(approvedBy, kinds, approval.subject, approval.reason, transaction);
    },
    // If any of this fails, the delisting stays approved and is retried within seconds.
    committed: async () => {
      await delistingPlans.changed();
      delistings.loop.poke();
    },
  });
  approvals.register<CancelDelistingParameters>(CANCEL_DELISTING, {
    roles: ['listing'],
    execute: ({ market, atMs }, { transaction }) => delistingPlans.cancel(transaction, market, atMs),
    committed: () => delistingPlans.changed(),
  });
}

/**
 * Plans a delisting. The index need not be confirmed now, because positions will be closed at the prices of the planned
 * time.
 */
async function planDelisting(
  { delistings, delistingPlans, core, approvals }: Services,
  instrument: Instrument,
  {
    status,
    seen,
    atMs,
  }: { readonly status: MarketStatus; readonly seen: MarketValues | undefined; readonly atMs: number },
  { approval, approvedBy, transaction, ...context }: ApprovalContext,
): Promise<void> {
  const { market, rules } = instrument;
  const wasHalted = status === 'halted';
  // Protection may have switched the market between open and cancel-only in the meantime. But it must not have been
  // halted since the request, nor have been taken out of a halt.
  if (isDelisted(instrument) || wasHalted !== (rules.status === 'halted')) throw new ApiError('listing_changed');
  delistingPlans.demandTime(atMs, wasHalted);
  await delistings.demandNone(market);
  demandUnmoved(context.seen ?? seen, marketValues({ core }, instrument));
  await delistingPlans.plan(transaction, market, { approval: approval.id, atMs, wasHalted });
  await approvals.overtake(approvedBy, [LIST_MARKET, LIST_PERPETUAL], approval.subject, approval.reason, transaction);
}

/**
 * Requires a confirmed index if the market has positions, because they are closed at the index. Errors:
 * listing_invalid.
 */
export async function demandIndexOfPositions(services: Services, instrument: Instrument): Promise<void> {
  if ((services.core.perpetual(instrument.market)?.openInterestLots ?? 0) === 0) return;
  await services.indexSources.load();
  demandConfirmedIndex(services, instrument);
}

/**
 * Opens a market. Clients can cancel their orders while it is halted, so nobody is forced to trade with liquidations
 * when the halt ends.
 */
async function openMarket(services: Services, { market, status }: OpenMarketParameters): Promise<void> {
  const instrument = services.instruments.byMarket(market);
  if (isOpening(services, instrument)) return;
  if (instrument.rules.status !== status) throw new ApiError('listing_changed');
  await services.delistings.demandNone(market);
  if (!instrument.isPerpetual)
    return submit(services, { kind: 'SetMarketStatus', market, status: 'open', expected: status });
  await services.indexSources.load();
  demandConfirmedIndex(services, instrument);
  // When the halt ends, pending liquidations continue: they must not use an outdated mark price.
  if (status === 'halted' && (await services.indexFeed.markAtIndex(market)) === undefined)
    throw new ApiError('listing_invalid', { reason: 'no_index', field: 'base' });
  if (status === 'halted')
    await submit(services, { kind: 'SetMarketStatus', market, status: 'cancel_only', expected: 'halted' });
  await services.indexFeed.open(market);
}

/** Whether a market is open, or is waiting for the index feed to open it. */
export const isOpening = ({ indexFeed }: Pick<Services, 'indexFeed'>, { market, rules }: Instrument): boolean =>
  rules.status === 'open' || indexFeed.isProtected(market);
