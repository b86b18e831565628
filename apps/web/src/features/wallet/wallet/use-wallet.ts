import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';
import { useSpotWallet, WALLET_POLL_MS } from '../../../lib/wallet.ts';
import { valuation } from './valuation.ts';

/** The number of ledger lines that are fetched: more than the moves shown, as one move may have several lines. */
const RECENT_LINES = 60;
const RECENT_CONVERSIONS = 20;

/** The newest ledger lines, and the newest conversions, which identify lines that belong together. */
export const useRecent = () =>
  useQuery({
    queryKey: [...WALLET_KEY, 'recent'],
    queryFn: async ({ signal }) => {
      const [statement, { swaps }] = await Promise.all([
        call('GET /api/v3/wallet/statement', { query: { limit: RECENT_LINES }, signal }),
        call('GET /api/v3/swap-history', { query: { kind: 'convert', limit: RECENT_CONVERSIONS }, signal }),
      ]);
      return { ...statement, conversions: swaps };
    },
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

/** The spot wallet valued by the server; undefined until it is loaded. */
export function useValuation() {
  const { data } = useSpotWallet();
  return useMemo(() => data && valuation(data.wallet), [data]);
}
