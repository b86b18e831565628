import { useEffect, useEffectEvent } from 'react';
import { isKeyTaken } from '../../../lib/key-taken.ts';
import { usePreferences } from '../../../lib/preferences.ts';

type Hotkeys = Readonly<Record<string, () => void>>;

/** Binds single keys, in lower case, to actions on this page, unless the client has switched them off. */
export function useHotkeys(acts: Hotkeys): void {
  const isOn = usePreferences(({ hotkeys }) => hotkeys);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = isKeyTaken(event) ? undefined : acts[event.key.toLowerCase()];
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
