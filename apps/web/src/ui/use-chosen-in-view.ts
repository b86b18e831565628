import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a row of links or tabs that is wider than the window, so that the selected entry is in view. The row must be
 * positioned.
 */
export function useChosenInView<Row extends HTMLElement>(chosen: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const list = row.current;
    const one = chosen ? list?.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]') : null;
    if (list && one) list.scrollLeft = one.offsetLeft - (list.clientWidth - one.offsetWidth) / 2;
  }, [chosen]);
  return row;
}
