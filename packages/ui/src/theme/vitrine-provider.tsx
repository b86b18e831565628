import '@fontsource-variable/inter/wght.css';
import '@fontsource/instrument-serif/400.css';
import './mantine.css';
import './tokens.css';
import './base.css';
import './controls.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.tsx';

type VitrineProviderProps = { readonly colorScheme: 'light' | 'dark'; readonly children: ReactNode };

/**
 * Mantine keeps no choice of its own. On its first draw it shows what its manager has, light by default, and only
 * then what is forced: both are the same here, so that no page begins in the other theme.
 */
const NOTHING_KEPT: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/**
 * Theme of both apps. The scheme is decided by the app and forced here. Mantine's runtime style elements are switched
 * off: the variables are static in tokens.css, so `style-src 'self'` suffices.
 */
export function VitrineProvider({ colorScheme, children }: VitrineProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme={colorScheme}
      forceColorScheme={colorScheme}
      colorSchemeManager={NOTHING_KEPT}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
