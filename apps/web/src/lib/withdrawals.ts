import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, call } from './api.ts';
import type { CoinNetwork } from './coin-networks.ts';
import { useMoneyMoves, WITHDRAWALS_KEY } from './money-moves.ts';
import { queryClient } from './query-client.ts';
import { useRestrictionsInForce } from './session.ts';
import { useFallbackInterval } from './use-stream.ts';

export type NetworkName = CoinNetwork['value'];
export type Withdrawal = Answer<'GET /api/v3/withdraw-history'>['withdraw'][number];
export type WithdrawalLimits = Answer<'GET /api/v3/withdrawal-limits'>;
export type SavedAddress = Answer<'GET /api/v3/saved-addresses'>['addresses'][number];

/** While the stream is down, lists ask every five seconds. */
const POLL_MS = 5000;

/** What the client may withdraw now; refetched when a restriction is set or ends. */
export function useWithdrawalLimits() {
  const restriction = useRestrictionsInForce().find(({ kind }) => kind === 'withdraw');
  return useQuery({
    queryKey: [...WITHDRAWALS_KEY, 'limits', restriction?.ends_at ?? 0],
    queryFn: ({ signal }) => call('GET /api/v3/withdrawal-limits', { signal }),
    placeholderData: keepPreviousData,
  });
}

export const useSavedAddresses = () =>
  useQuery({
    queryKey: [...WITHDRAWALS_KEY, 'addresses'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/saved-addresses', { signal })).addresses,
  });

/** The newest withdrawals, as they move on. */
export function useWithdrawals() {
  useMoneyMoves('withdrawal');
  return useQuery({
    queryKey: [...WITHDRAWALS_KEY, 'list'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/withdraw-history', { signal })).withdraw,
    refetchInterval: useFallbackInterval(POLL_MS),
  });
}

/** After anything about withdrawals was changed: what is on screen is refetched. */
export const withdrawalsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: WITHDRAWALS_KEY });
