import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';

export type CoinProfile = CallResponse<'GET /api/v3/coin-profile'>['coin_profile'];

/** The server's value for an unknown fact. */
export const UNKNOWN = 'N/A';
/** The source that the server states for figures computed from trades on this exchange. */
export const OWN_MARKET = 'own_market';

const MINUTE_MS = 60_000;

export const useCoinProfile = (name: string): CoinProfile | undefined =>
  useQuery({
    queryKey: ['coin-profile', name],
    queryFn: async ({ signal }) => (await call('GET /api/v3/coin-profile', { query: { name }, signal })).coin_profile,
    staleTime: MINUTE_MS,
  }).data;
