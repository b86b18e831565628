import { VitrineProvider } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { usePreferences } from '../lib/preferences.ts';

/** Applies the theme to everything, so that even an error in the shell is themed. */
export function Themed({ children }: { readonly children: ReactNode }) {
  return <VitrineProvider colorScheme={usePreferences((kept) => kept.scheme)}>{children}</VitrineProvider>;
}
