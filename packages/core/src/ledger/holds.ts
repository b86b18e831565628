import { type Columns, floatsOf, grownFloats, grownInts, intsOf } from '../columns/columns.ts';
import { DueQueue } from '../columns/due-queue.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { HoldId, OwnerId } from '../vocabulary/terms.ts';
import type { Ledger } from './ledger.ts';
import type { Owners } from './owners.ts';

/** A new hold: its account as a slot, literals as their codes, absent fields as zero. */
interface Hold {
  readonly id: HoldId;
  readonly account: number;
  readonly toOwner: OwnerId;
  readonly toWallet: number;
  readonly purpose: number;
  readonly units: number;
  readonly expiresAt: number;
  readonly record: number;
}

/**
 * Pending holds: units set aside in `account` until they are posted to (toOwner, toWallet) or voided. Each hold is in
 * the list of its source owner and in that of its destination owner, or in one list if they are the same. Its two list
 * nodes are numbered 2 × slot and 2 × slot + 1; a link is the number of a node + 1, or 0 for none.
 */
export class Holds {
  private readonly owners: Owners;
  private readonly ledger: Ledger;
  private readonly index: IntMap;
  readonly expiries = new DueQueue();
  private capacity = 64;
  private used = 0;
  private free = 0;
  count = 0;
  /** 0 if the slot is free. */
  id = new Float64Array(64);
  account = new Int32Array(64);
  toOwner = new Float64Array(64);
  toWallet = new Int32Array(64);
  purpose = new Int32Array(64);
  units = new Float64Array(64);
  /** Zero means 'never'. */
  expiresAt = new Float64Array(64);
  /** Number of a business record; 0 for none. */
  record = new Float64Array(64);
  private nextFree = new Int32Array(64);
  /** Slot + 1 of the owner in whose list a node is; 0 if the node is in no list. */
  private ownerOfNode = new Int32Array(128);
  private nextNode = new Int32Array(128);
  private previousNode = new Int32Array(128);

  constructor(owners: Owners, ledger: Ledger, hashing: KeyedHash) {
    this.index = new IntMap(hashing);
    this.owners = owners;
    this.ledger = ledger;
  }

  /** The slot of a pending hold, or -1. */
  find(hold: HoldId): number {
    return hold < 1 ? -1 : this.index.get(hold);
  }

  add(hold: Hold): void {
    const { id, account, toOwner, expiresAt } = hold;
    let slot = this.free - 1;
    if (slot >= 0) this.free = this.nextFree[slot];
    else {
      if (this.used === this.capacity) this.grow(this.capacity * 2);
      slot = this.used++;
    }
    this.id[slot] = id;
    this.account[slot] = account;
    this.toOwner[slot] = toOwner;
    this.toWallet[slot] = hold.toWallet;
    this.purpose[slot] = hold.purpose;
    this.units[slot] = hold.units;
    this.expiresAt[slot] = expiresAt;
    this.record[slot] = hold.record;
    this.index.insert(id, slot);
    this.count++;
    const from = this.ledger.ownerOf(account);
    this.link(2 * slot, from);
    this.owners.holdsFrom[this.ownerOfNode[2 * slot] - 1]++;
    if (toOwner !== from) this.link(2 * slot + 1, toOwner);
    if (expiresAt !== 0) this.expiries.push(expiresAt, id, slot);
  }

  remove(slot: number): void {
    this.owners.holdsFrom[this.ownerOfNode[2 * slot] - 1]--;
    this.unlink(2 * slot);
    this.unlink(2 * slot + 1);
    this.expiries.remove(slot);
    this.index.delete(this.id[slot]);
    this.id[slot] = 0;
    this.nextFree[slot] = this.free;
    this.free = slot + 1;
    this.count--;
  }

  /** Puts a node at the head of its owner's list. */
  private link(node: number, owner: OwnerId): void {
    const { owners } = this;
    const ownerSlot = owners.ensure(owner);
    const next = owners.firstHold[ownerSlot];
    this.ownerOfNode[node] = ownerSlot + 1;
    this.nextNode[node] = next;
    this.previousNode[node] = 0;
    if (next !== 0) this.previousNode[next - 1] = node + 1;
    owners.firstHold[ownerSlot] = node + 1;
  }

  private unlink(node: number): void {
    const ownerSlot = this.ownerOfNode[node] - 1;
    if (ownerSlot < 0) return;
    const next = this.nextNode[node];
    const previous = this.previousNode[node];
    if (previous === 0) this.owners.firstHold[ownerSlot] = next;
    else this.nextNode[previous - 1] = next;
    if (next !== 0) this.previousNode[next - 1] = previous;
    this.ownerOfNode[node] = 0;
  }

  /** When the next hold expires, or undefined. */
  nextExpiry(): number | undefined {
    const { expiries } = this;
    return expiries.count > 0 ? expiries.firstTime : undefined;
  }

  /** The slots of all pending holds, one by one. Holds that begin or end in the meantime may or may not be included. */
  *slots(): Generator<number> {
    for (let slot = 0; slot < this.used; slot++) if (this.id[slot] !== 0) yield slot;
  }

  /** Slots of all pending holds, sorted by id. */
  sorted(): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.used; slot++) if (this.id[slot] !== 0) slots.push(slot);
    return this.byId(slots);
  }

  /** The number of pending holds that have taken units from the owner's accounts. */
  countFrom(owner: OwnerId): number {
    const ownerSlot = this.owners.find(owner);
    return ownerSlot < 0 ? 0 : this.owners.holdsFrom[ownerSlot];
  }

  /** Slots of the newest `limit` pending holds from or to the owner's accounts, sorted by id. */
  sortedOf(owner: OwnerId, limit: number): number[] {
    const slots: number[] = [];
    const ownerSlot = this.owners.find(owner);
    if (ownerSlot < 0) return slots;
    for (
      let next = this.owners.firstHold[ownerSlot];
      next !== 0 && slots.length < limit;
      next = this.nextNode[next - 1]
    )
      slots.push((next - 1) >> 1);
    return this.byId(slots);
  }

  private byId(slots: number[]): number[] {
    return slots.sort((a, b) => this.id[a] - this.id[b]);
  }

  /** Makes room for this many holds in advance. */
  reserve(holds: number): void {
    if (holds > this.capacity) this.grow(holds);
    this.expiries.reserve(holds);
  }

  private grow(capacity: number): void {
    this.capacity = capacity;
    this.id = grownFloats(this.id, capacity);
    this.account = grownInts(this.account, capacity);
    this.toOwner = grownFloats(this.toOwner, capacity);
    this.toWallet = grownInts(this.toWallet, capacity);
    this.purpose = grownInts(this.purpose, capacity);
    this.units = grownFloats(this.units, capacity);
    this.expiresAt = grownFloats(this.expiresAt, capacity);
    this.record = grownFloats(this.record, capacity);
    this.nextFree = grownInts(this.nextFree, capacity);
    this.ownerOfNode = grownInts(this.ownerOfNode, 2 * capacity);
    this.nextNode = grownInts(this.nextNode, 2 * capacity);
    this.previousNode = grownInts(this.previousNode, 2 * capacity);
  }

  columns(): Columns {
    const { used } = this;
    return {
      id: this.id.slice(0, used),
      account: this.account.slice(0, used),
      toOwner: this.toOwner.slice(0, used),
      toWallet: this.toWallet.slice(0, used),
      purpose: this.purpose.slice(0, used),
      units: this.units.slice(0, used),
      expiresAt: this.expiresAt.slice(0, used),
      record: this.record.slice(0, used),
    };
  }

  restore(columns: Columns): void {
    const id = floatsOf(columns, 'id');
    const account = intsOf(columns, 'account');
    const toOwner = floatsOf(columns, 'toOwner');
    const toWallet = intsOf(columns, 'toWallet');
    const purpose = intsOf(columns, 'purpose');
    const units = floatsOf(columns, 'units');
    const expiresAt = floatsOf(columns, 'expiresAt');
    const record = floatsOf(columns, 'record');
    for (let slot = 0; slot < id.length; slot++)
      if (id[slot] !== 0)
        this.add({
          id: id[slot],
          account: account[slot],
          toOwner: toOwner[slot],
          toWallet: toWallet[slot],
          purpose: purpose[slot],
          units: units[slot],
          expiresAt: expiresAt[slot],
          record: record[slot],
        });
  }
}
