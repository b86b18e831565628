import { queryOptions, useQuery } from '@tanstack/react-query';
import { provideCoinImages, setCoinImages } from '@vitrine/ui';
import type { CallResponse } from './api.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { useFallbackInterval } from './use-stream.ts';

export type Pair = CallResponse<'GET /api/v3/all-pairs'>['coinpair'][number];

/** Lists refresh every 20 s while the stream is down. */
const LIST_POLL_MS = 20_000;
const HOME_POLL_MS = 4000;

const pairsQuery = queryOptions({
  queryKey: ['pairs'],
  queryFn: async ({ signal }) => {
    const { coinpair } = await call('GET /api/v3/all-pairs', { signal });
    setCoinImages(coinpair.map(({ name, image }) => ({ coin: name, image })));
    return coinpair;
  },
  staleTime: 60_000,
});

/** All pairs at the time of the request; live figures come from the tickers. */
export const usePairs = () => useQuery({ ...pairsQuery, refetchInterval: useFallbackInterval(LIST_POLL_MS) });

/** Provides the icons of coins that are not part of the app: their URLs are in the list of pairs. */
export const startCoinImages = (): void => provideCoinImages(() => queryClient.fetchQuery(pairsQuery));

/** The four coins of the home ticker. */
export const useHomeCoins = () =>
  useQuery({
    queryKey: ['home-coins'],
    queryFn: async ({ signal }) => (await call('GET /api/v1/home/coins', { signal })).coinpair.slice(0, 4),
    refetchInterval: useFallbackInterval(HOME_POLL_MS),
    staleTime: 60_000,
  });

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
