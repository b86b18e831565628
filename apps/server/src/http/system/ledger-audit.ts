import type { AssetId, AssetSum, Core } from '@vitrine/core';
import type { StateHash } from '@vitrine/sequencer';

/** Adding everything up may take at most this part of the server's time, whoever asks how often. */
const SHARE_OF_TIME = 1 / 20;
const AT_MOST_EVERY_MS = 1_000;

/** The sums of all accounts at one position of the log. */
export interface LedgerSums {
  readonly position: number;
  readonly byAsset: ReadonlyMap<AssetId, AssetSum>;
}

/**
 * What anyone may check of the whole ledger. One pass over all accounts serves everybody who asks within a second; the
 * hash of the whole state is the newest snapshot's, which another thread worked out.
 */
export class LedgerAudit {
  readonly #core: () => Core;
  readonly #newestHash: () => Promise<StateHash | undefined>;
  #sums: LedgerSums | undefined;
  #sumsUntilMs = 0;
  #hash: Promise<StateHash | undefined> | undefined;
  #hashUntilMs = 0;

  constructor(core: () => Core, newestHash: () => Promise<StateHash | undefined>) {
    this.#core = core;
    this.#newestHash = newestHash;
  }

  /** Of at most a second ago, or of twenty times as long ago as adding up takes. Throws LeaseLost as the core does. */
  sums(): LedgerSums {
    const core = this.#core();
    const startMs = performance.now();
    if (this.#sums !== undefined && (startMs < this.#sumsUntilMs || this.#sums.position === core.position))
      return this.#sums;
    const sums = {
      position: core.position,
      byAsset: new Map(core.assetSums().map((sum) => [sum.asset, sum])),
    };
    const endMs = performance.now();
    this.#sums = sums;
    this.#sumsUntilMs = endMs + Math.max(AT_MOST_EVERY_MS, (endMs - startMs) / SHARE_OF_TIME);
    return sums;
  }

  /** Undefined before the first snapshot. */
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
