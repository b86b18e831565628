import { useLayoutEffect } from 'react';

let open = 0;

/** Marks the root element while a dialog is open, so that toasts keep clear of it. */
export function useDialogMark(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    open += 1;
    document.documentElement.dataset.dialogs = String(open);
    return () => {
      open -= 1;
      if (open === 0) delete document.documentElement.dataset.dialogs;
    };
  }, [opened]);
}
