import { type Columns, column, floatsOf, grownFloats } from '../columns/columns.ts';
import { type Orders, restoredLink, savedLink } from './orders.ts';

const ROW = 4;
const FIRST_CAPACITY = 1024;
const TOTAL = 1;
const FIRST = 2;
const LAST = 3;

/** Price levels of all books and trigger indexes. Each level is a list of orders in order of arrival. */
export class Levels {
  private readonly orders: Orders;
  private used = 0;
  private free = 0;
  private rows = new Float64Array(FIRST_CAPACITY * ROW);
  price = column(this.rows, 0);
  /** Open lots on the level. */
  total = column(this.rows, 1);
  /** Order slot + 1; 0 for none. In a free level, this is instead a link to the next free level. */
  first = column(this.rows, 2);
  private last = column(this.rows, 3);

  constructor(orders: Orders) {
    this.orders = orders;
  }

  add(price: number): number {
    let level = this.free - 1;
    if (level >= 0) this.free = this.first[level];
    else {
      if (this.used === this.rows.length) this.grow(this.used * 2);
      level = this.used;
      this.used += ROW;
    }
    this.price[level] = price;
    this.total[level] = 0;
    this.first[level] = 0;
    this.last[level] = 0;
    return level;
  }

  /** Frees a level, which must be empty and already removed from its book side or trigger index. */
  remove(level: number): void {
    this.first[level] = this.free;
    this.free = level + 1;
  }

  /** Prefetches the last order of each of these levels, because new orders will be linked to it. */
  touchLast(levels: Int32Array, count: number): number {
    const { last, orders } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= orders.next[Math.max(0, last[levels[i]] - 1)];
    return sum;
  }

  append(level: number, slot: number): void {
    const { rows } = this;
    const last = rows[level + LAST];
    if (last === 0) rows[level + FIRST] = slot + 1;
    rows[level + LAST] = slot + 1;
    rows[level + TOTAL] += this.orders.link(slot, level, last);
  }

  unlink(slot: number): void {
    const { orders, rows } = this;
    const level = orders.level[slot];
    const previous = orders.previous[slot];
    const next = orders.next[slot];
    if (previous === 0) rows[level + FIRST] = next;
    else orders.next[previous - 1] = next;
    if (next === 0) rows[level + LAST] = previous;
    else orders.previous[next - 1] = previous;
    rows[level + TOTAL] -= orders.open[slot];
  }

  /** Makes room for this many levels in advance. */
  reserve(levels: number): void {
    if (levels * ROW > this.rows.length) this.grow(levels * ROW);
  }

  private grow(length: number): void {
    this.rows = grownFloats(this.rows, length);
    this.price = column(this.rows, 0);
    this.total = column(this.rows, 1);
    this.first = column(this.rows, 2);
    this.last = column(this.rows, 3);
  }

  columns(): Columns {
    const rows = this.rows.slice(0, this.used);
    changeLinks(rows, savedLink);
    return { rows, counts: Float64Array.of(this.free) };
  }

  restore(columns: Columns): void {
    this.rows = floatsOf(columns, 'rows');
    [this.free] = floatsOf(columns, 'counts');
    this.used = this.rows.length;
    this.grow(Math.max(FIRST_CAPACITY, Math.ceil((this.used / ROW) * 1.25)) * ROW);
    changeLinks(this.rows, restoredLink);
  }
}

/**
 * Converts the links from levels to orders. Free levels are skipped: they have no last order, and `first` links to the
 * next free level.
 */
const changeLinks = (rows: Float64Array, change: (link: number) => number): void => {
  for (let level = 0; level < rows.length; level += ROW) {
    if (rows[level + LAST] === 0) continue;
    rows[level + FIRST] = change(rows[level + FIRST]);
    rows[level + LAST] = change(rows[level + LAST]);
  }
};
