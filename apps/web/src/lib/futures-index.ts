import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from './api.ts';

type IndexResponse = CallResponse<'GET /api/v3/futures/index'>;
export type FuturesIndex = IndexResponse['indexes'][number] & { readonly time: number };
export type IndexSource = FuturesIndex['sources'][number];

const INDEX_MS = 2_000;

/** The index of a perpetual market with its sources; undefined until it has been loaded. */
export const useFuturesIndex = (name: string): FuturesIndex | undefined =>
  useQuery({
    queryKey: ['futures', 'index'],
    queryFn: ({ signal }) => call('GET /api/v3/futures/index', { signal }),
    select: ({ indexes, time }) => {
      const found = indexes.find((index) => index.name === name);
      return found && { ...found, time };
    },
    refetchInterval: INDEX_MS,
  }).data;
