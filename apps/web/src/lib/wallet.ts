import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from './api.ts';
import { WALLET_KEY } from './query-client.ts';
import { useClient } from './session.ts';
import { useFallbackInterval, useStream } from './use-stream.ts';

/** While the stream is down the wallet asks every five seconds. */
export const WALLET_POLL_MS = 5000;
/** Prices move all the time: figures that the server works out from them are looked at this often. */
const REVALUE_MS = 15_000;
/** Several fills of one order arrive together: one look at the ledger serves them all. */
const SETTLE_MS = 250;

export const walletNames = ['SPOT', 'FUTURE', 'FUNDING'] as const;
export type WalletName = (typeof walletNames)[number];
/** What stands beside the spot wallet: coins come there, and go, by transfers alone. */
export type SideWallet = Exclude<WalletName, 'SPOT'>;

const calls = {
  SPOT: 'GET /api/v3/wallets/spot',
  FUTURE: 'GET /api/v3/wallets/future',
  FUNDING: 'GET /api/v3/wallets/funding',
} as const satisfies Record<WalletName, string>;

/** The coins of one of the client's wallets, each with what is free; all coins the exchange knows, whether held or not. */
export const useWalletOf = (wallet: WalletName, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...WALLET_KEY, wallet.toLowerCase()],
    queryFn: ({ signal }) => call(calls[wallet], { signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

export const useSpotWallet = () =>
  useQuery({
    queryKey: [...WALLET_KEY, 'spot'],
    queryFn: ({ signal }) => call('GET /api/v3/wallets/spot', { signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

/** What the wallets come to. */
export const useOverview = () =>
  useQuery({
    queryKey: [...WALLET_KEY, 'overview'],
    queryFn: ({ signal }) => call('GET /api/v3/overview', { signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

/** Asks again for what the server values at the last prices once they have moved, at most every fifteen seconds. */
export function useRevaluing(queryKey: readonly string[]): void {
  const queries = useQueryClient();
  const lastMs = useRef(Date.now());
  useStream({ channel: 'tickers' }, ({ type }) => {
    if (type !== 'tickers' || Date.now() - lastMs.current < REVALUE_MS || document.hidden) return;
    lastMs.current = Date.now();
    void queries.invalidateQueries({ queryKey });
  });
}

/** Looks at the wallet again whenever the private channel says that something of the client's has changed. */
export function useWalletUpdates(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isClient = useClient() !== undefined;
  useStream(isClient ? { channel: 'private' } : undefined, (message) => {
    if (message.type !== 'private') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void queries.invalidateQueries({ queryKey: WALLET_KEY }), SETTLE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
