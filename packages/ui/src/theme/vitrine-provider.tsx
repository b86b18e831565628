import '@fontsource-variable/inter/wght.css';
import '@fontsource/instrument-serif/400.css';
import './mantine.css';
import './tokens.css';
import './base.css';
import './controls.css';
import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { theme } from './theme.tsx';

type VitrineProviderProps = { readonly colorScheme: 'light' | 'dark'; readonly children: ReactNode };

const getRootElement = (): HTMLElement => document.documentElement;

/**
 * The theme of both apps. Each app chooses the color scheme. Provides Mantine's contexts without its own provider, most
 * of whose code writes style elements: here the variables are static in tokens.css, so `style-src 'self'` suffices.
 */
export function VitrineProvider({ colorScheme, children }: VitrineProviderProps) {
  useLayoutEffect(() => {
    const { dataset } = getRootElement();
    dataset.mantineColorScheme = colorScheme;
    dataset.respectReducedMotion = 'true';
  }, [colorScheme]);
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme: () => undefined,
      clearColorScheme: () => undefined,
      getRootElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [colorScheme],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
