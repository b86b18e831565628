import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/**
 * The exchange's health, polled automatically. The polls are background calls, so they do not keep an idle session
 * alive.
 */
export const useHealth = (everyMs: number) =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /api/v3/console/health', { signal, background: true }),
    refetchInterval: everyMs,
  });
