import { useLayoutEffect } from 'react';

/** Whether the focus is nowhere, or still in something that is going away. */
const isFocusLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
};

/**
 * Gives the focus back to what had it when a dialog opened, also where the dialog leaves the page at once. A person who
 * has meanwhile put the focus elsewhere keeps it there.
 */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected && isFocusLost()) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
