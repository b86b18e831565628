import { type RefObject, useEffect } from 'react';
import { toggleFavorite } from '../../../lib/favorites.ts';
import { isKeyTaken } from '../../../lib/key-taken.ts';
import { usePreferences } from '../../../lib/preferences.ts';

/** The coin of the row that has the focus, otherwise of the row under the pointer. */
const coinIn = (list: HTMLElement | null): string | undefined =>
  (starIn(list, ':focus-within') ?? starIn(list, ':hover'))?.dataset.star;

const starIn = (list: HTMLElement | null, state: ':focus-within' | ':hover') =>
  list?.querySelector<HTMLElement>(`:is(tbody tr, li)${state} [data-star]`);

/** Makes 'f' star the coin of a row, as on the trade pages, unless the client has turned off single-key shortcuts. */
export function useStarKey(list: RefObject<HTMLElement | null>): void {
  const isOn = usePreferences(({ hotkeys }) => hotkeys);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const coin = event.key.toLowerCase() === 'f' && !isKeyTaken(event) ? coinIn(list.current) : undefined;
      if (coin === undefined) return;
      event.preventDefault();
      toggleFavorite(coin);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn, list]);
}
