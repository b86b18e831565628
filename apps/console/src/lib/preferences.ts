import { consoleLanguages, type Language, pickLanguage } from '@vitrine/contract/languages';
import { create } from 'zustand';

export type Scheme = 'light' | 'dark';

/** A storage key that public/scheme.js also reads before the first paint. */
const KEY = 'vitrine.console.scheme';

function read(): Scheme {
  try {
    return localStorage.getItem(KEY) === 'light' ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
}

interface Preferences {
  readonly scheme: Scheme;
  readonly toggleScheme: () => void;
}

export const usePreferences = create<Preferences>((set, get) => ({
  scheme: read(),
  toggleScheme: () => {
    const scheme = get().scheme === 'dark' ? 'light' : 'dark';
    set({ scheme });
    try {
      localStorage.setItem(KEY, scheme);
    } catch {
      // Without storage, the choice still applies until the tab closes.
    }
  },
}));

const LANGUAGE_KEY = 'vitrine.console.language';

function storedLanguage(): readonly string[] {
  try {
    return [localStorage.getItem(LANGUAGE_KEY) ?? ''];
  } catch {
    return [];
  }
}

/** The language of this page: the one chosen in this browser, or the first of the browser's that the console has. */
export const pageLanguage: Language = pickLanguage(
  typeof navigator === 'undefined' ? [] : [...storedLanguage(), ...navigator.languages],
  consoleLanguages,
);

/** Opens the page again in another language. */
export function chooseLanguage(language: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
    location.reload();
  } catch {
    // Without storage, the next page would not know the choice.
  }
}
