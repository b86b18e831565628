import { useLayoutEffect } from 'react';

/** Whether no element has the focus, or only an element inside a closing dialog. */
const isFocusLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
};

/**
 * Returns the focus to the element that had it when the dialog opened, even if the dialog unmounts immediately. Focus
 * that the user has meanwhile moved elsewhere stays there.
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
