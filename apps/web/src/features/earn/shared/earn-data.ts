import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';

/** Products, with their pools' funds, are refreshed at this interval. */
const POLL_MS = 5_000;

export const STAKES_KEY = [...WALLET_KEY, 'stakes'] as const;
export const PRODUCTS_KEY = ['earn', 'products'] as const;

export const useEarnProducts = () =>
  useQuery({
    queryKey: PRODUCTS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/earn/view', { signal }),
    refetchInterval: POLL_MS,
  });

export const useStakes = () =>
  useQuery({
    queryKey: STAKES_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/stake', { query: { limit: 200 }, signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
  });

export type EarnProduct = NonNullable<ReturnType<typeof useEarnProducts>['data']>['earn'][number];
export type EarnStake = NonNullable<ReturnType<typeof useStakes>['data']>['earnStaking'][number];

/** The products shown in lists: those with published terms. */
export const offered = (products: readonly EarnProduct[]): readonly EarnProduct[] =>
  products.filter(({ apr }) => apr !== 'Not available');
