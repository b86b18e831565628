import type { KeyedHash } from '../columns/hash-key.ts';
import { SlotTable } from '../columns/slot-table.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import type { Orders } from './orders.ts';
import type { Seats } from './seats.ts';

/** Open orders by (owner, client order id). The hash is keyed because clients choose the ids. */
export class ClientOrderIds {
  private readonly orders: Orders;
  private readonly seats: Seats;
  private readonly hashing: KeyedHash;
  private readonly table = new SlotTable();

  constructor(orders: Orders, seats: Seats, hashing: KeyedHash) {
    this.orders = orders;
    this.seats = seats;
    this.hashing = hashing;
  }

  /** The slot of the owner's open order with this id, or -1. */
  find(owner: OwnerId, clientOrderId: number): number {
    const hashed = this.hashOf(owner, clientOrderId);
    const slot = this.table.get(hashed);
    if (slot < 0 || this.isMeant(slot, owner, clientOrderId)) return slot;
    return this.table.all(hashed).find((other) => this.isMeant(other, owner, clientOrderId)) ?? -1;
  }

  private isMeant(slot: number, owner: OwnerId, clientOrderId: number): boolean {
    const { orders, seats } = this;
    return orders.clientOrderId[slot] === clientOrderId && seats.owner[orders.seat[slot]] === owner;
  }

  /** The hash that determines where an id is stored in the table. */
  hashOf(owner: OwnerId, clientOrderId: number): number {
    return this.hashing.ofWords(this.hashing.ofNumber(clientOrderId), owner | 0);
  }

  /** Prefetches the memory at which the searches for these hashes begin. */
  touch(hashes: Int32Array, count: number): number {
    return this.table.touch(hashes, count);
  }

  insert(slot: number): void {
    const { orders, seats } = this;
    const hashed = this.hashOf(seats.owner[orders.seat[slot]], orders.clientOrderId[slot]);
    orders.clientOrderHash[slot] = hashed;
    this.table.insert(hashed, slot);
  }

  /** Removes an order. Must be called before the order's row is freed. */
  delete(slot: number): void {
    this.table.delete(this.orders.clientOrderHash[slot], slot);
  }
}
