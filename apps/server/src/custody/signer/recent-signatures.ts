import { type SignedBefore, unsignedHash } from '@vitrine/chains';
import type { OutgoingTable, OutgoingVersion } from '../outgoing/table.ts';

/** Of those signed at nearly the same time the rows do not say which was signed last: a few are named, not one. */
const MOST = 20;

/**
 * The signer's last signatures, sent with each request so that the signer can detect that its journal is an older
 * copy.
 */
export class RecentSignatures {
  readonly #table: OutgoingTable;
  #newest: readonly SignedBefore[] | undefined;

  constructor(table: OutgoingTable) {
    this.#table = table;
  }

  /** Read from the rows once, and kept from then on. */
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
