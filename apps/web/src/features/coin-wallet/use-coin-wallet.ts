import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { WALLET_KEY } from '../../lib/query-client.ts';

const EVERY_MS = 5_000;

/** A coin of the spot wallet; an unknown coin is an error that is not asked about again. */
export const useCoinWallet = (coin: string) =>
  useQuery({
    queryKey: [...WALLET_KEY, 'coin', coin],
    queryFn: ({ signal }) => call('GET /api/v3/wallet-single-coin', { query: { name: coin }, signal }),
    refetchInterval: (query) => (isUnknown(query.state.error) ? false : EVERY_MS),
  });

export const useCoinProfit = (coin: string) =>
  useQuery({
    queryKey: [...WALLET_KEY, 'coin-pnl', coin],
    queryFn: ({ signal }) => call('GET /api/v3/wallet-single-coin-pnl', { query: { name: coin }, signal }),
    refetchInterval: EVERY_MS * 3,
  });

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'unknown_coin';

/** Whether the exchange says that it knows no such coin. */
export const useIsUnknownCoin = (coin: string): boolean => isUnknown(useCoinWallet(coin).error);
