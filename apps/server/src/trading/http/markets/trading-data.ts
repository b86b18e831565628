import type { MarketId } from '@vitrine/core';
import { findListedMarket } from '../../../kit/find.ts';
import { nameIn } from '../../../kit/instruments.ts';
import type { Handler } from '../../services.ts';

/**
 * The cost of a call against the rate limit, in list items: the same as four requests, because it may sum thousands of
 * rows.
 */
export const ITEMS_PER_SUMS = 200;

export const takerFlow: Handler<'takerFlow'> = ({ services, query, chargeItems }) => {
  chargeItems(ITEMS_PER_SUMS);
  return services.takerFlows.of(findListedMarket(services, query.name), query.window);
};

export const marketActivity: Handler<'marketActivity'> = async ({ services, query, chargeItems }) => {
  chargeItems(ITEMS_PER_SUMS);
  const { markets, ...activity } = await services.marketActivities.of(query.window);
  const nameOf = (market: MarketId) => nameIn.web(services.instruments.byMarket(market));
  return { ...activity, markets: markets.map(({ market, ...figures }) => ({ name: nameOf(market), ...figures })) };
};
