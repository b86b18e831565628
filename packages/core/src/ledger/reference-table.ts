/** When this share of a table's places is taken, its entries are moved to a larger table. */
const FULL = 5 / 8;
const SMALLEST = 64;
/**
 * The number of places that each addition moves to the larger table. All entries have moved long before that table is
 * full.
 */
const MOVED_AT_ONCE = 8;
/**
 * The larger table is prepared in advance, while the last eighth of the places before `FULL` is taken: the operating
 * system provides memory at the first write to each page, and random additions to a new table would first write to
 * thousands of pages at once.
 */
const PREPARED_DURING = 1 / 8;
/**
 * The number of elements of the larger table that each addition prepares. That table has twice as many places, with two
 * elements each, so four for each place of this table: the additions that fill the last eighth prepare all of it.
 */
const PREPARED_AT_ONCE = 4 * 8;

/** The information that a table needs about its entries. */
export interface Entries {
  /** Whether the entry is still stored. */
  isKept(entry: number): boolean;
}

/**
 * Finds entries by a 32-bit tag: open addressing over pairs of tag and entry number + 1 (0 if the place is free). The
 * highest bits of the tag determine the place.
 */
export class ReferenceTable {
  readonly pairs: Int32Array<ArrayBuffer>;
  /** `tag >>> shift` is the place where a tag's search begins. */
  readonly shift: number;
  private readonly limit: number;
  private used = 0;
  private moved = 0;
  private prepared = 0;

  /** `capacity` is a power of two. */
  constructor(capacity: number) {
    this.pairs = new Int32Array(2 * capacity);
    this.shift = Math.clz32(capacity) + 1;
    this.limit = capacity * FULL;
  }

  /** A table in which this many entries take at most half of all places. */
  static for(count: number): ReferenceTable {
    let capacity = SMALLEST;
    while (capacity < 2 * count) capacity *= 2;
    return new ReferenceTable(capacity);
  }

  get capacity(): number {
    return this.pairs.length / 2;
  }

  get isFull(): boolean {
    return this.used >= this.limit;
  }

  get isNearlyFull(): boolean {
    return this.used >= this.limit - this.capacity * PREPARED_DURING;
  }

  /** Writes to the next part of this table's memory, before the table is in use. */
  prepareSome(): void {
    if (this.prepared >= this.pairs.length) return;
    this.pairs[this.prepared] = 0;
    this.prepared += PREPARED_AT_ONCE;
  }

  /** Prefetches the memory at which the searches for these tags begin. */
  touch(tags: Int32Array, count: number): number {
    const { pairs, shift } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= pairs[(tags[i] >>> shift) * 2];
    return sum;
  }

  insert(tag: number, entry: number): void {
    const { pairs } = this;
    const mask = pairs.length - 1;
    let at = (tag >>> this.shift) * 2;
    while (pairs[at + 1] !== 0) at = (at + 2) & mask;
    pairs[at] = tag;
    pairs[at + 1] = entry + 1;
    this.used++;
  }

  /** Removes the entry, if it is present. Later entries of the same run move up, so that no tombstones are needed. */
  remove(tag: number, entry: number): void {
    const { pairs, shift } = this;
    const mask = pairs.length - 1;
    let hole = (tag >>> shift) * 2;
    while (pairs[hole + 1] !== entry + 1) {
      if (pairs[hole + 1] === 0) return;
      hole = (hole + 2) & mask;
    }
    for (let at = (hole + 2) & mask; pairs[at + 1] !== 0; at = (at + 2) & mask) {
      if (((at - (pairs[at] >>> shift) * 2) & mask) < ((at - hole) & mask)) continue;
      pairs[hole] = pairs[at];
      pairs[hole + 1] = pairs[at + 1];
      hole = at;
    }
    pairs[hole + 1] = 0;
    this.used--;
  }

  /**
   * Visits the next places and moves their entries, if still stored, to the table `to`. Returns whether all entries
   * have been moved.
   */
  moveSome(to: ReferenceTable, entries: Entries): boolean {
    const { pairs } = this;
    const end = this.moved + 2 * MOVED_AT_ONCE;
    for (let at = this.moved; at < end; at += 2) {
      const entry = pairs[at + 1] - 1;
      if (entry >= 0 && entries.isKept(entry)) to.insert(pairs[at], entry);
    }
    this.moved = end;
    return end === pairs.length;
  }
}
