import { type Columns, floatsOf, grownFloats, grownInts } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { HoldId, OwnerId } from '../vocabulary/terms.ts';

/** How long a withdrawal counts against its owner's limit. */
const WITHDRAWAL_USE_MS = 24 * 3_600_000;

/** The maximum number of expired uses that one addition drops. */
const DROPPED_AT_ONCE = 1000;

/** Uses per page. */
const PAGE = 2 ** 12;
/** The offsets of a use's fields, and the number of fields. */
const HOLD = 0;
/** 0 if the use has left its owner's list. */
const OWNER = 1;
/** 0 if the hold was voided. */
const UNITS = 2;
const TIME = 3;
/** Numbers of the same owner's next and previous use; 0 for none. */
const NEXT_OF_OWNER = 4;
const PREVIOUS_OF_OWNER = 5;
const FIELDS = 6;

/**
 * Tracks how much of each owner's limit the withdrawals of the last 24 hours use; `hold-units.ts` refuses a withdrawal
 * that would exceed the limit. The uses are stored in pages in order of time, which is also the order of their holds,
 * and the uses of each owner are linked. Uses are numbered from 1, and are found by number as long as they are stored.
 */
export class WithdrawalUses {
  private readonly pages: Float64Array[] = [new Float64Array(PAGE * FIELDS)];
  /** The number of pages that were dropped before the first stored page. */
  private dropped = 0;
  /** Numbers of the oldest stored use and of the next one. */
  private first = 1;
  private next = 1;
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
  /** Slot + 1 of the next free slot; 0 for none. */
  private nextFree = new Int32Array(64);

  constructor(hashing: KeyedHash) {
    this.owners = new IntMap(hashing);
  }

  /** The number of stored uses, including those that no longer count. */
  get kept(): number {
    return this.next - this.first;
  }

  /** The units that the owner has used in the last 24 hours. */
  usedUnits(owner: OwnerId, timeMs: number): number {
    const slot = this.owners.get(owner);
    if (slot < 0) return 0;
    let sum = this.sum[slot];
    for (let use = this.firstUse[slot]; use !== 0 && this.isOver(use, timeMs); use = this.get(use, NEXT_OF_OWNER))
      sum -= this.get(use, UNITS);
    return sum;
  }

  /** The number of the owner's uses that count now. */
  usesOf(owner: OwnerId, timeMs: number): number {
    const slot = this.owners.get(owner);
    if (slot < 0) return 0;
    let count = this.listed[slot];
    for (let use = this.firstUse[slot]; use !== 0 && this.isOver(use, timeMs); use = this.get(use, NEXT_OF_OWNER))
      count--;
    return count;
  }

  /** Adds the use of a withdrawal's hold, which must be newer than the holds of all uses added before. */
  add(owner: OwnerId, hold: HoldId, units: number, timeMs: number): void {
    if (units === 0) return;
    this.dropOver(timeMs);
    this.detachOver(owner, timeMs);
    const use = this.next++;
    if (pageNumber(use) - this.dropped === this.pages.length) this.pages.push(new Float64Array(PAGE * FIELDS));
    this.set(use, HOLD, hold);
    this.set(use, OWNER, owner);
    this.set(use, UNITS, units);
    this.set(use, TIME, timeMs);
    this.set(use, NEXT_OF_OWNER, 0);
    const found = this.owners.get(owner);
    const slot = found >= 0 ? found : this.addOwner(owner, use);
    const last = found >= 0 ? this.lastUse[slot] : 0;
    if (last !== 0) this.set(last, NEXT_OF_OWNER, use);
    this.set(use, PREVIOUS_OF_OWNER, last);
    this.lastUse[slot] = use;
    this.sum[slot] += units;
    this.listed[slot]++;
  }

  /** Called when the hold is voided: its use no longer counts. */
  giveBack(hold: HoldId): void {
    const use = this.findHold(hold);
    if (use === 0) return;
    const owner = this.get(use, OWNER);
    if (owner !== 0) this.detach(this.owners.get(owner), use);
    this.set(use, UNITS, 0);
  }

  /** Visits the uses that count, oldest first. */
  forEach(timeMs: number, visit: (owner: number, hold: number, units: number, timeMs: number) => void): void {
    for (let use = this.first; use < this.next; use++) {
      const units = this.get(use, UNITS);
      if (units === 0 || this.isOver(use, timeMs)) continue;
      visit(this.get(use, OWNER), this.get(use, HOLD), units, this.get(use, TIME));
    }
  }

  private get(use: number, field: number): number {
    return this.pages[pageNumber(use) - this.dropped][(use % PAGE) * FIELDS + field];
  }

  private set(use: number, field: number, value: number): void {
    this.pages[pageNumber(use) - this.dropped][(use % PAGE) * FIELDS + field] = value;
  }

  private isOver(use: number, timeMs: number): boolean {
    return this.get(use, TIME) <= timeMs - WITHDRAWAL_USE_MS;
  }

  /** Finds the use that belongs to this hold, and returns its sequence number; 0 if there is none. */
  private findHold(hold: number): number {
    let low = this.first;
    let high = this.next;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.get(middle, HOLD) < hold) low = middle + 1;
      else high = middle;
    }
    return low < this.next && this.get(low, HOLD) === hold ? low : 0;
  }

  private dropOver(timeMs: number): void {
    for (let left = DROPPED_AT_ONCE; left > 0 && this.first < this.next && this.isOver(this.first, timeMs); left--) {
      const owner = this.get(this.first, OWNER);
      if (owner !== 0) this.detach(this.owners.get(owner), this.first);
      this.first++;
      if (this.first % PAGE === 0) this.dropPage();
    }
  }

  /** Drops the first page, which has no stored uses left, and reuses it as the page after the last. */
  private dropPage(): void {
    this.pages.push(...this.pages.splice(0, 1));
    this.dropped++;
  }

  /**
   * Removes expired uses from the owner's list. The owner's sum then includes only uses that were checked together
   * against a limit, so it cannot exceed 2^53 − 1.
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
    const next = this.get(use, NEXT_OF_OWNER);
    const previous = this.get(use, PREVIOUS_OF_OWNER);
    if (previous === 0) this.firstUse[slot] = next;
    else this.set(previous, NEXT_OF_OWNER, next);
    if (next === 0) this.lastUse[slot] = previous;
    else this.set(next, PREVIOUS_OF_OWNER, previous);
    this.sum[slot] -= this.get(use, UNITS);
    const owner = this.get(use, OWNER);
    this.set(use, OWNER, 0);
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

  /** Makes room for this many owners in advance. */
  reserve(owners: number): void {
    if (owners > this.sum.length) this.growOwners(owners);
  }

  /** The uses that count at `timeMs`, as columns of a snapshot. */
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

const pageNumber = (use: number): number => Math.floor(use / PAGE);
