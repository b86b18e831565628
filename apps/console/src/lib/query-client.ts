import { QueryClient } from '@tanstack/react-query';
import { CallError } from '@vitrine/ui';

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: (failures, error) => failures < MOST_RETRIES && (!(error instanceof CallError) || error.retryable),
      // Returning to the tab is not activity: a refetch must not keep an idle session alive.
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});
