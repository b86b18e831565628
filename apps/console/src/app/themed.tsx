import { VitrineProvider } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { usePreferences } from '../lib/preferences.ts';

/** Applies the theme around everything, so that even a failure of the shell is drawn in it. */
export function Themed({ children }: { readonly children: ReactNode }) {
  return <VitrineProvider colorScheme={usePreferences((kept) => kept.scheme)}>{children}</VitrineProvider>;
}
