import { useEffect, useSyncExternalStore } from 'react';
import { isOnWhite } from '../lib/paths.ts';
import { usePreferences } from '../lib/preferences.ts';

const LIGHT = '(prefers-color-scheme: light)';

function useSystemIsLight(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(LIGHT);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(LIGHT).matches,
  );
}

/** The scheme on this path: sign-in and sign-up are white, other pages use the chosen scheme. */
export function useColorScheme(pathname: string): 'light' | 'dark' {
  const { scheme, rising, density } = usePreferences();
  const systemIsLight = useSystemIsLight();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-rising', false);
    if (rising !== 'green') document.documentElement.setAttribute('data-rising', rising);
  }, [rising]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-density', false);
    if (density === 'compact') document.documentElement.setAttribute('data-density', density);
  }, [density]);
  if (isOnWhite(pathname)) return 'light';
  if (scheme === 'system') return systemIsLight ? 'light' : 'dark';
  return scheme;
}
