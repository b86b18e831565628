import { useRouterState } from '@tanstack/react-router';
import { VitrineProvider } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useColorScheme } from './use-color-scheme.ts';

/** Applies the theme to everything, so that even an error in the shell itself is themed. */
export function Themed({ children }: { readonly children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return <VitrineProvider colorScheme={useColorScheme(pathname)}>{children}</VitrineProvider>;
}
