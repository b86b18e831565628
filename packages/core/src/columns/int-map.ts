import type { KeyedHash } from './hash-key.ts';

const MINIMUM_CAPACITY = 64;

/**
 * The number of places that each insertion moves to the larger table. All entries have moved long before that table is
 * half full.
 */
const MOVED_AT_ONCE = 16;
const NONE = new Float64Array(0);

/**
 * Maps whole numbers from 1 to 2^53 − 1 to slots: open addressing with linear probing, at most half full. When the
 * table grows, each insertion moves a few entries, so that no single insertion has to move a million.
 */
export class IntMap {
  private readonly hashing: KeyedHash;
  /** The key and slot of each place, side by side; a free place has the key 0. */
  private pairs = new Float64Array(2 * MINIMUM_CAPACITY);
  private mask = MINIMUM_CAPACITY - 1;
  /**
   * The smaller table whose entries are being moved, if any. Moved keys stay in it until all have moved; a key that is
   * deleted before it has moved gets the slot -1.
   */
  private old = NONE;
  /** The position in the old table of the next entries to move. */
  private moved = 0;
  size = 0;

  constructor(hashing: KeyedHash) {
    this.hashing = hashing;
  }

  /** The slot of the key, or -1. */
  get(key: number): number {
    const { pairs, mask } = this;
    let i = this.hashing.ofNumber(key) & mask;
    for (;;) {
      const found = pairs[2 * i];
      if (found === 0) return this.old === NONE ? -1 : this.getOld(key);
      if (found === key) return pairs[2 * i + 1];
      i = (i + 1) & mask;
    }
  }

  /** The slot of a key that is not in the new table, or -1. */
  private getOld(key: number): number {
    const at = this.placeInOld(key);
    return at < 0 ? -1 : this.old[at + 1];
  }

  /** The position in the old table of a key that has not moved yet, or -1. */
  private placeInOld(key: number): number {
    const { old, moved } = this;
    const mask = old.length / 2 - 1;
    for (let i = this.hashing.ofNumber(key) & mask; old[2 * i] !== 0; i = (i + 1) & mask)
      if (old[2 * i] === key) return 2 * i < moved ? -1 : 2 * i;
    return -1;
  }

  /** Prefetches the memory at which the searches for these keys begin. */
  touch(keys: Float64Array, count: number): number {
    const { pairs, mask } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= pairs[2 * (this.hashing.ofNumber(keys[i]) & mask)];
    return sum;
  }

  /** Like `touch`, for one key. */
  touchOne(key: number): number {
    return this.pairs[2 * (this.hashing.ofNumber(key) & this.mask)];
  }

  /** Adds a key, which must be absent. */
  insert(key: number, slot: number): void {
    if (this.old !== NONE) this.move(MOVED_AT_ONCE);
    if (this.size * 2 >= this.mask) this.enlarge(2 * (this.mask + 1));
    this.place(key, slot);
    this.size++;
  }

  /** Removes a key, which must be present. Later keys of the same run move up, so that no tombstones are needed. */
  delete(key: number): void {
    const { pairs, mask } = this;
    let hole = this.hashing.ofNumber(key) & mask;
    while (pairs[2 * hole] !== key) {
      if (pairs[2 * hole] === 0) {
        this.deleteOld(key);
        return;
      }
      hole = (hole + 1) & mask;
    }
    let i = hole;
    for (;;) {
      i = (i + 1) & mask;
      const moved = pairs[2 * i];
      if (moved === 0) break;
      const home = this.hashing.ofNumber(moved) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        pairs[2 * hole] = moved;
        pairs[2 * hole + 1] = pairs[2 * i + 1];
        hole = i;
      }
    }
    pairs[2 * hole] = 0;
    this.size--;
  }

  private deleteOld(key: number): void {
    const at = this.old === NONE ? -1 : this.placeInOld(key);
    if (at < 0 || this.old[at + 1] < 0) throw new Error('the key to delete is not in the map');
    this.old[at + 1] = -1;
    this.size--;
  }

  /** Makes room for this many keys in advance. */
  reserve(size: number): void {
    let capacity = this.mask + 1;
    while (size * 2 >= capacity - 1) capacity *= 2;
    if (capacity === this.mask + 1) return;
    this.enlarge(capacity);
    this.move(Number.POSITIVE_INFINITY);
  }

  private place(key: number, slot: number): void {
    const { pairs, mask } = this;
    let i = this.hashing.ofNumber(key) & mask;
    while (pairs[2 * i] !== 0) i = (i + 1) & mask;
    pairs[2 * i] = key;
    pairs[2 * i + 1] = slot;
  }

  private enlarge(capacity: number): void {
    if (this.old !== NONE) this.move(Number.POSITIVE_INFINITY);
    this.old = this.pairs;
    this.moved = 0;
    this.pairs = new Float64Array(2 * capacity);
    this.mask = capacity - 1;
  }

  private move(places: number): void {
    const { old } = this;
    const end = Math.min(old.length, this.moved + 2 * places);
    for (let i = this.moved; i < end; i += 2) if (old[i] !== 0 && old[i + 1] >= 0) this.place(old[i], old[i + 1]);
    this.moved = end;
    if (end === old.length) this.old = NONE;
  }
}
