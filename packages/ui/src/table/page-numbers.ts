/** The number of places in a row of pages; with more pages, gaps stand for some of them. */
const PLACES = 7;

/** A page number, or a gap before or after the current page. */
export type ShownPage = number | 'before' | 'after';

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * The pages offered: all of them if they fit, otherwise the first, the last, the current page and its neighbors, always
 * in the same number of places.
 */
export function shownPages(pages: number, current: number): readonly ShownPage[] {
  if (pages <= PLACES) return range(1, pages);
  if (current <= 4) return [...range(1, 5), 'after', pages];
  if (current >= pages - 3) return [1, 'before', ...range(pages - 4, pages)];
  return [1, 'before', ...range(current - 1, current + 1), 'after', pages];
}
