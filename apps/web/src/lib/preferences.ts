import { create } from 'zustand';

export type Scheme = 'light' | 'dark' | 'system';
/** The colour of rising prices. */
export type Rising = 'green' | 'red';

type Kept = { readonly scheme: Scheme; readonly rising: Rising; readonly hideSmallBalances: boolean };
type Preferences = Kept & { readonly set: (change: Partial<Kept>) => void };

/** The same key is read by public/scheme.js before the first paint. Holds choices only, nothing personal. */
const KEY = 'vitrine.preferences';
const GROUND: Kept = { scheme: 'dark', rising: 'green', hideSmallBalances: false };

function read(): Kept {
  try {
    return { ...GROUND, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return GROUND;
  }
}

function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still shows the choice until the tab closes.
  }
}

export const usePreferences = create<Preferences>((set, get) => ({
  ...read(),
  set: (change) => {
    set(change);
    const { scheme, rising, hideSmallBalances } = get();
    keep({ scheme, rising, hideSmallBalances });
  },
}));
