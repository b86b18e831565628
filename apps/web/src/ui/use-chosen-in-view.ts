import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the selected entry of a row of links or tabs in view if it is wider than the window. The row is positioned. */
export function useChosenInView<Row extends HTMLElement>(chosen: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const list = row.current;
    const one = chosen ? list?.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]') : null;
    if (list && one) list.scrollLeft = one.offsetLeft - (list.clientWidth - one.offsetWidth) / 2;
  }, [chosen]);
  return row;
}
