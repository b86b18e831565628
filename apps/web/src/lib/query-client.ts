import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Everything about the client's wallet is cached under this key. */
export const WALLET_KEY = ['wallet'] as const;

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) => failures < MOST_RETRIES && (!(error instanceof ApiError) || error.retryable),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
