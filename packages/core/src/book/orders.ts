import type { CommandFields } from '../codec/generated-commands.ts';
import { type Columns, column, floatsOf, grownFloats, grownInts, intColumn } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { SlotTable } from '../columns/slot-table.ts';
import type { MarketId, OrderId } from '../vocabulary/terms.ts';
import type { Seats } from './seats.ts';
import type { Taker } from './taker.ts';

/** States of an open order. RESTING: in the book. */
export const RESTING = 0;
/** The order waits for its trigger. */
export const WAITING = 1;
/** The order's trigger was reached; it is queued to be activated. */
export const FIRED = 2;
/** The order is taking from the book, and one command was not enough to complete it. */
export const TAKING = 3;
/**
 * The order protects a fill. Once all reached triggers have fired, it waits for its own trigger, or fires at once if
 * its own trigger is already reached.
 */
export const ARMING = 4;

/** The values that the checks of an order compute, in addition to the values in its command. */
export interface OrderTerms {
  /** The limit; for a market order, the worst price at which it may trade. */
  limit: number;
  held: number;
  makerPpm: number;
  takerPpm: number;
  /** The owner's seat; -1 if the owner has no seat in this market yet. */
  seat: number;
  /** The prices of the attached take-profit and stop-loss; 0 for none. */
  takeProfit: number;
  stopLoss: number;
}

/** The fields of a command that are copied to an order's row. */
export type OrderFields = Pick<CommandFields, 'market' | 'sizeLots' | 'clientOrderId' | 'triggerTicks' | 'budgetUnits'>;

/**
 * The number of elements per row in both arrays: a row takes one cache line of 32-bit words and two of 64-bit numbers,
 * the second of which holds fields that few orders use. Memory that grows in place is page-aligned, so each row begins
 * at a cache line.
 */
const ROW = 16;
export const ORDER_ROW = ROW;
/** The length of an order's row in a snapshot. */
const SAVED_ROW = 24;
const FIRST_CAPACITY = 1024;

// The offsets of the fields within a row: reading several fields from one array is faster than from separate columns.
const SEAT = 0;
const MARKET = 1;
const TRAITS = 2;
const PLACE = 3;
const LEVEL = 4;
const NEXT = 5;
const PREVIOUS = 6;
const NEXT_OF_SEAT = 7;
const PREVIOUS_OF_SEAT = 8;
const OCO = 9;
const MAKER_PPM = 10;
const TAKER_PPM = 11;
const CLIENT_ORDER_HASH = 12;
const IS_RARE = 13;
const KIN = 14;
/**
 * The value of IS_RARE for an order with attached prices. Other rare orders have 1, and orders that are not rare have
 * 0.
 */
const ATTACHED = 2;

const ID = 0;
const PRICE = 1;
const OPEN = 2;
const HELD = 3;
const CLIENT_ORDER_ID = 4;
const SIZE = 5;
const ACCEPTED_AT = 6;
const TRIGGER = 8;
const BUDGET = 9;
const FIRED_AT = 10;
const BUDGET_LEFT = 11;
const TAKE_PROFIT = 12;
const STOP_LOSS = 13;

/** The form in which a snapshot stores a link to an order (slot + 1, or 0 for none). */
export const savedLink = (link: number): number => (link === 0 ? 0 : Math.floor((link - 1) / ROW) * SAVED_ROW + 1);

/** Converts a link stored in a snapshot back to a link. */
export const restoredLink = (saved: number): number =>
  saved === 0 ? 0 : Math.floor((saved - 1) / SAVED_ROW) * ROW + 1;

/**
 * All open orders of all markets, in rows that are reused. A slot is the index at which a row begins; a link is a slot
 * + 1, or 0 for none.
 */
export class Orders {
  private readonly seats: Seats;
  private readonly hashing: KeyedHash;
  private readonly index = new SlotTable();
  private used = 0;
  private room = FIRST_CAPACITY * ROW;
  private free = 0;
  count = 0;

  private words = new Int32Array(FIRST_CAPACITY * ROW);
  private numbers = new Float64Array(FIRST_CAPACITY * ROW);
  seat = intColumn(this.words, SEAT);
  market = intColumn(this.words, MARKET);
  /** Packed by orderTraits. */
  traits = intColumn(this.words, TRAITS);
  place = intColumn(this.words, PLACE);
  /** Level of the book or of the trigger index. */
  level = intColumn(this.words, LEVEL);
  next = intColumn(this.words, NEXT);
  previous = intColumn(this.words, PREVIOUS);
  private nextOfSeat = intColumn(this.words, NEXT_OF_SEAT);
  private previousOfSeat = intColumn(this.words, PREVIOUS_OF_SEAT);
  oco = intColumn(this.words, OCO);
  makerPpm = intColumn(this.words, MAKER_PPM);
  takerPpm = intColumn(this.words, TAKER_PPM);
  /** The hash of the client order id; valid while the id is in the table of client order ids. */
  clientOrderHash = intColumn(this.words, CLIENT_ORDER_HASH);
  /**
   * Whether the order has a trigger, a budget or attached prices. If not, the second cache line of its numbers holds
   * leftovers of an earlier order.
   */
  private isRare = intColumn(this.words, IS_RARE);
  /**
   * Links an order and the orders that protect its fills: the order links to the first of its protecting orders, and
   * each protecting order links to the order as long as the order is open.
   */
  kin = intColumn(this.words, KIN);
  /** 0 if the slot is free. */
  id = column(this.numbers, ID);
  /** The limit; for a market order, the worst price at which it may trade. */
  price = column(this.numbers, PRICE);
  open = column(this.numbers, OPEN);
  held = column(this.numbers, HELD);
  clientOrderId = column(this.numbers, CLIENT_ORDER_ID);
  size = column(this.numbers, SIZE);
  acceptedAt = column(this.numbers, ACCEPTED_AT);
  private trigger = column(this.numbers, TRIGGER);
  private budget = column(this.numbers, BUDGET);
  private firedAt = column(this.numbers, FIRED_AT);
  private budgetLeft = column(this.numbers, BUDGET_LEFT);
  private takeProfit = column(this.numbers, TAKE_PROFIT);
  private stopLoss = column(this.numbers, STOP_LOSS);

  constructor(seats: Seats, hashing: KeyedHash) {
    this.hashing = hashing;
    this.seats = seats;
  }

  /** The slot of an open order, or -1. */
  find(order: OrderId): number {
    const hashed = this.hashOf(order);
    const slot = this.index.get(hashed);
    if (slot < 0 || this.id[slot] === order) return slot;
    return this.index.all(hashed).find((other) => this.id[other] === order) ?? -1;
  }

  /**
   * The hash under which an order id is stored in the index. It places four consecutive ids next to each other, because
   * orders that are placed together often end together.
   */
  hashOf(order: OrderId): number {
    return (this.hashing.ofNumber(Math.floor(order / 4)) << 2) | (order & 3);
  }

  /** The slot of an open order with this hash, almost always that of the intended order; -1 if there is none. */
  likely(hashed: number): number {
    return this.index.get(hashed);
  }

  /** Prefetches the memory at which the searches for these hashes begin. */
  touch(hashes: Int32Array, count: number): number {
    return this.index.touch(hashes, count);
  }

  /** Prefetches the parts of these rows that every order uses. */
  touchRows(slots: Int32Array, count: number): number {
    const { id, next } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= id[slots[i]] ^ next[slots[i]];
    return sum;
  }

  /** Prefetches the rows to which this row is linked. */
  touchLinks(slot: number): number {
    const { next } = this;
    const before = Math.max(0, this.previous[slot] - 1);
    const after = Math.max(0, next[slot] - 1);
    const older = Math.max(0, this.previousOfSeat[slot] - 1);
    const younger = Math.max(0, this.nextOfSeat[slot] - 1);
    return next[before] ^ next[after] ^ next[older] ^ next[younger];
  }

  /** Adds an order with its full size open. It is not in the book or the trigger index yet. Returns its slot. */
  enter(c: OrderFields, terms: OrderTerms, id: OrderId, traits: number, timeMs: number): number {
    const slot = this.add(id, terms.seat);
    const { words, numbers } = this;
    words[slot + MARKET] = c.market;
    words[slot + TRAITS] = traits;
    words[slot + OCO] = 0;
    words[slot + MAKER_PPM] = terms.makerPpm;
    words[slot + TAKER_PPM] = terms.takerPpm;
    numbers[slot + PRICE] = terms.limit;
    numbers[slot + OPEN] = c.sizeLots;
    numbers[slot + HELD] = terms.held;
    numbers[slot + CLIENT_ORDER_ID] = c.clientOrderId;
    numbers[slot + SIZE] = c.sizeLots;
    numbers[slot + ACCEPTED_AT] = timeMs;
    words[slot + KIN] = 0;
    this.setRare(slot, c.triggerTicks, c.budgetUnits, terms.takeProfit, terms.stopLoss);
    if (this.hasAttached(slot)) this.seats.openOrders[terms.seat] += this.attachedTo(slot);
    return slot;
  }

  /** Adds the taker as an order that is not in the book or the trigger index yet. Returns its slot. */
  take(t: Taker, market: MarketId): number {
    const slot = this.add(t.id, t.seat);
    const { words, numbers } = this;
    words[slot + MARKET] = market;
    words[slot + TRAITS] = t.traits;
    words[slot + OCO] = 0;
    words[slot + MAKER_PPM] = t.makerPpm;
    words[slot + TAKER_PPM] = t.takerPpm;
    numbers[slot + PRICE] = t.limit;
    numbers[slot + OPEN] = t.open;
    numbers[slot + HELD] = t.held;
    numbers[slot + CLIENT_ORDER_ID] = t.clientOrderId;
    numbers[slot + SIZE] = t.size;
    numbers[slot + ACCEPTED_AT] = t.acceptedAt;
    words[slot + KIN] = 0;
    this.setRare(slot, t.trigger, t.budget, t.takeProfit, t.stopLoss);
    if (this.hasAttached(slot)) this.seats.openOrders[t.seat] += this.attachedTo(slot);
    if (t.kin !== 0) {
      this.adopt(slot, t.kin);
      this.moveBefore(slot, t.kin - 1);
    }
    return slot;
  }

  /** Moves the last order in the list of its seat before another one, so that the list is in order of id. */
  private moveBefore(slot: number, first: number): void {
    const { words, seats } = this;
    const seat = words[slot + SEAT];
    const last = words[slot + PREVIOUS_OF_SEAT];
    const before = words[first + PREVIOUS_OF_SEAT];
    words[last - 1 + NEXT_OF_SEAT] = 0;
    seats.lastOrder[seat] = last;
    words[slot + PREVIOUS_OF_SEAT] = before;
    words[slot + NEXT_OF_SEAT] = first + 1;
    words[first + PREVIOUS_OF_SEAT] = slot + 1;
    if (before === 0) seats.firstOrder[seat] = slot + 1;
    else words[before - 1 + NEXT_OF_SEAT] = slot + 1;
  }

  /** Links an order to the orders that protect its fills; `kin` is the link to the first of them. */
  adopt(slot: number, kin: number): void {
    this.kin[slot] = kin;
    this.kin[kin - 1] = slot + 1;
    const other = this.oco[kin - 1];
    if (other !== 0) this.kin[other - 1] = slot + 1;
    this.seats.openOrders[this.seat[slot]] -= this.attachedTo(slot);
  }

  /**
   * The number of prices attached to the order. [M5]: each of them counts as one open order until the protecting order
   * with this price is placed.
   */
  private attachedTo(slot: number): number {
    return (this.takeProfit[slot] === 0 ? 0 : 1) + (this.stopLoss[slot] === 0 ? 0 : 1);
  }

  private setRare(slot: number, trigger: number, budget: number, takeProfit: number, stopLoss: number): void {
    if (trigger === 0 && budget === 0 && takeProfit === 0 && stopLoss === 0) {
      this.isRare[slot] = 0;
      return;
    }
    this.isRare[slot] = takeProfit === 0 && stopLoss === 0 ? 1 : ATTACHED;
    this.trigger[slot] = trigger;
    this.budget[slot] = budget;
    this.firedAt[slot] = 0;
    this.budgetLeft[slot] = 0;
    this.takeProfit[slot] = takeProfit;
    this.stopLoss[slot] = stopLoss;
  }

  /** Whether the order has an attached take-profit or stop-loss. */
  hasAttached(slot: number): boolean {
    return this.isRare[slot] === ATTACHED;
  }

  /** The price of the attached take-profit; 0 for none. */
  takeProfitOf(slot: number): number {
    return this.isRare[slot] === 0 ? 0 : this.takeProfit[slot];
  }

  /** The price of the attached stop-loss; 0 for none. */
  stopLossOf(slot: number): number {
    return this.isRare[slot] === 0 ? 0 : this.stopLoss[slot];
  }

  /** The order's trigger price; 0 for an order without a trigger. */
  triggerOf(slot: number): number {
    return this.isRare[slot] === 0 ? 0 : this.trigger[slot];
  }

  /** The order's budget; 0 if the order has none. */
  budgetOf(slot: number): number {
    return this.isRare[slot] === 0 ? 0 : this.budget[slot];
  }

  /** When the order's trigger was reached; 0 if the order has not been triggered. */
  firedAtOf(slot: number): number {
    return this.isRare[slot] === 0 ? 0 : this.firedAt[slot];
  }

  /** The remaining budget of a taking order. */
  budgetLeftOf(slot: number): number {
    return this.isRare[slot] === 0 ? 0 : this.budgetLeft[slot];
  }

  /** Changes the trigger price of an order that has a trigger. */
  moveTrigger(slot: number, ticks: number): void {
    this.trigger[slot] = ticks;
  }

  /** Marks the order as fired: its trigger was reached. */
  fire(slot: number, timeMs: number): void {
    this.place[slot] = FIRED;
    this.firedAt[slot] = timeMs;
  }

  /** Sets the remaining budget of an order that has a budget. */
  leaveBudget(slot: number, units: number): void {
    this.budgetLeft[slot] = units;
  }

  /** A slot for a new order, which is appended to the list of its seat. */
  private add(id: OrderId, seat: number): number {
    let slot = this.free - 1;
    if (slot >= 0) this.free = this.next[slot];
    else {
      if (this.used === this.room) this.grow(this.used * 2);
      slot = this.used;
      this.used += ROW;
    }
    const { words, seats } = this;
    const last = seats.append(seat, slot);
    this.numbers[slot + ID] = id;
    words[slot + SEAT] = seat;
    words[slot + PREVIOUS_OF_SEAT] = last;
    words[slot + NEXT_OF_SEAT] = 0;
    if (last !== 0) words[last - 1 + NEXT_OF_SEAT] = slot + 1;
    this.index.insert(this.hashOf(id), slot);
    this.count++;
    return slot;
  }

  /**
   * Appends an order to a level. `last` is the slot + 1 of the level's last order, or 0. Returns the order's open lots.
   */
  link(slot: number, level: number, last: number): number {
    const { words } = this;
    words[slot + LEVEL] = level;
    words[slot + PREVIOUS] = last;
    words[slot + NEXT] = 0;
    if (last !== 0) words[last - 1 + NEXT] = slot + 1;
    return this.numbers[slot + OPEN];
  }

  /** Frees the slot of an order that is no longer linked to a level. */
  remove(slot: number): void {
    const { words, numbers, seats } = this;
    const previous = words[slot + PREVIOUS_OF_SEAT];
    const next = words[slot + NEXT_OF_SEAT];
    if (this.hasAttached(slot)) seats.openOrders[words[slot + SEAT]] -= this.attachedTo(slot);
    if (previous !== 0) words[previous - 1 + NEXT_OF_SEAT] = next;
    if (next !== 0) words[next - 1 + PREVIOUS_OF_SEAT] = previous;
    seats.take(words[slot + SEAT], previous, next);
    this.index.delete(this.hashOf(numbers[slot + ID]), slot);
    numbers[slot + ID] = 0;
    words[slot + NEXT] = this.free;
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

  /** The slots of the orders that are not resting in the book, sorted by order id. */
  unrested(): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.used; slot += ROW)
      if (this.id[slot] !== 0 && this.place[slot] !== RESTING) slots.push(slot);
    return slots.sort((a, b) => this.id[a] - this.id[b]);
  }

  /** Makes room for this many orders in advance. */
  reserve(orders: number): void {
    if (orders * ROW > this.room) this.grow(orders * ROW);
  }

  private grow(length: number): void {
    this.room = length;
    this.words = grownInts(this.words, length);
    this.numbers = grownFloats(this.numbers, length);
    this.seat = intColumn(this.words, SEAT);
    this.market = intColumn(this.words, MARKET);
    this.traits = intColumn(this.words, TRAITS);
    this.place = intColumn(this.words, PLACE);
    this.level = intColumn(this.words, LEVEL);
    this.next = intColumn(this.words, NEXT);
    this.previous = intColumn(this.words, PREVIOUS);
    this.nextOfSeat = intColumn(this.words, NEXT_OF_SEAT);
    this.previousOfSeat = intColumn(this.words, PREVIOUS_OF_SEAT);
    this.oco = intColumn(this.words, OCO);
    this.makerPpm = intColumn(this.words, MAKER_PPM);
    this.takerPpm = intColumn(this.words, TAKER_PPM);
    this.clientOrderHash = intColumn(this.words, CLIENT_ORDER_HASH);
    this.isRare = intColumn(this.words, IS_RARE);
    this.kin = intColumn(this.words, KIN);
    this.id = column(this.numbers, ID);
    this.price = column(this.numbers, PRICE);
    this.open = column(this.numbers, OPEN);
    this.held = column(this.numbers, HELD);
    this.clientOrderId = column(this.numbers, CLIENT_ORDER_ID);
    this.size = column(this.numbers, SIZE);
    this.acceptedAt = column(this.numbers, ACCEPTED_AT);
    this.trigger = column(this.numbers, TRIGGER);
    this.budget = column(this.numbers, BUDGET);
    this.firedAt = column(this.numbers, FIRED_AT);
    this.budgetLeft = column(this.numbers, BUDGET_LEFT);
    this.takeProfit = column(this.numbers, TAKE_PROFIT);
    this.stopLoss = column(this.numbers, STOP_LOSS);
  }

  columns(): Columns {
    const rows = new Float64Array((this.used / ROW) * SAVED_ROW);
    for (let slot = 0, at = 0; slot < this.used; slot += ROW, at += SAVED_ROW) this.save(slot, rows, at);
    return { rows, counts: Float64Array.of(savedLink(this.free), this.count) };
  }

  private save(slot: number, rows: Float64Array, at: number): void {
    rows[at] = this.id[slot];
    rows[at + 1] = this.seat[slot];
    rows[at + 2] = this.market[slot];
    rows[at + 3] = this.traits[slot];
    rows[at + 4] = this.place[slot];
    rows[at + 5] = this.price[slot];
    rows[at + 6] = this.open[slot];
    rows[at + 7] = this.held[slot];
    rows[at + 8] = savedLink(this.oco[slot]);
    rows[at + 9] = this.clientOrderId[slot];
    rows[at + 10] = this.level[slot];
    rows[at + 11] = savedLink(this.next[slot]);
    rows[at + 12] = savedLink(this.previous[slot]);
    rows[at + 13] = savedLink(this.nextOfSeat[slot]);
    rows[at + 14] = savedLink(this.previousOfSeat[slot]);
    rows[at + 15] = this.makerPpm[slot];
    rows[at + 16] = this.takerPpm[slot];
    rows[at + 17] = this.size[slot];
    rows[at + 18] = this.budgetOf(slot);
    rows[at + 19] = this.triggerOf(slot);
    rows[at + 20] = this.acceptedAt[slot];
    rows[at + 21] = this.firedAtOf(slot);
    rows[at + 22] = this.clientOrderHash[slot];
    rows[at + 23] = this.budgetLeftOf(slot);
  }

  private restoreRow(slot: number, rows: Float64Array, at: number): void {
    this.id[slot] = rows[at];
    this.seat[slot] = rows[at + 1];
    this.market[slot] = rows[at + 2];
    this.traits[slot] = rows[at + 3];
    this.place[slot] = rows[at + 4];
    this.price[slot] = rows[at + 5];
    this.open[slot] = rows[at + 6];
    this.held[slot] = rows[at + 7];
    this.oco[slot] = restoredLink(rows[at + 8]);
    this.clientOrderId[slot] = rows[at + 9];
    this.level[slot] = rows[at + 10];
    this.next[slot] = restoredLink(rows[at + 11]);
    this.previous[slot] = restoredLink(rows[at + 12]);
    this.nextOfSeat[slot] = restoredLink(rows[at + 13]);
    this.previousOfSeat[slot] = restoredLink(rows[at + 14]);
    this.makerPpm[slot] = rows[at + 15];
    this.takerPpm[slot] = rows[at + 16];
    this.size[slot] = rows[at + 17];
    this.setRare(slot, rows[at + 19], rows[at + 18], 0, 0);
    this.kin[slot] = 0;
    this.acceptedAt[slot] = rows[at + 20];
    this.firedAt[slot] = rows[at + 21];
    this.clientOrderHash[slot] = rows[at + 22];
    this.budgetLeft[slot] = rows[at + 23];
  }

  restore(columns: Columns): void {
    const rows = floatsOf(columns, 'rows');
    const [free, count] = floatsOf(columns, 'counts');
    this.free = restoredLink(free);
    this.count = count;
    const orders = rows.length / SAVED_ROW;
    this.used = orders * ROW;
    this.grow(Math.max(FIRST_CAPACITY, Math.ceil(orders * 1.25)) * ROW);
    for (let slot = 0, at = 0; slot < this.used; slot += ROW, at += SAVED_ROW) this.restoreRow(slot, rows, at);
    this.index.reserve(this.count);
    for (let slot = 0; slot < this.used; slot += ROW)
      if (this.id[slot] !== 0) this.index.insert(this.hashOf(this.id[slot]), slot);
  }

  /** The orders with attached prices, and their protections: for each, its slot, both prices and its link. */
  protectionColumns(): Columns {
    const rows: number[] = [];
    this.forEach((slot) => {
      const [takeProfit, stopLoss] = [this.takeProfitOf(slot), this.stopLossOf(slot)];
      if (takeProfit !== 0 || stopLoss !== 0 || this.kin[slot] !== 0)
        rows.push(savedLink(slot + 1), takeProfit, stopLoss, savedLink(this.kin[slot]));
    });
    return { rows: Float64Array.from(rows) };
  }

  restoreProtections(columns: Columns): void {
    const rows = floatsOf(columns, 'rows');
    for (let at = 0; at < rows.length; at += 4) {
      const slot = restoredLink(rows[at]) - 1;
      const [takeProfit, stopLoss] = [rows[at + 1], rows[at + 2]];
      if (this.isRare[slot] === 0) this.setRare(slot, 0, 0, takeProfit, stopLoss);
      this.takeProfit[slot] = takeProfit;
      this.stopLoss[slot] = stopLoss;
      if (takeProfit !== 0 || stopLoss !== 0) this.isRare[slot] = ATTACHED;
      this.kin[slot] = restoredLink(rows[at + 3]);
    }
  }

  /** Visits the slots of all open orders. */
  forEach(visit: (slot: number) => void): void {
    for (let slot = 0; slot < this.used; slot += ROW) if (this.id[slot] !== 0) visit(slot);
  }
}
