import { useEarlyEscape } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';

/**
 * For what was fetched to be opened: opens once it is there. The button is recreated with it and takes the focus over, so that
 * closing gives it back.
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
