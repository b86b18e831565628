import { type SignedBefore, unsignedHash } from '@vitrine/chains';
import type { OutgoingTable, OutgoingVersion } from '../outgoing/table.ts';

/**
 * The number of signatures sent with each request. One would not suffice, because the rows do not say which of several
 * nearly simultaneous signatures was the last.
 */
const MOST = 20;

/**
 * The signer's last signatures. They are sent with each request, so that the signer can detect that its journal is an
 * older copy.
 */
export class RecentSignatures {
  readonly #table: OutgoingTable;
  #newest: readonly SignedBefore[] | undefined;

  constructor(table: OutgoingTable) {
    this.#table = table;
  }

  /** Returns the recent signatures. They are read from the database once, and then kept in memory. */
  async list(): Promise<readonly SignedBefore[]> {
    if (this.#newest !== undefined) return this.#newest;
    const rows = await this.#table.signedBefore(MOST);
    this.#newest ??= rows;
    return this.#newest;
  }

  add({ paymentId, unsigned, builtAtMs }: OutgoingVersion): void {
    const one = { paymentId, hash: unsignedHash(unsigned.bytes), builtAtMs };
    this.#newest = [...(this.#newest ?? []), one].slice(-MOST);
  }
}
