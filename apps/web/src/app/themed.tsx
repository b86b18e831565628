import { useRouterState } from '@tanstack/react-router';
import { VitrineProvider } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useColorScheme } from './use-color-scheme.ts';

/** The theme around everything, so that even a failure of the shell itself is drawn in it. */
export function Themed({ children }: { readonly children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return <VitrineProvider colorScheme={useColorScheme(pathname)}>{children}</VitrineProvider>;
}
