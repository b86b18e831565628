import { isDeepStrictEqual } from 'node:util';
import type { MarketId } from '@vitrine/core';
import { ApiError } from '../kit/api-error.ts';
import { findAsset } from '../kit/find.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import type { Coin } from '../projections/tables/coins.ts';
import { limitsView } from './console/listing-view.ts';
import { listCoin, listMarket, openMarket, submit } from './list.ts';
import { type LimitsBody, type MarketBody, readMarketUnits } from './market-form.ts';
import { readReference, unitsWithLimits } from './read-market.ts';
import type { Services } from './services.ts';

export const LIST_COIN = 'list_coin';
export const LIST_MARKET = 'list_market';
export const MARKET_RULES = 'market_rules';
export const OPEN_MARKET = 'open_market';

export interface ListCoinParameters {
  readonly scale: number;
  readonly description: Coin;
}

export interface ListMarketParameters {
  /** Codes of assets. */
  readonly base: string;
  readonly quote: string;
  readonly form: MarketBody;
}

export interface MarketRulesParameters {
  readonly market: MarketId;
  /** The limits that were seen when the change was requested. */
  readonly before: LimitsBody;
  readonly after: LimitsBody;
}

export interface OpenMarketParameters {
  readonly market: MarketId;
  /** Decimal text; the last price stays the centre of the band if missing. */
  readonly referencePrice?: string;
}

/** Registers the approval of listings: each takes two persons with the role listing. */
export function registerListings(services: Services): void {
  const { approvals, instruments } = services;
  const roles = ['listing'] as const;
  // One at a time: each takes the next free number.
  const mutex = new KeyedMutex();
  const alone = (work: () => Promise<void>) => mutex.runExclusive('listing', work);
  approvals.register<ListCoinParameters>(LIST_COIN, {
    roles,
    execute: (parameters) => alone(() => listCoin(services, parameters)),
  });
  approvals.register<ListMarketParameters>(LIST_MARKET, {
    roles,
    execute: ({ base: baseCode, quote: quoteCode, form }) =>
      alone(() => {
        const [base, quote] = [findAsset(services, baseCode), findAsset(services, quoteCode)];
        return listMarket(services, { base, quote, units: readMarketUnits(form, base, quote) });
      }),
  });
  approvals.register<MarketRulesParameters>(MARKET_RULES, {
    roles,
    execute: async ({ market, before, after }) => {
      const instrument = instruments.byMarket(market);
      const current = limitsView(instrument);
      if (isDeepStrictEqual(current, after)) return;
      if (!isDeepStrictEqual(current, before)) throw new ApiError('listing_changed');
      await submit(services, { kind: 'ChangeMarketRules', market, ...unitsWithLimits(instrument, after) });
    },
  });
  approvals.register<OpenMarketParameters>(OPEN_MARKET, {
    roles,
    execute: ({ market, referencePrice }) => {
      const instrument = instruments.byMarket(market);
      const ticks = referencePrice === undefined ? undefined : readReference(instrument, referencePrice);
      return openMarket(services, market, ticks);
    },
  });
}
