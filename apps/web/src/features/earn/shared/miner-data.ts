import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';

/** Miners and rentals are refreshed at this interval. */
const POLL_MS = 10_000;

const MININGS_KEY = [...WALLET_KEY, 'minings'] as const;

export const useMinings = () =>
  useQuery({
    queryKey: MININGS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/minings', { query: { limit: 200 }, signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
  });

type Minings = NonNullable<ReturnType<typeof useMinings>['data']>;
export type Miner = Minings['products'][number];
export type Rental = Minings['miners'][number];
