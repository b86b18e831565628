import type { BookLevel } from '@vitrine/contract';
import { textOf, unitsOf } from './wire-units.ts';

export type BookSide = 'bids' | 'asks';
/** Price to size, both in units of 10^-decimals. */
export type Levels = ReadonlyMap<number, number>;

interface NumberedLevels {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/**
 * One market's book, built from the stream. Mutable on purpose: it takes a thousand updates a second.
 */
export class BookState {
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly #sides: Record<BookSide, Map<number, number>> = { bids: new Map(), asks: new Map() };
  /**
   * The sorted prices of each side; undefined if they must be sorted again because a price was added or removed. Most
   * changes only concern sizes.
   */
  readonly #sorted: Record<BookSide, Float64Array | undefined> = { bids: undefined, asks: undefined };
  /** The sequence number of the last level change applied; undefined until the first snapshot and after a gap. */
  #number: number | undefined;

  constructor(priceDecimals: number, amountDecimals: number) {
    this.priceDecimals = priceDecimals;
    this.amountDecimals = amountDecimals;
  }

  get ready(): boolean {
    return this.#number !== undefined;
  }

  get number(): number | undefined {
    return this.#number;
  }

  get bids(): Levels {
    return this.#sides.bids;
  }

  get asks(): Levels {
    return this.#sides.asks;
  }

  /** Replaces all levels of both sides. */
  load(snapshot: NumberedLevels & { readonly number: number }): void {
    this.#sides.bids.clear();
    this.#sides.asks.clear();
    this.#sorted.bids = undefined;
    this.#sorted.asks = undefined;
    this.#put('bids', snapshot.bids);
    this.#put('asks', snapshot.asks);
    this.#number = snapshot.number;
  }

  /** Merges an update. `gap` means that messages were missed: the book is not ready until the next load. */
  merge(update: NumberedLevels & { readonly from: number; readonly to: number }): 'merged' | 'old' | 'gap' {
    if (this.#number === undefined) return 'gap';
    if (update.to <= this.#number) return 'old';
    if (update.from > this.#number + 1) {
      this.#number = undefined;
      return 'gap';
    }
    this.#put('bids', update.bids);
    this.#put('asks', update.asks);
    this.#number = update.to;
    return 'merged';
  }

  /** Prices of a side, best first. Must not be changed by the caller. */
  prices(side: BookSide): Float64Array {
    const known = this.#sorted[side];
    if (known !== undefined) return known;
    const sorted = Float64Array.from(this.#sides[side].keys()).sort();
    if (side === 'bids') sorted.reverse();
    this.#sorted[side] = sorted;
    return sorted;
  }

  /** Levels of a side as decimal strings, best first. */
  levels(side: BookSide, count: number): [price: string, size: string][] {
    return Array.from(this.prices(side).subarray(0, count), (price) => [
      textOf(price, this.priceDecimals),
      textOf(this.#sides[side].get(price) ?? 0, this.amountDecimals),
    ]);
  }

  #put(side: BookSide, levels: readonly BookLevel[]): void {
    const map = this.#sides[side];
    for (const [price, size] of levels) {
      const key = unitsOf(price, this.priceDecimals);
      const units = unitsOf(size, this.amountDecimals);
      const count = map.size;
      if (units === 0) map.delete(key);
      else map.set(key, units);
      if (map.size !== count) this.#sorted[side] = undefined;
    }
  }
}
