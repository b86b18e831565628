import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '../../../lib/preferences.ts';

/** Elements in which letter keys already have a function: they type text, or select an entry of an open menu. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

const isTaken = ({ target, ctrlKey, metaKey, altKey, repeat, isComposing }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  repeat ||
  isComposing ||
  (target instanceof Element && target.closest(TAKES_KEYS) !== null);

type Hotkeys = Readonly<Record<string, () => void>>;

/** Binds single keys, in lower case, to actions on this page, unless the client has switched them off. */
export function useHotkeys(acts: Hotkeys): void {
  const isOn = usePreferences(({ hotkeys }) => hotkeys);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = isTaken(event) ? undefined : acts[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
