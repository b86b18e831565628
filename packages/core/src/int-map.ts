const MINIMUM_CAPACITY = 64;

/** A whole number from 1 to 2^53 − 1 to a slot, by open addressing with linear probing; at most half full. */
export class IntMap {
  /** Key and slot of each place side by side; key 0 where the place is free. */
  private pairs = new Float64Array(2 * MINIMUM_CAPACITY);
  private mask = MINIMUM_CAPACITY - 1;
  size = 0;

  /** The slot of the key, or -1. */
  get(key: number): number {
    const { pairs, mask } = this;
    let i = hash(key) & mask;
    for (;;) {
      const found = pairs[2 * i];
      if (found === 0) return -1;
      if (found === key) return pairs[2 * i + 1];
      i = (i + 1) & mask;
    }
  }

  /** Reads where the searches for the keys begin, so that it is in the cache when they come. */
  touch(keys: Float64Array, count: number): number {
    const { pairs, mask } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= pairs[2 * (hash(keys[i]) & mask)];
    return sum;
  }

  /** The same for one key. */
  touchOne(key: number): number {
    return this.pairs[2 * (hash(key) & this.mask)];
  }

  /** The key must be absent. */
  insert(key: number, slot: number): void {
    if (this.size * 2 >= this.mask) this.rehash(2 * (this.mask + 1));
    this.place(key, slot);
    this.size++;
  }

  /** The key must be present. Later keys of the same run move up, so no marks of deleted keys pile up. */
  delete(key: number): void {
    const { pairs, mask } = this;
    let hole = hash(key) & mask;
    while (pairs[2 * hole] !== key) {
      if (pairs[2 * hole] === 0) throw new Error('deleted a key that is not there');
      hole = (hole + 1) & mask;
    }
    let i = hole;
    for (;;) {
      i = (i + 1) & mask;
      const moved = pairs[2 * i];
      if (moved === 0) break;
      const home = hash(moved) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        pairs[2 * hole] = moved;
        pairs[2 * hole + 1] = pairs[2 * i + 1];
        hole = i;
      }
    }
    pairs[2 * hole] = 0;
    this.size--;
  }

  /** Makes room for so many keys at once. */
  reserve(size: number): void {
    let capacity = this.mask + 1;
    while (size * 2 >= capacity - 1) capacity *= 2;
    if (capacity !== this.mask + 1) this.rehash(capacity);
  }

  private place(key: number, slot: number): void {
    const { pairs, mask } = this;
    let i = hash(key) & mask;
    while (pairs[2 * i] !== 0) i = (i + 1) & mask;
    pairs[2 * i] = key;
    pairs[2 * i + 1] = slot;
  }

  private rehash(capacity: number): void {
    const old = this.pairs;
    this.pairs = new Float64Array(2 * capacity);
    this.mask = capacity - 1;
    for (let i = 0; i < old.length; i += 2) if (old[i] !== 0) this.place(old[i], old[i + 1]);
  }
}

const hash = (key: number): number => {
  let h = Math.imul((key | 0) ^ Math.imul((key / 4294967296) | 0, 0x27d4eb2f), 0x9e3779b1);
  h ^= h >>> 15;
  return Math.imul(h, 0x85ebca6b) ^ (h >>> 13);
};
