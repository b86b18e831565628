import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';

/** Prices move all the time, the rest seldom: the page shows both at most this old. */
const POLL_MS = 10_000;

export const useSummary = () =>
  useQuery({
    queryKey: [...WALLET_KEY, 'earn-summary'],
    queryFn: ({ signal }) => call('GET /api/v3/earn/summary', { signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
  });

export type Summary = CallResponse<'GET /api/v3/earn/summary'>;
export type Due = Summary['due'][number];
export type CoinSum = Summary['paid'];
