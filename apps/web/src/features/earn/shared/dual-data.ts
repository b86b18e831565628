import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';

/** Offers, with their index, are refreshed at this interval. */
const POLL_MS = 5_000;

const DUALS_KEY = [...WALLET_KEY, 'duals'] as const;
export const DUAL_OFFERS_KEY = ['earn', 'dual'] as const;

export const useDualOffers = () =>
  useQuery({
    queryKey: DUAL_OFFERS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/earn/dual-offers', { signal }),
    refetchInterval: POLL_MS,
  });

export const useDuals = () =>
  useQuery({
    queryKey: DUALS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/earn/dual', { query: { limit: 200 }, signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
  });

export type DualOffer = CallResponse<'GET /api/v3/earn/dual-offers'>['offers'][number];
export type DualInvestment = CallResponse<'GET /api/v3/earn/dual'>['investments'][number];
