/** Elements in which letter keys already have a function: they type text, or select an entry of an open menu. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Whether a key press must not trigger a page's single-key shortcuts, because it has another function. */
export const isKeyTaken = ({ target, ctrlKey, metaKey, altKey, repeat, isComposing }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  repeat ||
  isComposing ||
  (target instanceof Element && target.closest(TAKES_KEYS) !== null);
