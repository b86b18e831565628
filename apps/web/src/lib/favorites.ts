import { currentPreferences, MOST_FAVORITES, usePreferences } from './preferences.ts';

/** Starred coins, stored like all preferences: in this browser, and with the signed-in client's account. */
export const useFavorites = (): readonly string[] => usePreferences(({ favorite_coins }) => favorite_coins);

export function toggleFavorite(coin: string): void {
  const marked = currentPreferences().favorite_coins;
  const next = marked.includes(coin) ? marked.filter((each) => each !== coin) : [...marked, coin];
  // If there are more than the maximum, the oldest are dropped; otherwise the server would refuse the whole list.
  usePreferences.getState().set({ favorite_coins: next.slice(-MOST_FAVORITES) });
}
