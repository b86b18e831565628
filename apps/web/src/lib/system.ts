import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** Mode, brand and version of the server. */
const useSystem = () =>
  useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('GET /api/v3/system', { signal }),
    staleTime: 60_000,
  });

/** Until the server says production, the page is marked as a sandbox: the mark errs on the safe side. */
export const useIsSandbox = (): boolean => useSystem().data?.mode !== 'production';
