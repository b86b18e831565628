import type { Orders } from './orders.ts';
import type { Seats } from './seats.ts';

const FIRST_CAPACITY = 256;

/** Open orders by (owner, client order id): open addressing over pairs of order slot + 1 (0 for none) and hash. */
export class ClientOrderIds {
  private readonly orders: Orders;
  private readonly seats: Seats;
  private pairs = new Int32Array(2 * FIRST_CAPACITY);
  private mask = FIRST_CAPACITY - 1;
  private count = 0;

  constructor(orders: Orders, seats: Seats) {
    this.orders = orders;
    this.seats = seats;
  }

  /** The slot of the owner's open order of that id, or -1. */
  find(owner: number, clientOrderId: number): number {
    const { pairs, mask, orders, seats } = this;
    const wanted = hash(owner, clientOrderId);
    for (let i = wanted & mask; ; i = (i + 1) & mask) {
      const slot = pairs[2 * i] - 1;
      if (slot < 0) return -1;
      if (pairs[2 * i + 1] !== wanted || orders.clientOrderId[slot] !== clientOrderId) continue;
      if (seats.owner[orders.seat[slot]] === owner) return slot;
    }
  }

  /** What places an id in the table. */
  hashOf(owner: number, clientOrderId: number): number {
    return hash(owner, clientOrderId);
  }

  /** Reads where the searches for the hashes begin, so that it is in the cache when they come. */
  touch(hashes: Int32Array, count: number): number {
    const { pairs, mask } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= pairs[2 * (hashes[i] & mask)];
    return sum;
  }

  insert(slot: number): void {
    if (this.count * 2 >= this.mask) this.grow();
    const { orders, seats } = this;
    const hashed = hash(seats.owner[orders.seat[slot]], orders.clientOrderId[slot]);
    orders.clientOrderHash[slot] = hashed;
    this.place(slot + 1, hashed);
    this.count++;
  }

  /** The order must still be in its row. */
  delete(slot: number): void {
    const { pairs, mask } = this;
    let hole = this.orders.clientOrderHash[slot] & mask;
    while (pairs[2 * hole] !== slot + 1) hole = (hole + 1) & mask;
    for (let i = (hole + 1) & mask; pairs[2 * i] !== 0; i = (i + 1) & mask) {
      if (((i - pairs[2 * i + 1]) & mask) < ((i - hole) & mask)) continue;
      pairs[2 * hole] = pairs[2 * i];
      pairs[2 * hole + 1] = pairs[2 * i + 1];
      hole = i;
    }
    pairs[2 * hole] = 0;
    this.count--;
  }

  private place(stored: number, hashed: number): void {
    const { pairs, mask } = this;
    let i = hashed & mask;
    while (pairs[2 * i] !== 0) i = (i + 1) & mask;
    pairs[2 * i] = stored;
    pairs[2 * i + 1] = hashed;
  }

  private grow(): void {
    const old = this.pairs;
    this.mask = 2 * this.mask + 1;
    this.pairs = new Int32Array(2 * (this.mask + 1));
    for (let i = 0; i < old.length; i += 2) if (old[i] !== 0) this.place(old[i], old[i + 1]);
  }
}

const hash = (owner: number, clientOrderId: number): number => {
  let h = Math.imul((clientOrderId | 0) ^ Math.imul((clientOrderId / 4294967296) | 0, 0x27d4eb2f), 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ (owner | 0), 0x85ebca6b);
  return h ^ (h >>> 13);
};
