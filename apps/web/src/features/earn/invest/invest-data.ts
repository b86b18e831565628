import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CallResponse, call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';
import { type PlanForm, pastQuery } from './plan-form.ts';

/** Plans and balances are refreshed at this interval. */
const POLL_MS = 5_000;
const RUNS_POLL_MS = 15_000;
const RUNS_AT_ONCE = 20;

const INVEST_KEY = [...WALLET_KEY, 'invest'] as const;

export type InvestCoins = CallResponse<'GET /api/v3/auto-invest/coins'>;
export type Plan = CallResponse<'GET /api/v3/auto-invest/plans'>['plans'][number];
export type Run = CallResponse<'GET /api/v3/auto-invest/history'>['runs'][number];
export type Past = CallResponse<'GET /api/v3/auto-invest/past'>;

export const useInvestCoins = () =>
  useQuery({
    queryKey: [...INVEST_KEY, 'coins'],
    queryFn: ({ signal }) => call('GET /api/v3/auto-invest/coins', { signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
  });

export const usePlans = () =>
  useQuery({
    queryKey: [...INVEST_KEY, 'plans'],
    queryFn: ({ signal }) => call('GET /api/v3/auto-invest/plans', { query: { limit: 200 }, signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
  });

export const useRuns = () =>
  useInfiniteQuery({
    queryKey: [...INVEST_KEY, 'runs'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/auto-invest/history', {
        query: { limit: RUNS_AT_ONCE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: useClient() !== undefined,
    refetchInterval: RUNS_POLL_MS,
  });

/** Debounce time of typing before the backtest is requested. */
const REST_MS = 300;

/** The backtest of the plan; requested only while the form is valid. */
export function usePast(form: PlanForm, months: number, isEnabled: boolean) {
  const typed = JSON.stringify({ ...pastQuery(form), months });
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query: ReturnType<typeof pastQuery> & { readonly months: number } = JSON.parse(rested);
  return useQuery({
    // Not below the wallet's query key, whose queries are refetched whenever money moves.
    queryKey: ['invest-past', query],
    queryFn: ({ signal }) => call('GET /api/v3/auto-invest/past', { query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
