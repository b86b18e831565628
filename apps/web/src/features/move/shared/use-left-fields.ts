import { useState } from 'react';

/** Fields that the client has visited and left. */
export type LeftFields<Field extends string> = { readonly [F in Field]?: boolean };

/** Tracks which fields the client has left: an empty field shows an error only after that. */
export function useLeftFields<Field extends string>() {
  const [left, setLeft] = useState<LeftFields<Field>>({});
  const add = (field: Field) => setLeft((before) => ({ ...before, [field]: true }));
  return {
    left,
    add,
    /** Called when the focus leaves the field. */
    leave: (field: Field) => afterPress(() => add(field)),
    reset: () => setLeft({}),
  };
}

/**
 * An error message shifts the content below it. It therefore appears only after the click that moved the focus has
 * ended; otherwise that click would miss its target.
 */
function afterPress(say: () => void): void {
  if (document.querySelector(':active') === null) say();
  else document.addEventListener('pointerup', () => setTimeout(say), { once: true });
}
