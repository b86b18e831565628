import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { isAboutRestrictions, useClient } from '../../../lib/session.ts';
import { useStream } from '../../../lib/use-stream.ts';

export type Restriction = CallResponse<'GET /api/v3/restrictions'>['restrictions'][number];

const KEY = ['restrictions'] as const;

/** The signed-in client's restrictions, including ended ones; kept up to date while the page is open. */
export function useRestrictions() {
  const client = useClient();
  useStream(client && { channel: 'private' }, (message) => {
    // A new connection starts with a snapshot and does not repeat earlier changes, so the restrictions are refetched.
    if (message.type === 'private_snapshot' || isAboutRestrictions(message)) void restrictionsChanged();
  });
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/v3/restrictions', { signal }),
    enabled: client !== undefined,
  });
}

export const restrictionsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });
