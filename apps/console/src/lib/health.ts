import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** How the exchange is, asked again by itself: that is no work of a person and keeps no idle session alive. */
export const useHealth = (everyMs: number) =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /api/v3/console/health', { signal, background: true }),
    refetchInterval: everyMs,
  });
