import * as money from '@vitrine/money';
import { type Columns, column, floatsOf, grownFloats } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import { assert } from '../vocabulary/assert.ts';
import type { AssetId, OwnerId } from '../vocabulary/terms.ts';
import * as vocabulary from '../vocabulary/terms.ts';
import type { Owners } from './owners.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { MAX_UNITS } = money;
const { FIRST_CLIENT_OWNER, FIRST_FUND_OWNER, LAST_FUND_OWNER } = vocabulary;

/** Asset ids are below this, and owner ids below 2^40, so that an account's key is a whole number below 2^53. */
export const MAX_ASSETS = 1024;
export const MAX_OWNER = 2 ** 40 - 1;
const WALLETS = 4;

/** The number of elements in an account's row: half a cache line. */
const ROW = 4;
const FIRST_CAPACITY = 256;

const keyOf = (owner: OwnerId, wallet: number, asset: AssetId): number =>
  (owner * WALLETS + wallet) * MAX_ASSETS + asset;

/** Lower keys are those of the exchange's own accounts. */
const FIRST_CLIENT_KEY = keyOf(FIRST_CLIENT_OWNER, 0, 0);

/**
 * For each asset: the sum over all accounts, available and held (zero after every command), and the sum over clients'
 * accounts.
 */
export interface AssetSums {
  readonly all: Float64Array;
  readonly clients: Float64Array;
}

const emptySums = (): AssetSums => ({ all: new Float64Array(MAX_ASSETS), clients: new Float64Array(MAX_ASSETS) });

/**
 * Every account (owner, wallet, asset) with its available and held balance. Only the exchange's own accounts may be
 * negative, and of these not the funds. For each asset, `issued` is the total of their negative balances. As an asset's accounts sum to zero,
 * `issued` is also the total of all positive balances, and as long as it is at most 2^53 − 1, so is every balance.
 */
export class Ledger {
  private readonly owners: Owners;
  private readonly index: IntMap;
  private used = 0;
  private rows = new Float64Array(FIRST_CAPACITY * ROW);
  available = column(this.rows, 0);
  held = column(this.rows, 1);
  /** (owner × WALLETS + wallet) × MAX_ASSETS + asset. */
  private key = column(this.rows, 2);
  /** Slot + 1 of the same owner's next account; 0 for none. */
  private nextOfOwner = column(this.rows, 3);
  issued = new Float64Array(MAX_ASSETS);
  /** [L13]: whether the current rules keep funds from falling below zero. */
  coversFunds = false;
  /** The slot that a stepwise sum has reached. If the balance of a lower slot changes, the sum is adjusted. */
  private summed = 0;
  private sum = emptySums();

  constructor(owners: Owners, hashing: KeyedHash) {
    this.owners = owners;
    this.index = new IntMap(hashing);
  }

  /** The account's slot, or -1, which means that both balances are zero. */
  find(owner: OwnerId, wallet: number, asset: AssetId): number {
    return this.index.get(keyOf(owner, wallet, asset));
  }

  ensure(owner: OwnerId, wallet: number, asset: AssetId): number {
    const key = keyOf(owner, wallet, asset);
    const found = this.index.get(key);
    if (found >= 0) return found;
    if (this.used === this.rows.length) this.grow(this.used * 2);
    const slot = this.used;
    this.used += ROW;
    this.key[slot] = key;
    const ownerSlot = this.owners.ensure(owner);
    this.nextOfOwner[slot] = this.owners.firstAccount[ownerSlot];
    this.owners.firstAccount[ownerSlot] = slot + 1;
    this.index.insert(key, slot);
    return slot;
  }

  ownerOf(slot: number): OwnerId {
    return Math.floor(this.key[slot] / (WALLETS * MAX_ASSETS));
  }

  walletOf(slot: number): number {
    return Math.floor(this.key[slot] / MAX_ASSETS) % WALLETS;
  }

  assetOf(slot: number): AssetId {
    return this.key[slot] % MAX_ASSETS;
  }

  availableAt(slot: number): number {
    return slot < 0 ? 0 : this.available[slot];
  }

  /** Visits the slots of an owner's accounts, newest first. */
  forEachAccountOf(owner: OwnerId, visit: (slot: number) => void): void {
    const ownerSlot = this.owners.find(owner);
    if (ownerSlot < 0) return;
    for (let next = this.owners.firstAccount[ownerSlot]; next !== 0; next = this.nextOfOwner[next - 1]) visit(next - 1);
  }

  /** [L3] [L13]: whether the owner's available balance may fall below zero. */
  mayOverdraw(owner: OwnerId): boolean {
    if (owner >= FIRST_CLIENT_OWNER) return false;
    return !this.coversFunds || owner < FIRST_FUND_OWNER || owner > LAST_FUND_OWNER;
  }

  /** Whether units can leave an account. 0: yes; 1: the balance is too small; 2: more than 2^53 − 1 would be issued. */
  obstacle(owner: OwnerId, asset: AssetId, slot: number, units: number): 0 | 1 | 2 {
    const available = this.availableAt(slot);
    if (available >= units) return 0;
    if (!this.mayOverdraw(owner)) return 1;
    const below = units - Math.max(available, 0);
    return this.issued[asset] + below > MAX_UNITS ? 2 : 0;
  }

  credit(slot: number, units: number): void {
    assert(units >= 0, 'a negative credit');
    if (slot < this.summed) this.addToSum(slot, units);
    this.arrive(slot, units);
  }

  debit(slot: number, units: number): void {
    assert(units >= 0, 'a negative debit');
    if (slot < this.summed) this.addToSum(slot, -units);
    this.leave(slot, units);
  }

  private arrive(slot: number, units: number): void {
    const before = this.available[slot];
    const after = before + units;
    assert(after <= MAX_UNITS, 'a balance exceeded 2^53 - 1');
    this.available[slot] = after;
    if (before < 0) this.issued[this.assetOf(slot)] -= Math.min(units, -before);
  }

  private leave(slot: number, units: number): void {
    const after = this.available[slot] - units;
    this.available[slot] = after;
    if (after < 0) this.issue(slot, after, units);
  }

  private issue(slot: number, after: number, units: number): void {
    assert(this.mayOverdraw(this.ownerOf(slot)), 'the balance of a client or a fund fell below zero');
    this.issued[this.assetOf(slot)] += Math.min(units, -after);
  }

  /** Moves units from available to held, which leaves all sums unchanged. */
  hold(slot: number, units: number): void {
    assert(units >= 0, 'a negative hold');
    this.leave(slot, units);
    this.held[slot] += units;
  }

  /** Moves units from held to available. */
  release(slot: number, units: number): void {
    assert(units >= 0, 'a negative release');
    this.held[slot] = this.heldWithout(slot, units);
    this.arrive(slot, units);
  }

  /** Removes units from the held balance. */
  takeHeld(slot: number, units: number): void {
    assert(units >= 0, 'a negative amount was taken from a hold');
    if (slot < this.summed) this.addToSum(slot, -units);
    this.held[slot] = this.heldWithout(slot, units);
  }

  private heldWithout(slot: number, units: number): number {
    const after = this.held[slot] - units;
    assert(after >= 0, 'more was taken from a hold than it held');
    return after;
  }

  /**
   * Adds this many more accounts to the stepwise sum. Returns undefined while some accounts are left. The result is the
   * sums as they are when the last account is added, including changes made in between. It is exact, because no partial
   * sum of an asset's accounts exceeds its issued units by more than the units that one command moves.
   */
  sumSome(accounts: number): AssetSums | undefined {
    const end = Math.min(this.used, this.summed + accounts * ROW);
    for (let slot = this.summed; slot < end; slot += ROW) this.addToSum(slot, this.available[slot] + this.held[slot]);
    this.summed = end;
    if (end < this.used) return undefined;
    const { sum } = this;
    this.sum = emptySums();
    this.summed = 0;
    return sum;
  }

  private addToSum(slot: number, units: number): void {
    const asset = this.assetOf(slot);
    this.sum.all[asset] += units;
    if (this.key[slot] >= FIRST_CLIENT_KEY) this.sum.clients[asset] += units;
  }

  /** The sum of all accounts of an asset, available and held: zero after every command. */
  assetSum(asset: AssetId): number {
    let sum = 0;
    for (let slot = 0; slot < this.used; slot += ROW)
      if (this.assetOf(slot) === asset) sum += this.available[slot] + this.held[slot];
    return sum;
  }

  /** The slots of all accounts that are not empty, ordered by owner, wallet and asset. */
  sortedSlots(): Float64Array {
    const keys = new Float64Array(this.used / ROW);
    let filled = 0;
    for (let slot = 0; slot < this.used; slot += ROW)
      if (this.available[slot] !== 0 || this.held[slot] !== 0) keys[filled++] = this.key[slot];
    return keys
      .subarray(0, filled)
      .sort()
      .map((key) => this.index.get(key));
  }

  /** Makes room for this many accounts in advance. */
  reserve(accounts: number): void {
    if (accounts * ROW > this.rows.length) this.grow(accounts * ROW);
  }

  private grow(length: number): void {
    this.rows = grownFloats(this.rows, length);
    this.available = column(this.rows, 0);
    this.held = column(this.rows, 1);
    this.key = column(this.rows, 2);
    this.nextOfOwner = column(this.rows, 3);
  }

  columns(): Columns {
    return { rows: this.rows.slice(0, this.used), issued: this.issued.slice() };
  }

  restore(columns: Columns): void {
    this.rows = floatsOf(columns, 'rows');
    this.issued = floatsOf(columns, 'issued').slice();
    this.used = this.rows.length;
    this.grow(Math.max(FIRST_CAPACITY, Math.ceil((this.used / ROW) * 1.25)) * ROW);
    this.index.reserve(this.used / ROW);
    for (let slot = 0; slot < this.used; slot += ROW) this.index.insert(this.key[slot], slot);
  }
}
