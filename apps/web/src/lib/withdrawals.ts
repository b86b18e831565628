import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from './api.ts';
import type { CoinNetwork } from './coin-networks.ts';
import { useMoneyMoves, WITHDRAWALS_KEY } from './money-moves.ts';
import { queryClient } from './query-client.ts';
import { useRestrictionsInForce } from './session.ts';
import { useFallbackInterval } from './use-stream.ts';

export type NetworkName = CoinNetwork['value'];
export type WithdrawalLimits = CallResponse<'GET /api/v3/withdrawal-limits'>;
export type SavedAddress = CallResponse<'GET /api/v3/saved-addresses'>['addresses'][number];

/** The API uses the specification's words for withdrawals; they are translated here. */
const states = {
  ONHOLD: 'pending',
  PROCEED: 'completed',
  FREEZE: 'restricted',
  REFUSED: 'refused',
  CANCELLED: 'cancelled',
} as const;

interface SumOnWire {
  readonly withdraw_amount: string;
  readonly gasfee: string;
  readonly received_amount: string;
}

/** The amount, the fee and the amount that arrives, under the names used in this app. */
export const ownSum = <Fields extends SumOnWire>({
  withdraw_amount: amount,
  gasfee: fee,
  received_amount: arrives,
  ...rest
}: Fields) => ({ ...rest, amount, fee, arrives });

export const ownWithdrawal = ({
  withdraw_address: address,
  application_time: requested_at,
  state,
  ...item
}: CallResponse<'GET /api/v3/withdraw-history'>['withdraw'][number]) => ({
  ...ownSum(item),
  address,
  requested_at,
  state: states[state],
});

export type Withdrawal = ReturnType<typeof ownWithdrawal>;

/** While the stream is down, lists are polled at this interval. */
const POLL_MS = 5000;

/** The client's current withdrawal limits; refetched when a restriction is set or ends. */
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

/** The newest withdrawals, kept up to date. */
export function useWithdrawals() {
  useMoneyMoves('withdrawal');
  return useQuery({
    queryKey: [...WITHDRAWALS_KEY, 'list'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/withdraw-history', { signal })).withdraw.map(ownWithdrawal),
    refetchInterval: useFallbackInterval(POLL_MS),
  });
}

/** Called after any change that concerns withdrawals: refetches what is on screen. */
export const withdrawalsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: WITHDRAWALS_KEY });
