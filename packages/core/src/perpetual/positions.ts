import { type Columns, column, floatsOf, grownFloats } from '../columns/columns.ts';
import { DueQueue } from '../columns/due-queue.ts';
import * as codes from '../vocabulary/codes.ts';
import type { OwnerId } from '../vocabulary/terms.ts';
import { type Exposure, entryTicks, equityUnits, liquidationTicks } from './risk.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { LONG, SHORT } = codes;

/** The number of elements in a position's row: one cache line. The two positions of an owner are next to each other. */
const ROW = 8;
const PAIR = 2 * ROW;
const FIRST_CAPACITY = 64;
const OWNER = 7;
const SEAT = ROW + 7;

export const sideOfPosition = (slot: number): number => ((slot / ROW) | 0) & 1;

/** The owner's other position. */
export const oppositeOf = (slot: number): number => (sideOfPosition(slot) === LONG ? slot + ROW : slot - ROW);

/**
 * The positions of one perpetual market, two per owner, in the order in which the owners first used the market. A slot
 * is the index at which a position's row begins. The queues give the next position to liquidate or deleverage.
 */
export class Positions {
  private readonly tickLotUnits: number;
  private used = 0;
  private rows = new Float64Array(FIRST_CAPACITY * PAIR);
  lots = column(this.rows, 0);
  cost = column(this.rows, 1);
  margin = column(this.rows, 2);
  /** The maintenance rate. */
  ratePpm = column(this.rows, 3);
  leverage = column(this.rows, 4);
  /** Open lots of the orders that open the position. */
  opening = column(this.rows, 5);
  /** Number of the open orders that close the position. */
  reducing = column(this.rows, 6);
  /** For each side: the open positions, ordered by liquidation price, the first to be liquidated at the front. */
  private readonly liquidations = [new DueQueue(), new DueQueue()];
  /** For each side: the open positions, ordered by entry price, the most profitable at the front. */
  private readonly ranking = [new DueQueue(), new DueQueue()];

  /** The result of `exposureOf`. A single record is reused, to avoid short-lived objects. */
  private readonly exposure = { side: LONG, lotTickUnits: 0, costUnits: 0, marginUnits: 0 };

  constructor(tickLotUnits: number) {
    this.tickLotUnits = tickLotUnits;
  }

  /** Number of owners. */
  get pairs(): number {
    return this.used / PAIR;
  }

  /** The slot of the long position of owner number `pair`, counted from 0. */
  slotOfPair(pair: number): number {
    return pair * PAIR;
  }

  /** Adds both positions of an owner. Returns the slot of the long one; `oppositeOf` gives that of the short one. */
  add(owner: OwnerId, seat: number, leverage: number): number {
    if (this.used === this.rows.length) this.grow(2 * this.used);
    const slot = this.used;
    this.used += PAIR;
    this.rows[slot + OWNER] = owner;
    this.rows[slot + SEAT] = seat;
    this.leverage[slot] = leverage;
    this.leverage[slot + ROW] = leverage;
    return slot;
  }

  ownerOf(slot: number): OwnerId {
    return this.rows[slot - (slot % PAIR) + OWNER];
  }

  seatOf(slot: number): number {
    return this.rows[slot - (slot % PAIR) + SEAT];
  }

  /** The position with these lots, cost and margin added, for the formulas in risk.ts. Valid until the next call. */
  exposureOf(slot: number, moreLots = 0, moreCost = 0, moreMargin = 0): Exposure {
    const { exposure } = this;
    exposure.side = sideOfPosition(slot);
    exposure.lotTickUnits = (this.lots[slot] + moreLots) * this.tickLotUnits;
    exposure.costUnits = this.cost[slot] + moreCost;
    exposure.marginUnits = this.margin[slot] + moreMargin;
    return exposure;
  }

  /** Whether closing the position at this price costs no more than its margin. */
  isCoveredAt(slot: number, priceTicks: number): boolean {
    return equityUnits(this.exposureOf(slot), priceTicks) >= 0;
  }

  /** Moves the position to its place in the queues. Must be called after every change in lots, cost, margin or rate. */
  index(slot: number): void {
    const side = sideOfPosition(slot);
    const key = (slot / ROW) | 0;
    if (this.lots[slot] === 0) {
      this.liquidations[side].remove(key);
      this.ranking[side].remove(key);
      return;
    }
    const exposure = this.exposureOf(slot);
    const owner = this.ownerOf(slot);
    const liquidation = liquidationTicks(exposure, this.ratePpm[slot]);
    const entry = entryTicks(exposure);
    this.liquidations[side].set(side === LONG ? -liquidation : liquidation, owner, key);
    this.ranking[side].set(side === LONG ? entry : -entry, owner, key);
  }

  /** [V1]: the position that is liquidated next at this mark price, or -1. */
  firstDue(markTicks: number): number {
    const [longs, shorts] = this.liquidations;
    if (longs.count > 0 && longs.firstTime <= -markTicks) return longs.firstKey * ROW;
    return shorts.count > 0 && shorts.firstTime <= markTicks ? shorts.firstKey * ROW : -1;
  }

  /** [V7]: the position of this side that is deleveraged next, or -1. */
  firstRanked(side: number): number {
    const ranking = this.ranking[side];
    return ranking.count > 0 ? ranking.firstKey * ROW : -1;
  }

  /** Makes room for this many owners in advance. */
  reserve(pairs: number): void {
    if (pairs * PAIR > this.rows.length) this.grow(pairs * PAIR);
    for (const queue of [...this.liquidations, ...this.ranking]) queue.reserve(2 * pairs);
  }

  private grow(length: number): void {
    this.rows = grownFloats(this.rows, length);
    this.lots = column(this.rows, 0);
    this.cost = column(this.rows, 1);
    this.margin = column(this.rows, 2);
    this.ratePpm = column(this.rows, 3);
    this.leverage = column(this.rows, 4);
    this.opening = column(this.rows, 5);
    this.reducing = column(this.rows, 6);
  }

  columns(): Columns {
    return { rows: this.rows.slice(0, this.used) };
  }

  restore(columns: Columns): void {
    this.rows = floatsOf(columns, 'rows');
    this.used = this.rows.length;
    this.grow(Math.max(FIRST_CAPACITY, Math.ceil((this.used / PAIR) * 1.25)) * PAIR);
    for (let slot = 0; slot < this.used; slot += ROW) this.index(slot);
  }

  /** The sum of all lots on one side. */
  totalLots(side: number): number {
    let total = 0;
    for (let slot = side === SHORT ? ROW : 0; slot < this.used; slot += PAIR) total += this.lots[slot];
    return total;
  }
}
