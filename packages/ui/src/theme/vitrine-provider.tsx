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
 * A manager that stores no color scheme. Mantine's first render uses the manager's scheme (light by default), and only
 * later renders use the forced scheme: here both are the same, so that no page flashes in the other theme.
 */
const NOTHING_KEPT: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/**
 * The theme of both apps. Each app chooses the color scheme, which is then forced here. Mantine's runtime style
 * elements are switched off: the variables are static in tokens.css, so `style-src 'self'` suffices.
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
