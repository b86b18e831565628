import { useState } from 'react';

/** Fields that the client has been in. */
export type LeftFields<Field extends string> = { readonly [F in Field]?: boolean };

/** Which fields the client has been in: what is missing there is said from then on. */
export function useLeftFields<Field extends string>() {
  const [left, setLeft] = useState<LeftFields<Field>>({});
  const add = (field: Field) => setLeft((before) => ({ ...before, [field]: true }));
  return {
    left,
    add,
    /** When the focus leaves it. */
    leave: (field: Field) => afterPress(() => add(field)),
    reset: () => setLeft({}),
  };
}

/** What is said moves what is below it: a press that has left the field ends first, or it would miss what was pressed. */
function afterPress(say: () => void): void {
  if (document.querySelector(':active') === null) say();
  else document.addEventListener('pointerup', () => setTimeout(say), { once: true });
}
