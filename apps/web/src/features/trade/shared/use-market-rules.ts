import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { tidyRules } from './market-rules.ts';

const RULES_MS = 60_000;

/** Steps, bounds and this client's fee rates of a coin's spot market. */
export function useMarketRules(coin: string, enabled: boolean) {
  const { status } = useSession();
  const symbol = coin.toUpperCase();
  return useQuery({
    // Rates loaded for a visitor do not apply to a client who signs in afterwards.
    queryKey: ['get-order', symbol, status],
    queryFn: ({ signal }) => call('GET /api/v3/getOrder', { query: { symbol }, signal }),
    select: ({ price }) => tidyRules(price),
    enabled,
    staleTime: RULES_MS,
    // Lets an open page notice when the market is stopped or delisted.
    refetchInterval: RULES_MS,
    placeholderData: keepPreviousData,
  });
}

export const isDelistedMarket = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'market_delisted';

export const isUnknownMarket = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unknown_coin' || error.code === 'invalid_request');
