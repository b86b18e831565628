import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from './api.ts';

export type CoinNetwork = Answer<'GET /api/v3/networks'>['networks'][number];

/** Which coins come and go by which networks, as operators have it now. */
export const useCoinNetworks = () =>
  useQuery({
    queryKey: ['networks'],
    queryFn: ({ signal }) => call('GET /api/v3/networks', { signal }),
    select: ({ networks }) => networks,
    staleTime: 30_000,
  });
