import { QueryClient } from '@tanstack/react-query';
import { CallError } from '@vitrine/ui';

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: (failures, error) => failures < MOST_RETRIES && (!(error instanceof CallError) || error.retryable),
      // Coming back to the tab is no work of a person: it must not keep an idle session alive.
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});
