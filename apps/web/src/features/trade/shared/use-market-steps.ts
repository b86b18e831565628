import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';

type Market = CallResponse<'GET /api/v3/markets'>['markets'][number];

const RARELY_MS = 300_000;

/** Steps and bounds of any market; undefined until known. */
export const useMarketSteps = (pairName: string): Market | undefined =>
  useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) => call('GET /api/v3/markets', { signal }),
    staleTime: RARELY_MS,
    select: ({ markets }) => markets.find(({ name }) => name === pairName),
  }).data;
