const FIRST_CAPACITY = 256;
/**
 * The number of places that each insertion moves to the larger table. All entries have moved long before that table is
 * half full.
 */
const MOVED_AT_ONCE = 16;
/**
 * The table doubles when this many of every sixteen places are taken. That is earlier than in an IntMap, so that the
 * two tables do not double at the same insertion.
 */
const TAKEN_OF_SIXTEEN = 7;
const NONE = new Int32Array(0);
/** In the old table: marks a slot that was removed before it was moved. */
const GONE = -1;

/**
 * Finds slots by a 32-bit hash of their content: open addressing over pairs of slot + 1 (0 for none) and hash; less
 * than half full. Two slots may have the same hash, so callers must check the slot they get. When the table grows, each
 * insertion moves a few entries, so that no single insertion has to move all of them.
 */
export class SlotTable {
  private pairs = new Int32Array(2 * FIRST_CAPACITY);
  private mask = FIRST_CAPACITY - 1;
  private count = 0;
  /** The smaller table, while its entries are being moved; its first `moved` words have been moved. */
  private old = NONE;
  private moved = 0;

  /** A slot with this hash, or -1. */
  get(hashed: number): number {
    const { pairs, mask } = this;
    for (let at = (hashed & mask) << 1; pairs[at] !== 0; at = (at + 2) & (mask << 1))
      if (pairs[at + 1] === hashed) return pairs[at] - 1;
    return this.old === NONE ? -1 : this.getOld(hashed);
  }

  private getOld(hashed: number): number {
    const at = this.placeInOld(hashed, (stored) => stored > 0);
    return at < 0 ? -1 : this.old[at] - 1;
  }

  /** The position in the old table of the first unmoved entry that has this hash and satisfies `isMeant`, or -1. */
  private placeInOld(hashed: number, isMeant: (stored: number) => boolean): number {
    const { old, moved } = this;
    const last = old.length - 2;
    // The old table may still contain entries that have moved, and their slots may have been reused since.
    for (let at = (hashed << 1) & last; old.length > 0 && old[at] !== 0; at = (at + 2) & last)
      if (at >= moved && old[at + 1] === hashed && isMeant(old[at])) return at;
    return -1;
  }

  /** All slots with this hash, for the rare case that the first is not the right one. */
  all(hashed: number): number[] {
    const slots: number[] = [];
    const { pairs, mask } = this;
    for (let at = (hashed & mask) << 1; pairs[at] !== 0; at = (at + 2) & (mask << 1))
      if (pairs[at + 1] === hashed) slots.push(pairs[at] - 1);
    this.placeInOld(hashed, (stored) => {
      if (stored > 0) slots.push(stored - 1);
      return false;
    });
    return slots;
  }

  /** Prefetches the memory at which the searches for these hashes begin. */
  touch(hashes: Int32Array, count: number): number {
    const { pairs, mask } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= pairs[(hashes[i] & mask) << 1];
    return sum;
  }

  /** Adds a slot, which must be absent. */
  insert(hashed: number, slot: number): void {
    if (this.old !== NONE) this.move(MOVED_AT_ONCE);
    if (this.count * 16 >= this.mask * TAKEN_OF_SIXTEEN) this.enlarge(2 * (this.mask + 1));
    this.place(slot + 1, hashed);
    this.count++;
  }

  /** Removes a slot, which must be present. Later slots of the same run move up, so that no tombstones are needed. */
  delete(hashed: number, slot: number): void {
    const { pairs } = this;
    const last = this.mask << 1;
    let hole = (hashed & this.mask) << 1;
    while (pairs[hole] !== slot + 1) {
      if (pairs[hole] === 0) {
        this.deleteOld(hashed, slot);
        return;
      }
      hole = (hole + 2) & last;
    }
    for (let at = (hole + 2) & last; pairs[at] !== 0; at = (at + 2) & last) {
      if (((at - (pairs[at + 1] << 1)) & last) < ((at - hole) & last)) continue;
      pairs[hole] = pairs[at];
      pairs[hole + 1] = pairs[at + 1];
      hole = at;
    }
    pairs[hole] = 0;
    this.count--;
  }

  private deleteOld(hashed: number, slot: number): void {
    const at = this.placeInOld(hashed, (stored) => stored === slot + 1);
    if (at < 0) throw new Error('the slot to delete is not in the table');
    this.old[at] = GONE;
    this.count--;
  }

  /** Makes room for this many slots in advance. */
  reserve(slots: number): void {
    let capacity = this.mask + 1;
    while (slots * 16 >= (capacity - 1) * TAKEN_OF_SIXTEEN) capacity *= 2;
    if (capacity === this.mask + 1) return;
    this.enlarge(capacity);
    this.move(Number.POSITIVE_INFINITY);
  }

  private place(stored: number, hashed: number): void {
    const { pairs, mask } = this;
    let at = (hashed & mask) << 1;
    while (pairs[at] !== 0) at = (at + 2) & (mask << 1);
    pairs[at] = stored;
    pairs[at + 1] = hashed;
  }

  private enlarge(capacity: number): void {
    if (this.old !== NONE) this.move(Number.POSITIVE_INFINITY);
    this.old = this.pairs;
    this.moved = 0;
    this.mask = capacity - 1;
    this.pairs = new Int32Array(2 * capacity);
  }

  private move(places: number): void {
    const { old } = this;
    const end = Math.min(old.length, this.moved + 2 * places);
    for (let at = this.moved; at < end; at += 2) if (old[at] > 0) this.place(old[at], old[at + 1]);
    this.moved = end;
    if (end === old.length) this.old = NONE;
  }
}
