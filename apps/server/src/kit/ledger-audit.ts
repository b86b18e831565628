import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssetId, AssetSum, Core } from '@vitrine/core';
import type { StateHash } from '@vitrine/sequencer';

const AT_MOST_EVERY_MS = 1_000;
/**
 * The number of accounts whose balances are added up in one step, which takes about a millisecond, so that adding up
 * millions does not block other work.
 */
const ACCOUNTS_AT_ONCE = 20_000;

/** The sums of all accounts at one log position. */
export interface LedgerSums {
  readonly position: number;
  readonly byAsset: ReadonlyMap<AssetId, AssetSum>;
}

/**
 * The facts about the whole ledger that anyone may verify. All callers within a second share one pass over all
 * accounts, which takes several steps if there are many. The state hash is that of the newest snapshot, computed by
 * another thread.
 */
export class LedgerAudit {
  readonly #core: () => Core;
  readonly #newestHash: () => Promise<StateHash | undefined>;
  #sums: LedgerSums | undefined;
  #sumsUntilMs = 0;
  #isAdding = false;
  #hash: Promise<StateHash | undefined> | undefined;
  #hashUntilMs = 0;

  constructor(core: () => Core, newestHash: () => Promise<StateHash | undefined>) {
    this.#core = core;
    this.#newestHash = newestHash;
  }

  /** Like `known`, but waits for the first sums. */
  async sums(): Promise<LedgerSums> {
    for (let sums = this.known(); ; sums = this.known()) {
      if (sums !== undefined) return sums;
      await nextTurn();
    }
  }

  /**
   * Sums that are at most a second old. If adding up takes longer, it continues between other work, and the previous
   * sums are returned until the new ones are complete. Undefined if there are no sums yet. Throws LeaseLost in the same
   * cases as the core.
   */
  known(): LedgerSums | undefined {
    const core = this.#core();
    const isFresh = performance.now() < this.#sumsUntilMs || this.#sums?.position === core.position;
    if (!isFresh && !this.#isAdding) this.#add(core);
    return this.#sums;
  }

  #add(core: Core): void {
    const sums = core.assetSumsStep(ACCOUNTS_AT_ONCE);
    this.#isAdding = sums === undefined;
    if (sums === undefined) setImmediate(() => this.#add(core));
    else this.#keep(core, sums);
  }

  #keep(core: Core, sums: readonly AssetSum[]): void {
    this.#sums = { position: core.position, byAsset: new Map(sums.map((sum) => [sum.asset, sum])) };
    this.#sumsUntilMs = performance.now() + AT_MOST_EVERY_MS;
  }

  /** The state hash of the newest snapshot; undefined before the first one. */
  stateHash(): Promise<StateHash | undefined> {
    const nowMs = performance.now();
    if (this.#hash === undefined || nowMs >= this.#hashUntilMs) {
      this.#hash = this.#newestHash();
      this.#hashUntilMs = nowMs + AT_MOST_EVERY_MS;
      this.#hash.catch(() => {
        this.#hashUntilMs = 0;
      });
    }
    return this.#hash;
  }
}
