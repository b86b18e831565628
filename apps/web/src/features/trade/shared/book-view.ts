import type { BookSide, BookState } from './book-state.ts';

/** One line of the book, in the units of its BookState. */
export interface BookRow {
  readonly price: number;
  readonly size: number;
  /** Size of this line and all better ones. */
  readonly total: number;
  readonly own: boolean;
}

export interface SideView {
  /** The best price comes first. */
  readonly rows: readonly BookRow[];
  readonly total: number;
}

/**
 * The group that a price belongs to: bids are rounded down and asks up, so that a group never shows a better price than
 * it contains.
 */
export const groupPrice = (price: number, side: BookSide, group: number): number =>
  side === 'bids' ? Math.floor(price / group) * group : Math.ceil(price / group) * group;

/**
 * The first `count` lines of a side, grouped in steps of `group` units. `own` contains the client's own prices,
 * ungrouped.
 */
export const viewSide = (
  book: BookState,
  side: BookSide,
  group: number,
  count: number,
  own: ReadonlySet<number>,
): SideView => {
  const levels = book[side];
  const ownGroups = new Set(Array.from(own, (price) => groupPrice(price, side, group)));
  const rows: { price: number; size: number; total: number; own: boolean }[] = [];
  let total = 0;
  for (const price of book.prices(side)) {
    const grouped = groupPrice(price, side, group);
    const last = rows.at(-1);
    const size = levels.get(price) ?? 0;
    if (last?.price === grouped) {
      last.size += size;
      last.total += size;
    } else {
      if (rows.length === count) break;
      rows.push({ price: grouped, size, total: total + size, own: ownGroups.has(grouped) });
    }
    total += size;
  }
  return { rows, total: rows.at(-1)?.total ?? 0 };
};

/** Distance between the best prices, in units; undefined while a side is empty. */
export const spreadOf = (book: BookState): number | undefined => {
  const bid = book.prices('bids')[0];
  const ask = book.prices('asks')[0];
  return bid === undefined || ask === undefined ? undefined : ask - bid;
};
