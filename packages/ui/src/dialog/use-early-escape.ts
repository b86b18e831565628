import { useLayoutEffect, useRef } from 'react';

/**
 * Lets Escape close a menu or panel as soon as it appears, before the focus has moved into it: that is, while the
 * focus is still on the button that opened it, or nowhere. Keys pressed inside the menu or panel are handled there.
 */
export function useEarlyEscape(opened: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useLayoutEffect(() => {
    latest.current = onEscape;
  });
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    const onKey = ({ key, isComposing }: KeyboardEvent) => {
      const focused = document.activeElement;
      if (key === 'Escape' && !isComposing && (focused === document.body || focused === opener)) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [opened]);
}
