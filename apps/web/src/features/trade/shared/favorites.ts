import { currentPreferences, MOST_FAVORITES, usePreferences } from '../../../lib/preferences.ts';

/** Coins marked with a star, stored as every other choice is: in this browser, and with the account of who is signed in. */
export const useFavorites = (): readonly string[] => usePreferences(({ favorite_coins }) => favorite_coins);

export function toggleFavorite(coin: string): void {
  const marked = currentPreferences().favorite_coins;
  const next = marked.includes(coin) ? marked.filter((each) => each !== coin) : [...marked, coin];
  // Beyond that the oldest star goes: the server would refuse all of them.
  usePreferences.getState().set({ favorite_coins: next.slice(-MOST_FAVORITES) });
}
