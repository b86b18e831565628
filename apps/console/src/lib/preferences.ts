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
