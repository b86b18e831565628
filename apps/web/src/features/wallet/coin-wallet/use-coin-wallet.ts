import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';
import { useRevaluing, WALLET_POLL_MS } from '../../../lib/wallet.ts';

/**
 * A coin at one moment: balance, price and profit in one response, so that they agree. Not polled if the exchange does
 * not know the coin.
 */
export const useCoinWallet = (coin: string) => {
  const everyMs = useFallbackInterval(WALLET_POLL_MS);
  const queryKey = [...WALLET_KEY, 'coin', coin];
  useRevaluing(queryKey, [{ name: coin }]);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/v3/wallet-single-coin', { query: { name: coin }, signal }),
    refetchInterval: (query) => (isUnknown(query.state.error) ? false : everyMs),
  });
};

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'unknown_coin';

/** Whether the coin is unknown to the exchange. */
export const useIsUnknownCoin = (coin: string): boolean => isUnknown(useCoinWallet(coin).error);
