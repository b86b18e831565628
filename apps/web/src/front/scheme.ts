import type { Language } from '@vitrine/contract/languages';

export type Scheme = 'light' | 'dark';

/** The storage key of the preferences, as in src/lib/preferences.ts and public/scheme.js. */
const KEY = 'vitrine.preferences';

export const shownScheme = (): Scheme =>
  document.documentElement.getAttribute('data-mantine-color-scheme') === 'light' ? 'light' : 'dark';

/** Applies a color scheme, and stores it in this browser with the other preferences. */
export function storeScheme(scheme: Scheme): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  storePreferences({ scheme });
}

/** Merges a change into the preferences stored in this browser; the app validates them when it reads them. */
export function storePreferences(change: { readonly scheme?: Scheme; readonly language?: Language }): void {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    localStorage.setItem(KEY, JSON.stringify({ ...(stored as object), ...change }));
  } catch {
    // Without storage, the choice applies only until the page is closed.
  }
}
