import { type Columns, floatsOf, grownFloats, grownInts } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { HoldId, OwnerId } from '../vocabulary/terms.ts';

/** How long a withdrawal counts against its owner's limit. */
const WITHDRAWAL_USE_MS = 24 * 3_600_000;

/** The maximum number of expired uses that one addition drops. */
const DROPPED_AT_ONCE = 1000;

/**
 * How much of their owners' limits the withdrawals of the last 24 hours use. The uses are stored in a ring in order of
 * time, which is also the order of their holds, and the uses of each owner are linked. Uses are numbered from 1 on, and
 * are found by number as long as they are stored.
 */
export class WithdrawalUses {
  private capacity = 64;
  /** Numbers of the oldest stored use and of the next one. */
  private first = 1;
  private next = 1;
  private hold = new Float64Array(64);
  /** 0 if the use has left its owner's list. */
  private owner = new Float64Array(64);
  /** 0 if the hold was voided. */
  private units = new Float64Array(64);
  private time = new Float64Array(64);
  /** Number of the same owner's next use; 0 for none. */
  private nextOfOwner = new Float64Array(64);
  /** Number of the same owner's previous use; 0 for none. */
  private previousOfOwner = new Float64Array(64);

  private readonly owners: IntMap;
  private ownersUsed = 0;
  private freeOwner = 0;
  private sum = new Float64Array(64);
  /**
   * The number of uses in the owner's list: those that count, and expired ones that have not been removed from it yet.
   */
  private listed = new Int32Array(64);
  private firstUse = new Float64Array(64);
  private lastUse = new Float64Array(64);
  /** Slot + 1; 0 for none. */
  private nextFree = new Int32Array(64);

  constructor(hashing: KeyedHash) {
    this.owners = new IntMap(hashing);
  }

  /** How many uses are stored, including those that no longer count. */
  get kept(): number {
    return this.next - this.first;
  }

  /** How much the owner has used in the last 24 hours. */
  usedUnits(owner: OwnerId, timeMs: number): number {
    const slot = this.owners.get(owner);
    if (slot < 0) return 0;
    let sum = this.sum[slot];
    for (let use = this.firstUse[slot]; use !== 0 && this.isOver(use, timeMs); use = this.nextOfOwner[this.at(use)])
      sum -= this.units[this.at(use)];
    return sum;
  }

  /** How many of the owner's uses count now. */
  usesOf(owner: OwnerId, timeMs: number): number {
    const slot = this.owners.get(owner);
    if (slot < 0) return 0;
    let count = this.listed[slot];
    for (let use = this.firstUse[slot]; use !== 0 && this.isOver(use, timeMs); use = this.nextOfOwner[this.at(use)])
      count--;
    return count;
  }

  /** The hold must be newer than all holds added before it. */
  add(owner: OwnerId, hold: HoldId, units: number, timeMs: number): void {
    if (units === 0) return;
    this.dropOver(timeMs);
    this.detachOver(owner, timeMs);
    if (this.kept === this.capacity) this.grow(2 * this.capacity);
    const use = this.next++;
    const at = this.at(use);
    this.hold[at] = hold;
    this.owner[at] = owner;
    this.units[at] = units;
    this.time[at] = timeMs;
    this.nextOfOwner[at] = 0;
    const found = this.owners.get(owner);
    const slot = found >= 0 ? found : this.addOwner(owner, use);
    const last = found >= 0 ? this.lastUse[slot] : 0;
    if (last !== 0) this.nextOfOwner[this.at(last)] = use;
    this.previousOfOwner[at] = last;
    this.lastUse[slot] = use;
    this.sum[slot] += units;
    this.listed[slot]++;
  }

  /** The hold was voided: its use no longer counts. */
  giveBack(hold: HoldId): void {
    const use = this.findHold(hold);
    if (use === 0) return;
    const at = this.at(use);
    if (this.owner[at] !== 0) this.detach(this.owners.get(this.owner[at]), use);
    this.units[at] = 0;
  }

  /** Visits the uses that count, oldest first. */
  forEach(timeMs: number, visit: (owner: number, hold: number, units: number, timeMs: number) => void): void {
    for (let use = this.first; use < this.next; use++) {
      const at = this.at(use);
      if (this.units[at] === 0 || this.isOver(use, timeMs)) continue;
      visit(this.owner[at], this.hold[at], this.units[at], this.time[at]);
    }
  }

  private at(use: number): number {
    return use % this.capacity;
  }

  private isOver(use: number, timeMs: number): boolean {
    return this.time[this.at(use)] <= timeMs - WITHDRAWAL_USE_MS;
  }

  /** The number of a hold's use; 0 if there is none. */
  private findHold(hold: number): number {
    let low = this.first;
    let high = this.next;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.hold[this.at(middle)] < hold) low = middle + 1;
      else high = middle;
    }
    return low < this.next && this.hold[this.at(low)] === hold ? low : 0;
  }

  private dropOver(timeMs: number): void {
    for (let left = DROPPED_AT_ONCE; left > 0 && this.first < this.next && this.isOver(this.first, timeMs); left--) {
      const owner = this.owner[this.at(this.first)];
      if (owner !== 0) this.detach(this.owners.get(owner), this.first);
      this.first++;
    }
  }

  /**
   * Removes expired uses from the owner's list. Its sum then includes only uses that counted against one limit
   * together.
   */
  private detachOver(owner: number, timeMs: number): void {
    for (let slot = this.owners.get(owner); slot >= 0; slot = this.owners.get(owner)) {
      const use = this.firstUse[slot];
      if (!this.isOver(use, timeMs)) return;
      this.detach(slot, use);
    }
  }

  /** Removes a use from its owner's list; an owner without uses is removed. */
  private detach(slot: number, use: number): void {
    const at = this.at(use);
    const next = this.nextOfOwner[at];
    const previous = this.previousOfOwner[at];
    if (previous === 0) this.firstUse[slot] = next;
    else this.nextOfOwner[this.at(previous)] = next;
    if (next === 0) this.lastUse[slot] = previous;
    else this.previousOfOwner[this.at(next)] = previous;
    this.sum[slot] -= this.units[at];
    const owner = this.owner[at];
    this.owner[at] = 0;
    if (--this.listed[slot] > 0) return;
    this.owners.delete(owner);
    this.nextFree[slot] = this.freeOwner;
    this.freeOwner = slot + 1;
  }

  private addOwner(owner: number, firstUse: number): number {
    let slot = this.freeOwner - 1;
    if (slot >= 0) this.freeOwner = this.nextFree[slot];
    else {
      if (this.ownersUsed === this.sum.length) this.growOwners(this.ownersUsed * 2);
      slot = this.ownersUsed++;
    }
    this.owners.insert(owner, slot);
    this.sum[slot] = 0;
    this.listed[slot] = 0;
    this.firstUse[slot] = firstUse;
    return slot;
  }

  private growOwners(capacity: number): void {
    this.sum = grownFloats(this.sum, capacity);
    this.firstUse = grownFloats(this.firstUse, capacity);
    this.lastUse = grownFloats(this.lastUse, capacity);
    this.listed = grownInts(this.listed, capacity);
    this.nextFree = grownInts(this.nextFree, capacity);
  }

  /** Makes room for this many uses, and as many owners, in advance. */
  reserve(uses: number): void {
    if (uses > this.capacity) this.grow(uses);
    if (uses > this.sum.length) this.growOwners(uses);
  }

  /** Moves the uses to a larger ring. */
  private grow(larger: number): void {
    const { capacity } = this;
    const moved = (column: Float64Array<ArrayBuffer>) => {
      const grown = new Float64Array(larger);
      for (let use = this.first; use < this.next; use++) grown[use % larger] = column[use % capacity];
      return grown;
    };
    this.hold = moved(this.hold);
    this.owner = moved(this.owner);
    this.units = moved(this.units);
    this.time = moved(this.time);
    this.nextOfOwner = moved(this.nextOfOwner);
    this.previousOfOwner = moved(this.previousOfOwner);
    this.capacity = larger;
  }

  /** The uses that count at that time. */
  columns(timeMs: number): Columns {
    const rows: number[] = [];
    this.forEach(timeMs, (owner, hold, units, at) => rows.push(owner, hold, units, at));
    return { rows: Float64Array.from(rows) };
  }

  restore(columns: Columns): void {
    const rows = floatsOf(columns, 'rows');
    for (let i = 0; i < rows.length; i += 4) this.add(rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
  }
}
