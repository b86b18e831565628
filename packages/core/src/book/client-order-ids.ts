import type { KeyedHash } from '../columns/hash-key.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { Orders } from './orders.ts';
import type { Seats } from './seats.ts';

const FIRST_CAPACITY = 256;
/** Places that move to a larger table with each insertion: all have moved long before that table is half full. */
const MOVED_AT_ONCE = 16;
const NONE = new Int32Array(0);
/** Stands in the old table for an order that left it before it moved. */
const GONE = -1;

/**
 * Open orders by (owner, client order id): open addressing over pairs of order slot + 1 (0 for none) and hash; at most half
 * full. Clients choose the ids, so the hash is keyed; and the table grows a little with each insertion, so that none has to
 * wait for all the others.
 */
export class ClientOrderIds {
  private readonly orders: Orders;
  private readonly seats: Seats;
  private readonly hashing: KeyedHash;
  private pairs = new Int32Array(2 * FIRST_CAPACITY);
  private mask = FIRST_CAPACITY - 1;
  private count = 0;
  /** The smaller table that is being moved, or none; its first `moved` words have been. */
  private old = NONE;
  private moved = 0;

  constructor(orders: Orders, seats: Seats, hashing: KeyedHash) {
    this.orders = orders;
    this.seats = seats;
    this.hashing = hashing;
  }

  /** The slot of the owner's open order of that id, or -1. */
  find(owner: OwnerId, clientOrderId: number): number {
    const hashed = this.hashOf(owner, clientOrderId);
    const found = this.findIn(this.pairs, hashed, owner, clientOrderId);
    if (found >= 0) return this.pairs[found] - 1;
    const before = this.old === NONE ? -1 : this.findIn(this.old, hashed, owner, clientOrderId);
    return before < this.moved ? -1 : this.old[before] - 1;
  }

  /** Where the order stands in a table, or -1. */
  private findIn(pairs: Int32Array, hashed: number, owner: OwnerId, clientOrderId: number): number {
    const { orders, seats } = this;
    const mask = pairs.length / 2 - 1;
    for (let i = hashed & mask; pairs[2 * i] !== 0; i = (i + 1) & mask) {
      const slot = pairs[2 * i] - 1;
      if (slot < 0 || pairs[2 * i + 1] !== hashed || orders.clientOrderId[slot] !== clientOrderId) continue;
      if (seats.owner[orders.seat[slot]] === owner) return 2 * i;
    }
    return -1;
  }

  /** What places an id in the table. */
  hashOf(owner: OwnerId, clientOrderId: number): number {
    return this.hashing.ofWords(this.hashing.ofNumber(clientOrderId), owner | 0);
  }

  /** Reads where the searches for the hashes begin, so that it is in the cache when they come. */
  touch(hashes: Int32Array, count: number): number {
    const { pairs, mask } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= pairs[2 * (hashes[i] & mask)];
    return sum;
  }

  insert(slot: number): void {
    if (this.old !== NONE) this.move(MOVED_AT_ONCE);
    if (this.count * 2 >= this.mask) this.enlarge();
    const { orders, seats } = this;
    const hashed = this.hashOf(seats.owner[orders.seat[slot]], orders.clientOrderId[slot]);
    orders.clientOrderHash[slot] = hashed;
    this.place(slot + 1, hashed);
    this.count++;
  }

  /** The order must still be in its row. Later ones of the same run move up, so no marks of deleted ones pile up. */
  delete(slot: number): void {
    const { pairs, mask } = this;
    let hole = this.orders.clientOrderHash[slot] & mask;
    while (pairs[2 * hole] !== slot + 1) {
      if (pairs[2 * hole] === 0) {
        this.deleteOld(slot);
        return;
      }
      hole = (hole + 1) & mask;
    }
    for (let i = (hole + 1) & mask; pairs[2 * i] !== 0; i = (i + 1) & mask) {
      if (((i - pairs[2 * i + 1]) & mask) < ((i - hole) & mask)) continue;
      pairs[2 * hole] = pairs[2 * i];
      pairs[2 * hole + 1] = pairs[2 * i + 1];
      hole = i;
    }
    pairs[2 * hole] = 0;
    this.count--;
  }

  private deleteOld(slot: number): void {
    const { old, moved } = this;
    const mask = old.length / 2 - 1;
    let i = this.orders.clientOrderHash[slot] & mask;
    // What has moved may still stand there, and its slot may be another order's by now.
    while (old[2 * i] !== slot + 1 || 2 * i < moved) {
      if (old.length === 0 || old[2 * i] === 0) throw new Error('deleted a client order id that is not there');
      i = (i + 1) & mask;
    }
    old[2 * i] = GONE;
    this.count--;
  }

  private place(stored: number, hashed: number): void {
    const { pairs, mask } = this;
    let i = hashed & mask;
    while (pairs[2 * i] !== 0) i = (i + 1) & mask;
    pairs[2 * i] = stored;
    pairs[2 * i + 1] = hashed;
  }

  private enlarge(): void {
    if (this.old !== NONE) this.move(Number.POSITIVE_INFINITY);
    this.old = this.pairs;
    this.moved = 0;
    this.mask = 2 * this.mask + 1;
    this.pairs = new Int32Array(2 * (this.mask + 1));
  }

  private move(places: number): void {
    const { old } = this;
    const end = Math.min(old.length, this.moved + 2 * places);
    for (let i = this.moved; i < end; i += 2) if (old[i] > 0) this.place(old[i], old[i + 1]);
    this.moved = end;
    if (end === old.length) this.old = NONE;
  }
}
