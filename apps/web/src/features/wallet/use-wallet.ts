import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { WALLET_KEY } from '../../lib/query-client.ts';
import { useTickers } from '../../lib/tickers.ts';
import { useFallbackInterval } from '../../lib/use-stream.ts';
import { useSpotWallet, useWalletOf, WALLET_POLL_MS } from '../../lib/wallet.ts';
import { merged, valuation } from './valuation.ts';

/** More than are shown: several make one move. */
const RECENT_LINES = 60;

export const useRecentLines = () =>
  useQuery({
    queryKey: [...WALLET_KEY, 'recent'],
    queryFn: ({ signal }) => call('GET /api/v3/wallet/statement', { query: { limit: RECENT_LINES }, signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });

/** The spot wallet, or the coins of all wallets together. */
export type Scope = 'spot' | 'all';

/** The wallet valued at live prices; undefined until it is loaded. */
export function useValuation(scope: Scope = 'spot') {
  const isAll = scope === 'all';
  const { data: spot } = useSpotWallet();
  const { data: future } = useWalletOf('FUTURE', isAll);
  const { data: funding } = useWalletOf('FUNDING', isAll);
  const prices = useTickers();
  return useMemo(() => {
    if (!isAll) return spot && valuation(spot.wallet, prices);
    return spot && future && funding && valuation(merged([spot.wallet, future.wallet, funding.wallet]), prices);
  }, [isAll, spot, future, funding, prices]);
}
