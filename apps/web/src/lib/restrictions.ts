import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from './api.ts';
import { queryClient } from './query-client.ts';
import { useClient } from './session.ts';

export type Restriction = Answer<'GET /api/v3/restrictions'>['restrictions'][number];

const KEY = ['restrictions'] as const;

/** The restrictions of who is signed in. */
export function useRestrictions() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/v3/restrictions', { signal }),
    enabled: client !== undefined,
    staleTime: 60_000,
  });
}

export const restrictionsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });
