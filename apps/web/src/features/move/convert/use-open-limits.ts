import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';
import { WALLET_POLL_MS } from '../../../lib/wallet.ts';
import { CONVERTS_KEY } from './keys.ts';

/** The client's open limit conversions, and their maximum number. */
export const useOpenLimits = () =>
  useQuery({
    queryKey: [...CONVERTS_KEY, 'open'],
    queryFn: ({ signal }) => call('GET /api/v3/convert/orders', { query: { state: 'open', limit: 200 }, signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
