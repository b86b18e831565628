import { queryOptions, useQuery } from '@tanstack/react-query';
import { provideCoinImages, setCoinImages } from '@vitrine/ui';
import type { CallResponse } from './api.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { useFallbackInterval } from './use-stream.ts';

export type Pair = CallResponse<'GET /api/v3/all-pairs'>['coinpair'][number];

/** Lists refresh every 20 s while the stream is down. */
const LIST_POLL_MS = 20_000;

const pairsQuery = queryOptions({
  queryKey: ['pairs'],
  queryFn: async ({ signal }) => {
    const pairs = await call('GET /api/v3/all-pairs', { signal });
    setCoinImages(pairs.coinpair.map(({ name, image }) => ({ coin: name, image })));
    return pairs;
  },
  staleTime: 60_000,
});

/** All pairs at the time of the request; live figures come from the tickers. */
export const usePairs = () =>
  useQuery({
    ...pairsQuery,
    select: ({ coinpair }) => coinpair,
    refetchInterval: useFallbackInterval(LIST_POLL_MS),
  });

/** The spot pair of a coin; undefined until the list has loaded, and if the coin has none. */
export const usePair = (coin: string): Pair | undefined => usePairs().data?.find(({ name }) => name === coin);

/** The coins that have, or had, a spot pair: the listed ones first, then those whose market was delisted. */
export const useEverPairs = () =>
  useQuery({
    ...pairsQuery,
    select: ({ coinpair, delisted }) => [...coinpair, ...delisted],
    refetchOnMount: 'always',
  });

/** The name of a coin's spot pair, listed or delisted. A coin without one has its own name, which names no pair. */
export async function loadPairName(coin: string): Promise<string> {
  const { coinpair, delisted } = await queryClient.fetchQuery(pairsQuery);
  return [...coinpair, ...delisted].find(({ name }) => name === coin)?.coin_pair_name ?? coin;
}

/** Provides the icons of coins that are not part of the app: their URLs are in the list of pairs. */
export const startCoinImages = (): void => provideCoinImages(() => queryClient.fetchQuery(pairsQuery));

const HOURS = 24;

/** Closing prices of a coin's last 24 hours, for drawing only. */
export const dayLineQuery = (coin: string) =>
  queryOptions({
    queryKey: ['day-line', coin],
    queryFn: async ({ signal }) => {
      const query = { symbol: coin, timeframe: '1h', limit: HOURS } as const;
      const { series } = await call('GET /api/v2/chart/chart-series', { query, signal });
      return series.map(({ close }) => Number(close));
    },
    staleTime: 300_000,
    refetchInterval: 300_000,
  });

export const useDayLine = (coin: string) => useQuery(dayLineQuery(coin));
