import type { CommandFields } from '../codec/generated-commands.ts';
import { type Columns, column, floatsOf, grownFloats } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { MarketId, OrderId } from '../vocabulary/terms.ts';
import type { Seats } from './seats.ts';
import type { Taker } from './taker.ts';

/** Where an open order stands. */
export const RESTING = 0;
/** Waiting for its trigger. */
export const WAITING = 1;
/** Its trigger was reached; it queues for its turn. */
export const FIRED = 2;
/** It takes from the book, and more than one command could do is left. */
export const TAKING = 3;

/** What the checks of an order work out beside what its command says. */
export interface OrderTerms {
  /** The limit; for a market order the price it is protected at. */
  limit: number;
  held: number;
  makerPpm: number;
  takerPpm: number;
  /** -1 where the owner has none yet. */
  seat: number;
}

/** Numbers in an order's row: three cache lines. */
const ROW = 24;
export const ORDER_ROW = ROW;
const FIRST_CAPACITY = 1024;

// Where some of a row's fields stand: several of them are reached by one array sooner than by a column each.
const SEAT = 1;
const OPEN = 6;
const LEVEL = 10;
const NEXT = 11;
const PREVIOUS = 12;
const NEXT_OF_SEAT = 13;
const PREVIOUS_OF_SEAT = 14;

/** All open orders of all markets: a row each, freed rows reused. A slot is where a row begins; links hold slot + 1, 0 for none. */
export class Orders {
  private readonly seats: Seats;
  private readonly index: IntMap;
  private used = 0;
  private free = 0;
  count = 0;

  private rows = new Float64Array(FIRST_CAPACITY * ROW);
  /** 0 where the slot is free. */
  id = column(this.rows, 0);
  seat = column(this.rows, 1);
  market = column(this.rows, 2);
  /** Packed by orderTraits. */
  traits = column(this.rows, 3);
  place = column(this.rows, 4);
  /** The limit; for a market order the price it is protected at. */
  price = column(this.rows, 5);
  open = column(this.rows, 6);
  held = column(this.rows, 7);
  oco = column(this.rows, 8);
  clientOrderId = column(this.rows, 9);
  /** Level of the book or of the trigger index. */
  level = column(this.rows, 10);
  next = column(this.rows, 11);
  previous = column(this.rows, 12);
  private nextOfSeat = column(this.rows, 13);
  private previousOfSeat = column(this.rows, 14);
  makerPpm = column(this.rows, 15);
  takerPpm = column(this.rows, 16);
  size = column(this.rows, 17);
  budget = column(this.rows, 18);
  trigger = column(this.rows, 19);
  acceptedAt = column(this.rows, 20);
  firedAt = column(this.rows, 21);
  /** What places the client order id in its table, once it is there. */
  clientOrderHash = column(this.rows, 22);
  /** What is left of the budget of an order that takes. */
  budgetLeft = column(this.rows, 23);

  constructor(seats: Seats, hashing: KeyedHash) {
    this.index = new IntMap(hashing);
    this.seats = seats;
  }

  /** The slot of an open order, or -1. */
  find(order: OrderId): number {
    return order < 1 ? -1 : this.index.get(order);
  }

  /** Reads where the searches for the orders begin, so that it is in the cache when they come. */
  touch(orders: Float64Array, count: number): number {
    return this.index.touch(orders, count);
  }

  /** Reads a field of each cache line of the rows. */
  touchRows(slots: Int32Array, count: number): number {
    const { id, next, size } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= id[slots[i]] ^ next[slots[i]] ^ size[slots[i]];
    return sum;
  }

  /** Reads the links of what a row is linked with. */
  touchLinks(slot: number): number {
    const { next } = this;
    const before = Math.max(0, this.previous[slot] - 1);
    const after = Math.max(0, next[slot] - 1);
    const older = Math.max(0, this.previousOfSeat[slot] - 1);
    const younger = Math.max(0, this.nextOfSeat[slot] - 1);
    return next[before] ^ next[after] ^ next[older] ^ next[younger];
  }

  /** Takes in an order that stands nowhere yet, with all its size open. Gives its slot. */
  enter(c: CommandFields, terms: OrderTerms, id: OrderId, traits: number, timeMs: number): number {
    const slot = this.add(id, terms.seat);
    const { rows } = this;
    rows[slot + 2] = c.market;
    rows[slot + 3] = traits;
    rows[slot + 5] = terms.limit;
    rows[slot + 6] = c.sizeLots;
    rows[slot + 7] = terms.held;
    rows[slot + 8] = 0;
    rows[slot + 9] = c.clientOrderId;
    rows[slot + 15] = terms.makerPpm;
    rows[slot + 16] = terms.takerPpm;
    rows[slot + 17] = c.sizeLots;
    rows[slot + 18] = c.budgetUnits;
    rows[slot + 19] = c.triggerTicks;
    rows[slot + 20] = timeMs;
    rows[slot + 21] = 0;
    rows[slot + 23] = 0;
    return slot;
  }

  /** Takes in what the taker is, as an order that stands nowhere yet. Gives its slot. */
  take(t: Taker, market: MarketId): number {
    const slot = this.add(t.id, t.seat);
    const { rows } = this;
    rows[slot + 2] = market;
    rows[slot + 3] = t.traits;
    rows[slot + 5] = t.limit;
    rows[slot + 6] = t.open;
    rows[slot + 7] = t.held;
    rows[slot + 8] = 0;
    rows[slot + 9] = t.clientOrderId;
    rows[slot + 15] = t.makerPpm;
    rows[slot + 16] = t.takerPpm;
    rows[slot + 17] = t.size;
    rows[slot + 18] = t.budget;
    rows[slot + 19] = t.trigger;
    rows[slot + 20] = t.acceptedAt;
    rows[slot + 21] = 0;
    rows[slot + 23] = 0;
    return slot;
  }

  /** A slot for a new order, listed at the end of its seat. */
  private add(id: OrderId, seat: number): number {
    let slot = this.free - 1;
    if (slot >= 0) this.free = this.next[slot];
    else {
      if (this.used === this.rows.length) this.grow(this.used * 2);
      slot = this.used;
      this.used += ROW;
    }
    const { rows, seats } = this;
    const last = seats.append(seat, slot);
    rows[slot] = id;
    rows[slot + SEAT] = seat;
    rows[slot + PREVIOUS_OF_SEAT] = last;
    rows[slot + NEXT_OF_SEAT] = 0;
    if (last !== 0) rows[last - 1 + NEXT_OF_SEAT] = slot + 1;
    this.index.insert(id, slot);
    this.count++;
    return slot;
  }

  /** Links an order to a level behind `last`, the slot + 1 of the one there so far or 0. Gives its open lots. */
  link(slot: number, level: number, last: number): number {
    const { rows } = this;
    rows[slot + LEVEL] = level;
    rows[slot + PREVIOUS] = last;
    rows[slot + NEXT] = 0;
    if (last !== 0) rows[last - 1 + NEXT] = slot + 1;
    return rows[slot + OPEN];
  }

  /** Forgets an order that is linked to no level any more. */
  remove(slot: number): void {
    const { rows, seats } = this;
    const previous = rows[slot + PREVIOUS_OF_SEAT];
    const next = rows[slot + NEXT_OF_SEAT];
    if (previous !== 0) rows[previous - 1 + NEXT_OF_SEAT] = next;
    if (next !== 0) rows[next - 1 + PREVIOUS_OF_SEAT] = previous;
    seats.take(rows[slot + SEAT], previous, next);
    this.index.delete(rows[slot]);
    rows[slot] = 0;
    rows[slot + NEXT] = this.free;
    this.free = slot + 1;
    this.count--;
  }

  /** Slot of the seat's oldest open order, or -1. */
  firstOf(seat: number): number {
    return this.seats.firstOrder[seat] - 1;
  }

  /** Slot of the same seat's next open order, or -1. */
  after(slot: number): number {
    return this.nextOfSeat[slot] - 1;
  }

  /** Slots of the orders that are neither free nor in the book, by id. */
  unrested(): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.used; slot += ROW)
      if (this.id[slot] !== 0 && this.place[slot] !== RESTING) slots.push(slot);
    return slots.sort((a, b) => this.id[a] - this.id[b]);
  }

  /** Makes room for so many orders at once. */
  reserve(orders: number): void {
    if (orders * ROW > this.rows.length) this.grow(orders * ROW);
  }

  private grow(length: number): void {
    this.rows = grownFloats(this.rows, length);
    this.id = column(this.rows, 0);
    this.seat = column(this.rows, 1);
    this.market = column(this.rows, 2);
    this.traits = column(this.rows, 3);
    this.place = column(this.rows, 4);
    this.price = column(this.rows, 5);
    this.open = column(this.rows, 6);
    this.held = column(this.rows, 7);
    this.oco = column(this.rows, 8);
    this.clientOrderId = column(this.rows, 9);
    this.level = column(this.rows, 10);
    this.next = column(this.rows, 11);
    this.previous = column(this.rows, 12);
    this.nextOfSeat = column(this.rows, 13);
    this.previousOfSeat = column(this.rows, 14);
    this.makerPpm = column(this.rows, 15);
    this.takerPpm = column(this.rows, 16);
    this.size = column(this.rows, 17);
    this.budget = column(this.rows, 18);
    this.trigger = column(this.rows, 19);
    this.acceptedAt = column(this.rows, 20);
    this.firedAt = column(this.rows, 21);
    this.clientOrderHash = column(this.rows, 22);
    this.budgetLeft = column(this.rows, 23);
  }

  columns(): Columns {
    return { rows: this.rows.slice(0, this.used), counts: Float64Array.of(this.free, this.count) };
  }

  restore(columns: Columns): void {
    this.rows = floatsOf(columns, 'rows');
    [this.free, this.count] = floatsOf(columns, 'counts');
    this.used = this.rows.length;
    this.grow(Math.max(FIRST_CAPACITY, Math.ceil((this.used / ROW) * 1.25)) * ROW);
    this.index.reserve(this.count);
    for (let slot = 0; slot < this.used; slot += ROW) if (this.id[slot] !== 0) this.index.insert(this.id[slot], slot);
  }

  /** Visits the slots of all open orders. */
  forEach(visit: (slot: number) => void): void {
    for (let slot = 0; slot < this.used; slot += ROW) if (this.id[slot] !== 0) visit(slot);
  }
}
