import { type Columns, column, floatsOf, grownFloats, grownInts } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { MarketId, OwnerId } from '../vocabulary/terms.ts';
import { restoredLink, savedLink } from './orders.ts';

/** Market ids are below this. */
const MARKETS = 4096;
export const MAX_MARKETS = MARKETS;

/** The number of elements in a seat's row: one cache line. */
const ROW = 8;
const FIRST_CAPACITY = 256;
const OPEN_ORDERS = 5;
const FIRST_ORDER = 6;
const LAST_ORDER = 7;

/**
 * The seats. A seat belongs to one owner in one market. It links to the owner's two accounts, which are thus looked up
 * once per seat instead of once per order, and to the owner's open orders in that market, in order of id.
 */
export class Seats {
  private readonly index: IntMap;
  private used = 0;
  private rows = new Float64Array(FIRST_CAPACITY * ROW);
  owner = column(this.rows, 0);
  market = column(this.rows, 1);
  ownerSlot = column(this.rows, 2);
  baseAccount = column(this.rows, 3);
  quoteAccount = column(this.rows, 4);
  openOrders = column(this.rows, 5);
  /** Order slot + 1; 0 for none. */
  firstOrder = column(this.rows, 6);
  lastOrder = column(this.rows, 7);
  /**
   * For each seat of a perpetual market: the slot of the owner's long position. Rebuilt after a snapshot is restored.
   */
  private positions = new Int32Array(FIRST_CAPACITY);

  constructor(hashing: KeyedHash) {
    this.index = new IntMap(hashing);
  }

  /** The seat's slot, or -1. */
  find(owner: OwnerId, market: MarketId): number {
    return this.index.get(owner * MARKETS + market);
  }

  /** Adds a seat, which must not exist yet. Returns its slot. */
  add(owner: OwnerId, market: MarketId, ownerSlot: number, baseAccount: number, quoteAccount: number): number {
    if (this.used === this.rows.length) this.grow(this.used * 2);
    const slot = this.used;
    this.used += ROW;
    this.owner[slot] = owner;
    this.market[slot] = market;
    this.ownerSlot[slot] = ownerSlot;
    this.baseAccount[slot] = baseAccount;
    this.quoteAccount[slot] = quoteAccount;
    this.index.insert(owner * MARKETS + market, slot);
    return slot;
  }

  /** The slot of the owner's long position; the seat must be one of a perpetual market. */
  positionsOf(seat: number): number {
    return this.positions[(seat / ROW) | 0];
  }

  setPositions(seat: number, slot: number): void {
    const at = (seat / ROW) | 0;
    if (at >= this.positions.length) this.positions = grownInts(this.positions, (this.rows.length / ROW) | 0);
    this.positions[at] = slot;
  }

  /** Appends an order to the seat's list. Returns the slot + 1 of the previously last order; 0 for none. */
  append(seat: number, order: number): number {
    const { rows } = this;
    const last = rows[seat + LAST_ORDER];
    if (last === 0) rows[seat + FIRST_ORDER] = order + 1;
    rows[seat + LAST_ORDER] = order + 1;
    rows[seat + OPEN_ORDERS]++;
    return last;
  }

  /** Removes an order from the seat's list. `previous` and `next` are its neighbors: slot + 1, or 0. */
  take(seat: number, previous: number, next: number): void {
    const { rows } = this;
    if (previous === 0) rows[seat + FIRST_ORDER] = next;
    if (next === 0) rows[seat + LAST_ORDER] = previous;
    rows[seat + OPEN_ORDERS]--;
  }

  /** The owners who have open orders in this market, at most `most` of them. */
  ownersWithOrders(market: MarketId, most: number): OwnerId[] {
    const owners: OwnerId[] = [];
    for (let slot = 0; slot < this.used && owners.length < most; slot += ROW)
      if (this.market[slot] === market && this.openOrders[slot] > 0) owners.push(this.owner[slot]);
    return owners;
  }

  /** Makes room for this many seats in advance. */
  reserve(seats: number): void {
    if (seats * ROW > this.rows.length) this.grow(seats * ROW);
  }

  private grow(length: number): void {
    this.rows = grownFloats(this.rows, length);
    this.owner = column(this.rows, 0);
    this.market = column(this.rows, 1);
    this.ownerSlot = column(this.rows, 2);
    this.baseAccount = column(this.rows, 3);
    this.quoteAccount = column(this.rows, 4);
    this.openOrders = column(this.rows, 5);
    this.firstOrder = column(this.rows, 6);
    this.lastOrder = column(this.rows, 7);
  }

  columns(): Columns {
    const rows = this.rows.slice(0, this.used);
    changeLinks(rows, savedLink);
    return { rows };
  }

  restore(columns: Columns): void {
    this.rows = floatsOf(columns, 'rows');
    this.used = this.rows.length;
    this.grow(Math.max(FIRST_CAPACITY, Math.ceil((this.used / ROW) * 1.25)) * ROW);
    changeLinks(this.rows, restoredLink);
    this.index.reserve(this.used / ROW);
    for (let slot = 0; slot < this.used; slot += ROW)
      this.index.insert(this.owner[slot] * MAX_MARKETS + this.market[slot], slot);
  }
}

/** Converts the links from seats to orders. */
const changeLinks = (rows: Float64Array, change: (link: number) => number): void => {
  for (let seat = 0; seat < rows.length; seat += ROW) {
    rows[seat + FIRST_ORDER] = change(rows[seat + FIRST_ORDER]);
    rows[seat + LAST_ORDER] = change(rows[seat + LAST_ORDER]);
  }
};
