import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useTickers } from '../../../lib/tickers.ts';
import type { UsePairs } from './pair-source.ts';

const SLOW_MS = 20_000;
const CATEGORIES = ['MAIN', 'ETH', 'ALT'] as const;

/** The pairs of the spot market. */
export const useSpotPairs: UsePairs = () => {
  const { data, isPending, isError, isSuccess, refetch } = useQuery({
    queryKey: ['all-pairs'],
    queryFn: ({ signal }) => call('GET /api/v3/all-pairs', { signal }),
    select: (answer) => answer.coinpair,
    staleTime: SLOW_MS,
  });
  return { data, isPending, isError, isSuccess, refetch, live: useTickers(), categories: CATEGORIES };
};
