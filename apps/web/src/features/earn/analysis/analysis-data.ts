import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';

export const LENGTHS = [7, 30] as const;
export type Length = (typeof LENGTHS)[number];

/** Interest is posted once a day; a figure of today is at most this old. */
const POLL_MS = 60_000;

export const useAnalysis = (days: Length) =>
  useQuery({
    queryKey: [...WALLET_KEY, 'analysis', days],
    queryFn: ({ signal }) => call('GET /api/v3/analysis', { query: { days }, signal }),
    enabled: useClient() !== undefined,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

export type Analysis = CallResponse<'GET /api/v3/analysis'>;
export type AnalysisDay = Analysis['asset'][number];
export type CoinPart = Analysis['rewards_by_coin'][number];
