import { useEarlyEscape } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';

/**
 * For menus loaded on demand: opens the menu when it has loaded. The button is recreated with the menu and takes the
 * focus, so that closing the menu returns the focus to the button.
 */
export function useOpening() {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setOpened(true);
  }, []);
  useEarlyEscape(opened, () => setOpened(false));
  return { target, opened, setOpened };
}
