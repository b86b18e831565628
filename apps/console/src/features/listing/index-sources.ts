import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { type Offered, type SourceCheck, type SourceDraft, symbolsText } from './source-draft.ts';

const CHECK_EVERY_MS = 2_000;

export const INDEX_SOURCES_KEY = ['index-sources'] as const;

/** The sources of index prices, and the ones that each perpetual market uses. */
export const useIndexSources = () =>
  useQuery({
    queryKey: INDEX_SOURCES_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/index-sources', { signal }),
  });

/**
 * The prices that the sources have now for these symbols. Undefined while they are loading, and if they cannot be read;
 * also undefined if the base coin is not chosen, no source is used, or a symbol is malformed.
 */
export function useSourceCheck(
  draft: SourceDraft,
  offered: Offered,
  base: string,
  quote: 'USDT',
): SourceCheck | undefined {
  const symbols = symbolsText(draft, offered);
  return useQuery({
    queryKey: [...INDEX_SOURCES_KEY, 'check', base, symbols],
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/index-sources/check', {
        query: { base, quote, symbols: symbols ?? '' },
        signal,
        background: true,
      }),
    enabled: base !== '' && symbols !== undefined,
    retry: false,
    refetchInterval: CHECK_EVERY_MS,
  }).data;
}
