import { type Columns, floatsOf, grownFloats, grownInts, intsOf } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';

/**
 * The data stored about owners besides their balances: fee tier, freeze, restrictions, and the heads of their lists of
 * accounts and holds.
 */
export class Owners {
  private readonly index: IntMap;
  private capacity = 64;
  count = 0;
  owner = new Float64Array(64);
  tier = new Int32Array(64);
  frozen = new Int32Array(64);
  /** The times until which the owner may not trade and may not withdraw; a time in the past imposes no restriction. */
  tradeUntil = new Float64Array(64);
  withdrawUntil = new Float64Array(64);
  /** Slot + 1 of the newest account; 0 for none. */
  firstAccount = new Int32Array(64);
  /** Node + 1 of the newest pending hold (see Holds); 0 for none. Holds rebuilds it after a snapshot is restored. */
  firstHold = new Int32Array(64);
  /** Number of pending holds that have taken units from the owner's accounts. Rebuilt after a snapshot is restored. */
  holdsFrom = new Int32Array(64);

  constructor(hashing: KeyedHash) {
    this.index = new IntMap(hashing);
  }

  /** The owner's slot, or -1. */
  find(owner: number): number {
    return this.index.get(owner);
  }

  ensure(owner: number): number {
    const found = this.index.get(owner);
    if (found >= 0) return found;
    if (this.count === this.capacity) this.grow(this.capacity * 2);
    const slot = this.count++;
    this.owner[slot] = owner;
    this.index.insert(owner, slot);
    return slot;
  }

  isFrozen(owner: number): boolean {
    const slot = this.index.get(owner);
    return slot >= 0 && this.frozen[slot] === 1;
  }

  mayTrade(owner: number, timeMs: number): boolean {
    const slot = this.index.get(owner);
    return slot < 0 || this.tradeUntil[slot] <= timeMs;
  }

  mayWithdraw(owner: number, timeMs: number): boolean {
    const slot = this.index.get(owner);
    return slot < 0 || this.withdrawUntil[slot] <= timeMs;
  }

  tierOf(owner: number): number {
    const slot = this.index.get(owner);
    return slot < 0 ? 0 : this.tier[slot];
  }

  /** Makes room for this many owners in advance. */
  reserve(owners: number): void {
    if (owners > this.capacity) this.grow(owners);
  }

  private grow(capacity: number): void {
    this.capacity = capacity;
    this.owner = grownFloats(this.owner, capacity);
    this.tier = grownInts(this.tier, capacity);
    this.frozen = grownInts(this.frozen, capacity);
    this.tradeUntil = grownFloats(this.tradeUntil, capacity);
    this.withdrawUntil = grownFloats(this.withdrawUntil, capacity);
    this.firstAccount = grownInts(this.firstAccount, capacity);
    this.firstHold = grownInts(this.firstHold, capacity);
    this.holdsFrom = grownInts(this.holdsFrom, capacity);
  }

  columns(): Columns {
    const { count } = this;
    return {
      owner: this.owner.slice(0, count),
      tier: this.tier.slice(0, count),
      frozen: this.frozen.slice(0, count),
      tradeUntil: this.tradeUntil.slice(0, count),
      withdrawUntil: this.withdrawUntil.slice(0, count),
      firstAccount: this.firstAccount.slice(0, count),
    };
  }

  restore(columns: Columns): void {
    const owner = floatsOf(columns, 'owner');
    this.count = owner.length;
    this.owner = owner;
    this.tier = intsOf(columns, 'tier');
    this.frozen = intsOf(columns, 'frozen');
    this.tradeUntil = floatsOf(columns, 'tradeUntil');
    this.withdrawUntil = floatsOf(columns, 'withdrawUntil');
    this.firstAccount = intsOf(columns, 'firstAccount');
    this.grow(Math.max(64, Math.ceil(this.count * 1.25)));
    this.index.reserve(this.count);
    for (let slot = 0; slot < this.count; slot++) this.index.insert(this.owner[slot], slot);
  }
}
