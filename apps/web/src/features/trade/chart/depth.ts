import type { BookState } from '../shared/book-state.ts';

export interface DepthPoint {
  /** As a whole number of the book's price units. */
  readonly price: number;
  /** Size of this level and all better levels. */
  readonly total: number;
  /**
   * The value (price × size) of this level and all better levels, in price × size units; exact enough to display.
   */
  readonly value: number;
}

export interface Depth {
  /** Best first. */
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
  readonly middle: number;
  /** Half the width of the shown range, in price units. */
  readonly reach: number;
  readonly most: number;
}

const cumulate = (book: BookState, side: 'bids' | 'asks'): DepthPoint[] => {
  let total = 0;
  let value = 0;
  return Array.from(book.prices(side), (price) => {
    const size = book[side].get(price) ?? 0;
    total += size;
    value += price * size;
    return { price, total, value };
  });
};

/**
 * Both sides, accumulated from the mid price outward over the same price range: `share` of the mid price on each side,
 * or as far as both sides are known. Undefined while a side is empty.
 */
export const depthOf = (book: BookState, share?: number): Depth | undefined => {
  const bids = cumulate(book, 'bids');
  const asks = cumulate(book, 'asks');
  const [bid, ask] = [bids[0], asks[0]];
  const [lastBid, lastAsk] = [bids.at(-1), asks.at(-1)];
  if (!bid || !ask || !lastBid || !lastAsk) return undefined;
  const middle = (bid.price + ask.price) / 2;
  const reach = share === undefined ? Math.min(middle - lastBid.price, lastAsk.price - middle) : middle * share;
  const within = (points: DepthPoint[]) => points.filter(({ price }) => Math.abs(price - middle) <= reach);
  const shown = { bids: within(bids), asks: within(asks) };
  return { ...shown, middle, reach, most: Math.max(shown.bids.at(-1)?.total ?? 0, shown.asks.at(-1)?.total ?? 0) };
};

/** The point at a price: the last level that is not beyond this price; undefined if there is none. */
export const depthAt = (points: readonly DepthPoint[], price: number, side: 'bids' | 'asks'): DepthPoint | undefined =>
  points.findLast((point) => (side === 'bids' ? point.price >= price : point.price <= price));

/**
 * The SVG path of a stepped area in a box of width × height. It extends outward from the middle, and its height is the
 * cumulative size.
 */
export const depthPath = (points: readonly DepthPoint[], depth: Depth, width: number, height: number): string => {
  if (points.length === 0 || depth.reach <= 0 || depth.most <= 0) return '';
  const x = (price: number) => (((price - depth.middle) / depth.reach + 1) / 2) * width;
  const y = (total: number) => height - (total / depth.most) * height;
  const first = x(points[0]?.price ?? depth.middle);
  const steps = points.map(({ price, total }) => `H${x(price).toFixed(1)}V${y(total).toFixed(1)}`).join('');
  const outer = points === depth.bids ? 0 : width;
  return `M${first.toFixed(1)} ${height}${steps}H${outer}V${height}Z`;
};
