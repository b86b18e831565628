import '@fontsource-variable/inter/wght.css';
import '@fontsource/instrument-serif/400.css';
import './mantine.css';
import './tokens.css';
import './base.css';
import './controls.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.tsx';

type VitrineProviderProps = { readonly colorScheme: 'light' | 'dark'; readonly children: ReactNode };

/**
 * Theme of both apps. The scheme is decided by the app and forced here. Mantine's runtime style elements are switched
 * off: the variables are static in tokens.css, so `style-src 'self'` suffices.
 */
export function VitrineProvider({ colorScheme, children }: VitrineProviderProps) {
  return (
    <MantineProvider theme={theme} forceColorScheme={colorScheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
