import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';

export const dataWindows = ['1h', '4h', '24h', '7d'] as const;
export type DataWindow = (typeof dataWindows)[number];

export type TakerFlow = CallResponse<'GET /api/v3/trading-data/taker-flow'>;
export type MarketActivity = CallResponse<'GET /api/v3/trading-data/markets'>;
export type PositionData = CallResponse<'GET /api/v3/trading-data/futures'>;
export type Funding = CallResponse<'GET /api/v3/futures/funding-history'>['fundings'][number];

/** The polling interval. The server caches these figures for 15 seconds, and shares them between all clients. */
const REFRESH_MS = 30_000;
/** The number of funding settlements shown: a week of them, three a day. */
const FUNDINGS = 21;

const shared = { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS, placeholderData: keepPreviousData };

/** The taker flow of the pair with this name; nothing is requested while it is not known. */
export const useTakerFlow = (name: string | undefined, window: DataWindow) =>
  useQuery({
    ...shared,
    queryKey: ['trading-data', 'flow', name, window],
    queryFn:
      name === undefined
        ? skipToken
        : ({ signal }) => call('GET /api/v3/trading-data/taker-flow', { query: { name, window }, signal }),
  });

export const useMarketActivity = (window: DataWindow) =>
  useQuery({
    ...shared,
    queryKey: ['trading-data', 'markets', window],
    queryFn: ({ signal }) => call('GET /api/v3/trading-data/markets', { query: { window }, signal }),
  });

export const usePositionData = (name: string, window: DataWindow) =>
  useQuery({
    ...shared,
    queryKey: ['trading-data', 'futures', name, window],
    queryFn: ({ signal }) => call('GET /api/v3/trading-data/futures', { query: { name, window }, signal }),
  });

const OUTSIDE_MS = 5_000;

export type OutsideMarket = CallResponse<'GET /api/v3/outside-market'>;

/** A coin's figures on another exchange. */
export const useOutsideMarket = (coin: string) =>
  useQuery({
    ...shared,
    refetchInterval: OUTSIDE_MS,
    staleTime: OUTSIDE_MS,
    queryKey: ['trading-data', 'outside', coin],
    queryFn: ({ signal }) => call('GET /api/v3/outside-market', { query: { name: coin }, signal }),
  });

/** The newest funding settlements, oldest first. */
export const useFundings = (name: string) =>
  useQuery({
    ...shared,
    queryKey: ['trading-data', 'fundings', name],
    queryFn: ({ signal }) => call('GET /api/v3/futures/funding-history', { query: { name, limit: FUNDINGS }, signal }),
    select: ({ fundings }) => fundings.toReversed(),
  });
