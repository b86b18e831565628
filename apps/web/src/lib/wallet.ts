import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './api.ts';
import { coinsOf } from './market-names.ts';
import { WALLET_KEY } from './query-client.ts';
import { useClient } from './session.ts';
import { usePacedCall } from './use-paced-call.ts';
import { useFallbackInterval, useStream } from './use-stream.ts';

/** While the stream is down, the wallet is polled at this interval. */
export const WALLET_POLL_MS = 5000;
/** The minimum time between refetches of figures that the server derives from prices, which move all the time. */
const REVALUE_MS = 5000;
/**
 * The maximum number of wallet refetches per second: each fill is reported separately, and a refetch counts as 20
 * requests toward the rate limit.
 */
const REFRESH_HERTZ = 1;

export const walletNames = ['SPOT', 'FUTURE', 'FUNDING'] as const;
export type WalletName = (typeof walletNames)[number];
/** The wallets other than spot: clients move coins in and out of them only by transfers. */
export type SideWallet = Exclude<WalletName, 'SPOT'>;

const calls = {
  SPOT: 'GET /api/v3/wallets/spot',
  FUTURE: 'GET /api/v3/wallets/future',
  FUNDING: 'GET /api/v3/wallets/funding',
} as const satisfies Record<WalletName, string>;

/** One of the client's wallets: every coin of the exchange, held or not, with its available balance. */
export const useWalletOf = (wallet: WalletName) =>
  useQuery({
    queryKey: [...WALLET_KEY, wallet.toLowerCase()],
    queryFn: ({ signal }) => call(calls[wallet], { signal }),
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

const SPOT_KEY = [...WALLET_KEY, 'spot'];
const SNAPSHOT_KEY = [...WALLET_KEY, 'snapshot'];

export const useSpotWallet = () => {
  const query = useQuery({
    queryKey: SPOT_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/wallets/spot', { signal }),
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
  useRevaluing(SPOT_KEY, query.data?.wallet.filter(({ coin_value }) => /[1-9]/.test(coin_value)) ?? []);
  return query;
};

/** All wallets at one moment and one set of prices: used by pages that show several wallets together. */
export const useSnapshot = () => {
  const query = useQuery({
    queryKey: SNAPSHOT_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/wallet-snapshot', { signal }),
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
  const { margin, coins = [] } = query.data ?? {};
  useRevaluing(SNAPSHOT_KEY, margin !== undefined && /[1-9]/.test(margin) ? 'all' : coins);
  return query;
};

/**
 * Refetches figures that the server values at current prices: when the price of one of these coins has moved, at most
 * every five seconds. `coins` is 'all' for figures that depend on mark prices, which move with the coins' prices.
 */
export function useRevaluing(queryKey: readonly string[], coins: readonly { readonly name: string }[] | 'all'): void {
  const queries = useQueryClient();
  useStream({ channel: 'tickers' }, (message) => {
    if (message.type !== 'tickers' || document.hidden) return;
    const isTheirs = (name: string) => coins === 'all' || coins.some((coin) => coin.name === coinsOf(name).base);
    if (!message.tickers.some(({ name }) => isTheirs(name))) return;
    const state = queries.getQueryState(queryKey);
    if (state === undefined || state.fetchStatus !== 'idle') return;
    if (Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) < REVALUE_MS) return;
    void queries.invalidateQueries({ queryKey });
  });
}

/**
 * Refetches the wallet when the private channel reports changes to the client's data, and once when it begins, because no
 * message reports changes made between the first load and the connection.
 */
export function useWalletUpdates(): void {
  const queries = useQueryClient();
  const refresh = usePacedCall(() => void queries.invalidateQueries({ queryKey: WALLET_KEY }), REFRESH_HERTZ);
  const isClient = useClient() !== undefined;
  useStream(isClient ? { channel: 'private' } : undefined, (message) => {
    if (message.type === 'private' || message.type === 'private_snapshot') refresh();
  });
}
