import { expect, test } from 'vitest';
import { toggleFavorite } from './favorites.ts';
import { currentPreferences, MOST_FAVORITES, usePreferences, validPreferences } from './preferences.ts';

test('if there are more favorites than the maximum, the oldest one is removed and the others stay', () => {
  const coins = Array.from({ length: MOST_FAVORITES }, (_, index) => `C${index}`);
  usePreferences.getState().set({ favorite_coins: coins });
  toggleFavorite('NEW');
  const { favorite_coins } = currentPreferences();
  expect(favorite_coins).toEqual([...coins.slice(1), 'NEW']);
  expect(validPreferences({ favorite_coins })).toEqual({ favorite_coins });
});
