import type { BookSide, BookState } from './book-state.ts';

/** One level of the book, in the units of its BookState. */
export interface BookRow {
  readonly price: number;
  readonly size: number;
  /** Size of this level and all better levels. */
  readonly total: number;
  /**
   * The value (price × size) of this level, and of this level with all better levels, in price × size units; exact
   * enough to display.
   */
  readonly value: number;
  readonly totalValue: number;
  /** The open size of the client's own orders at this level; zero without any. */
  readonly own: number;
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
 * The first `count` levels of a side, grouped in steps of `group` units. `own` has the open sizes of the client's own
 * orders by price, ungrouped.
 */
export const viewSide = (
  book: BookState,
  side: BookSide,
  group: number,
  count: number,
  own: ReadonlyMap<number, number>,
): SideView => {
  const levels = book[side];
  const ownGroups = new Map<number, number>();
  for (const [price, size] of own) {
    const grouped = groupPrice(price, side, group);
    ownGroups.set(grouped, (ownGroups.get(grouped) ?? 0) + size);
  }
  const rows: { -readonly [Key in keyof BookRow]: BookRow[Key] }[] = [];
  let total = 0;
  let totalValue = 0;
  for (const price of book.prices(side)) {
    const grouped = groupPrice(price, side, group);
    const last = rows.at(-1);
    const size = levels.get(price) ?? 0;
    if (last?.price === grouped) {
      last.size += size;
      last.total += size;
      last.value += price * size;
      last.totalValue += price * size;
    } else {
      if (rows.length === count) break;
      const value = price * size;
      const own = ownGroups.get(grouped) ?? 0;
      rows.push({ price: grouped, size, total: total + size, value, totalValue: totalValue + value, own });
    }
    total += size;
    totalValue += price * size;
  }
  return { rows, total: rows.at(-1)?.total ?? 0 };
};

/** Distance between the best prices, in units; undefined while a side is empty. */
export const spreadOf = (book: BookState): number | undefined => {
  const bid = book.prices('bids')[0];
  const ask = book.prices('asks')[0];
  return bid === undefined || ask === undefined ? undefined : ask - bid;
};

/** The shares of both sides in the total size within `share` of the mid price; undefined while a side is empty. */
export const balanceOf = (
  book: BookState,
  share: number,
): { readonly bids: number; readonly asks: number; readonly bidsPercent: number } | undefined => {
  const bid = book.prices('bids')[0];
  const ask = book.prices('asks')[0];
  if (bid === undefined || ask === undefined) return undefined;
  const reach = ((bid + ask) / 2) * share;
  const sizeWithin = (side: BookSide, isNear: (price: number) => boolean) => {
    let sum = 0;
    for (const price of book.prices(side)) {
      if (!isNear(price)) break;
      sum += book[side].get(price) ?? 0;
    }
    return sum;
  };
  const bids = sizeWithin('bids', (price) => price >= (bid + ask) / 2 - reach);
  const asks = sizeWithin('asks', (price) => price <= (bid + ask) / 2 + reach);
  return bids + asks === 0 ? undefined : { bids, asks, bidsPercent: (bids / (bids + asks)) * 100 };
};
