import type { Reading } from './feed-protocol.ts';

/** Messages with more levels than this on one side are refused. */
const MAX_ROWS = 800;
const decimal = /^\d{1,18}(\.\d{1,18})?$/;

/** A level, including the texts in which it was sent, because checksums are computed over these texts. */
export interface Level {
  readonly price: number;
  readonly size: number;
  readonly priceText: string;
  readonly sizeText: string;
}

/** The changed levels of one message; a size of zero removes a level. */
export interface BookChange {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The levels in the rows of a message; undefined if malformed. `textsOf` returns the price and the size of a row. */
export function readLevels(rows: unknown, textsOf: (row: unknown) => readonly unknown[]): readonly Level[] | undefined {
  if (!Array.isArray(rows) || rows.length > MAX_ROWS) return undefined;
  const levels = rows.map((row) => readLevel(textsOf(row)));
  return levels.includes(undefined) ? undefined : (levels as Level[]);
}

function readLevel([priceText, sizeText]: readonly unknown[]): Level | undefined {
  if (typeof priceText !== 'string' || typeof sizeText !== 'string') return undefined;
  if (!decimal.test(priceText) || !decimal.test(sizeText)) return undefined;
  return { price: Number(priceText), size: Number(sizeText), priceText, sizeText };
}

/** One market's book, best level first on each side. */
export class OrderBook {
  readonly #bids: Level[] = [];
  readonly #asks: Level[] = [];
  readonly #most: number;

  /** `most` is the number of levels on each side that the source sends. */
  constructor(most: number) {
    this.#most = most;
  }

  get bids(): readonly Level[] {
    return this.#bids;
  }

  get asks(): readonly Level[] {
    return this.#asks;
  }

  /**
   * Applies a message, and returns whether it changed anything. Levels beyond the book's depth are dropped at the end,
   * because a later part of the message may remove a better level.
   */
  apply({ bids, asks }: BookChange): boolean {
    const changed = [
      ...bids.map((level) => change(this.#bids, level, -1)),
      ...asks.map((level) => change(this.#asks, level, 1)),
    ];
    for (const side of [this.#bids, this.#asks]) side.splice(this.#most);
    return changed.includes(true);
  }

  /**
   * The prices of the book; `thin` if a side is worth less than `depth`. The price of a side is the average price at
   * which `depth` of the quote coin would trade, because a tiny order can set the best price. If the book is crossed,
   * returns its best prices, which QuoteBoard rejects.
   */
  reading(pair: string, sourceMs: number | undefined, depth: number | undefined): Reading {
    const [bid, ask] = [priceByDepth(this.#bids, depth), priceByDepth(this.#asks, depth)];
    const [best, least] = [this.#bids[0]?.price ?? 0, this.#asks[0]?.price ?? Number.POSITIVE_INFINITY];
    if (best > least) return { kind: 'prices', pair, bid: best, ask: least, sourceMs };
    return bid === undefined || ask === undefined
      ? { kind: 'thin', pair }
      : { kind: 'prices', pair, bid, ask, sourceMs };
  }
}

/** The mean price for an amount worth `depth`; undefined if the side does not have that much. */
function priceByDepth(side: readonly Level[], depth = Number.POSITIVE_INFINITY): number | undefined {
  let [left, filled] = [depth, 0];
  for (const { price, size } of side) {
    if (price * size >= left) return filled === 0 ? price : depth / (filled + left / price);
    left -= price * size;
    filled += size;
  }
  return undefined;
}

/**
 * Applies a changed level to a side, and returns whether the side has changed. `direction` is 1 if lower prices come
 * first, otherwise -1.
 */
function change(side: Level[], level: Level, direction: 1 | -1): boolean {
  let [low, high] = [0, side.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (((side[middle] as Level).price - level.price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  const known = side[low]?.price === level.price ? side[low] : undefined;
  const found = known === undefined ? 0 : 1;
  if (level.size === 0) side.splice(low, found);
  else side.splice(low, found, level);
  return (known?.size ?? 0) !== level.size;
}
