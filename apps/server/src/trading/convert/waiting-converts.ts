import type { AssetId, Core, CoreEvent, HoldId, OwnerId } from '@vitrine/core';
import type { LimitConvert } from './limit-converts.ts';

/** Limit conversions that one client may have open at once. */
export const MOST_WAITING_CONVERTS = 50;

/** The waiting conversions of one coin into another, sorted by the rate that they need, the lowest first. */
export interface WaitingPair {
  readonly from: AssetId;
  readonly to: AssetId;
  readonly sorted: WaitingConvert[];
}

export interface WaitingConvert extends LimitConvert {
  /** The hold of the conversion's units. */
  readonly hold: HoldId;
  /** Units of `to` requested per unit of `from`, for sorting only: whether a conversion is due is computed exactly. */
  readonly rate: number;
}

/**
 * The relative tolerance when rates are compared: far larger than the floating-point error. A conversion that is
 * wrongly included costs only one quote.
 */
const SLACK = 1e-9;

/**
 * Limit conversions in memory, by pair and limit price, so that the cost of a cycle does not depend on how many
 * conversions wait. Follows the log: a conversion waits while its hold is pending. Its terms are not in the log:
 * `learn` adds them.
 */
export class WaitingConverts {
  readonly #pairs = new Map<string, WaitingPair>();
  /** Waiting conversions by hold; undefined until their terms have been read. */
  readonly #waiting = new Map<HoldId, WaitingConvert | undefined>();
  /** By record number, the holds whose terms have not been read yet. */
  readonly #unread = new Map<number, HoldId>();
  /** Each client's waiting conversions: holds by record number, 0 until the hold is pending. */
  readonly #ofOwner = new Map<OwnerId, Map<number, HoldId>>();
  #reserved = 0;

  /** Loads the core's pending holds. After this, call `apply` for every event that follows. */
  load(core: Pick<Core, 'pendingHolds'>): void {
    for (const { purpose, hold, fromOwner, record } of core.pendingHolds())
      if (purpose === 'convert') this.#add(hold, fromOwner, record);
  }

  apply(event: CoreEvent): void {
    if (event.kind !== 'HoldPending' && event.kind !== 'HoldPosted' && event.kind !== 'HoldVoided') return;
    if (event.purpose !== 'convert') return;
    if (event.kind === 'HoldPending') this.#add(event.hold, event.fromOwner, event.record);
    else this.#remove(event.hold, event.fromOwner, event.record);
  }

  /**
   * Counts a conversion that has no record number yet toward the client's limit, until `leave` is called with the
   * returned number; undefined if the client is at the limit.
   */
  reserve(owner: OwnerId): number | undefined {
    this.#reserved += 1;
    return this.enter(owner, -this.#reserved) ? -this.#reserved : undefined;
  }

  /**
   * Whether this client may have one more conversion; if so, the conversion counts toward the limit from now on. Call
   * `leave` if the conversion is then refused.
   */
  enter(owner: OwnerId, record: number): boolean {
    const records = this.#recordsOf(owner);
    if (records.has(record)) return true;
    if (records.size >= MOST_WAITING_CONVERTS) return false;
    records.set(record, 0);
    return true;
  }

  /** Undoes `reserve` or `enter`, unless the conversion's hold has become pending. */
  leave(owner: OwnerId, record: number): void {
    if (this.#ofOwner.get(owner)?.get(record) === 0) this.#forget(owner, record);
  }

  /** The record numbers of at most `most` conversions whose terms have not been read yet. */
  unread(most: number): number[] {
    return [...this.#unread.keys()].slice(0, most);
  }

  /** Adds terms that were read; skips conversions that have ended in the meantime. */
  learn(converts: readonly LimitConvert[]): void {
    const touched = new Set<WaitingPair>();
    for (const convert of converts) {
      const hold = this.#unread.get(convert.record);
      if (hold === undefined) continue;
      this.#unread.delete(convert.record);
      const waiting = { ...convert, hold, rate: convert.minUnits / convert.units };
      this.#waiting.set(hold, waiting);
      const pair = this.#pairOf(convert);
      pair.sorted.push(waiting);
      touched.add(pair);
    }
    for (const { sorted } of touched) sorted.sort(byRate);
  }

  pairs(): WaitingPair[] {
    return [...this.#pairs.values()];
  }

  has(hold: HoldId): boolean {
    return this.#waiting.has(hold);
  }

  #add(hold: HoldId, owner: OwnerId, record: number): void {
    this.#waiting.set(hold, undefined);
    this.#unread.set(record, hold);
    this.#recordsOf(owner).set(record, hold);
  }

  #remove(hold: HoldId, owner: OwnerId, record: number): void {
    const waiting = this.#waiting.get(hold);
    this.#waiting.delete(hold);
    this.#unread.delete(record);
    this.#forget(owner, record);
    if (waiting === undefined) return;
    const pair = this.#pairOf(waiting);
    pair.sorted.splice(indexIn(pair, waiting), 1);
    if (pair.sorted.length === 0) this.#pairs.delete(keyOf(waiting));
  }

  #forget(owner: OwnerId, record: number): void {
    const records = this.#ofOwner.get(owner);
    records?.delete(record);
    if (records?.size === 0) this.#ofOwner.delete(owner);
  }

  #recordsOf(owner: OwnerId): Map<number, HoldId> {
    const known = this.#ofOwner.get(owner);
    if (known !== undefined) return known;
    const records = new Map<number, HoldId>();
    this.#ofOwner.set(owner, records);
    return records;
  }

  #pairOf(terms: Pick<LimitConvert, 'from' | 'to'>): WaitingPair {
    const key = keyOf(terms);
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const pair = { from: terms.from, to: terms.to, sorted: [] };
    this.#pairs.set(key, pair);
    return pair;
  }
}

/**
 * The number of the pair's conversions that ask for at most `rate` units of `to` per unit of `from`. They are the first
 * ones in `sorted`.
 */
export const reachedBy = ({ sorted }: WaitingPair, rate: number): number =>
  lowerBound(sorted.length, (index) => (sorted[index] as WaitingConvert).rate > rate * (1 + SLACK));

const keyOf = ({ from, to }: Pick<LimitConvert, 'from' | 'to'>): string => `${from} ${to}`;

const byRate = (a: WaitingConvert, b: WaitingConvert): number => a.rate - b.rate || a.record - b.record;

const indexIn = ({ sorted }: WaitingPair, waiting: WaitingConvert): number =>
  lowerBound(sorted.length, (index) => byRate(sorted[index] as WaitingConvert, waiting) >= 0);

/**
 * The first index at which `holds` is true, or `length` if there is none. `holds` must be true at every later index
 * too.
 */
function lowerBound(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
