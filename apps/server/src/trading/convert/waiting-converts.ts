import type { AssetId, Core, CoreEvent, HoldId, OwnerId } from '@vitrine/core';
import type { LimitConvert } from './limit-converts.ts';

/** So many limit conversions of one client may be open at once. */
export const MOST_WAITING_CONVERTS = 50;

/** The waiting conversions of one coin into another, the easiest to reach first. */
export interface WaitingPair {
  readonly from: AssetId;
  readonly to: AssetId;
  readonly sorted: WaitingConvert[];
}

export interface WaitingConvert extends LimitConvert {
  /** Its units are set aside by it. */
  readonly hold: HoldId;
  /** Units of `to` asked for each unit of `from`; for order alone, whether one is due is reckoned exactly. */
  readonly rate: number;
}

/** Floating point errs by far less; what is looked at in vain because of it costs one quote. */
const SLACK = 1e-9;

/**
 * Limit conversions in memory, by pair and limit price, so that what a look costs does not depend on how many wait. Follows
 * the log: a conversion waits while its hold is pending. Its terms are not in the log, and are added by whoever read them.
 */
export class WaitingConverts {
  readonly #pairs = new Map<string, WaitingPair>();
  /** By hold; undefined until its terms have been read. */
  readonly #waiting = new Map<HoldId, WaitingConvert | undefined>();
  /** Holds of those whose terms are still to be read, by number. */
  readonly #unread = new Map<number, HoldId>();
  /** Of each client those that wait, by number, with their holds; 0 for one that is just being entered. */
  readonly #ofOwner = new Map<OwnerId, Map<number, HoldId>>();
  #reserved = 0;

  /** Begins with what the core holds; `apply` every batch after it. */
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

  /** A place for one that has no number yet, until `leave`; undefined where this client may not have one more. */
  reserve(owner: OwnerId): number | undefined {
    this.#reserved += 1;
    return this.enter(owner, -this.#reserved) ? -this.#reserved : undefined;
  }

  /** Whether this client may have one more; if so it counts from now on. Call `leave` where it was not taken in after all. */
  enter(owner: OwnerId, record: number): boolean {
    const records = this.#recordsOf(owner);
    if (records.has(record)) return true;
    if (records.size >= MOST_WAITING_CONVERTS) return false;
    records.set(record, 0);
    return true;
  }

  /** The opposite of `enter`; one whose hold is pending stays. */
  leave(owner: OwnerId, record: number): void {
    if (this.#ofOwner.get(owner)?.get(record) === 0) this.#forget(owner, record);
  }

  /** Numbers whose terms are to be read, at most so many. */
  unread(most: number): number[] {
    return [...this.#unread.keys()].slice(0, most);
  }

  /** Adds terms that were read. Those that have ended meanwhile are passed over. */
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

/** How many of the pair ask for no more than `rate` units of `to` for a unit of `from`: the first so many. */
export const reachedBy = ({ sorted }: WaitingPair, rate: number): number =>
  lowerBound(sorted.length, (index) => (sorted[index] as WaitingConvert).rate > rate * (1 + SLACK));

const keyOf = ({ from, to }: Pick<LimitConvert, 'from' | 'to'>): string => `${from} ${to}`;

const byRate = (a: WaitingConvert, b: WaitingConvert): number => a.rate - b.rate || a.record - b.record;

const indexIn = ({ sorted }: WaitingPair, waiting: WaitingConvert): number =>
  lowerBound(sorted.length, (index) => byRate(sorted[index] as WaitingConvert, waiting) >= 0);

/** The first index for which it holds; `length` where it holds for none. Once it holds it goes on holding. */
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
