import type { CoreSettings } from '@vitrine/core';
import type { LogBatch } from '@vitrine/sequencer';
import type { Random } from './random.ts';

/** The outcome of a write, as the writer sees it. */
export type WriteOutcome = 'stored' | 'fenced' | 'failed' | 'no_answer';

interface StoredSnapshot {
  readonly n: number;
  readonly bytes: Uint8Array;
  readonly stateHash: string;
}

/**
 * The log's table as in the database: each statement either moves the head from n − 1 to n under an epoch, or does
 * nothing. The connection is unreliable on purpose: a write can fail before it reaches the table, and its result can be
 * lost, whether or not the table was changed.
 */
export class SimulatedLog {
  /** The settings of every core that applies this log. */
  readonly coreSettings: CoreSettings;
  readonly #random: Random;
  readonly #rows = new Map<number, LogBatch>();
  readonly #snapshots: StoredSnapshot[] = [];
  #epoch = 0;
  #head = 0;
  #headHash = Buffer.alloc(32);

  constructor(random: Random, coreSettings: CoreSettings) {
    this.#random = random;
    this.coreSettings = coreSettings;
  }

  get head(): number {
    return this.#head;
  }

  takeOver(): number {
    this.#epoch += 1;
    return this.#epoch;
  }

  append(batch: LogBatch): WriteOutcome {
    if (this.#random.chance(2)) return 'failed';
    if (this.#random.chance(3)) return 'no_answer';
    const free = batch.epoch === this.#epoch && batch.n === this.#head + 1 && batch.previousHash.equals(this.#headHash);
    if (free) {
      this.#rows.set(batch.n, { ...batch, payload: Buffer.from(batch.payload) });
      this.#head = batch.n;
      this.#headHash = Buffer.from(batch.hash);
    } else if (!this.#rows.get(batch.n)?.hash.equals(batch.hash)) return 'fenced';
    return this.#random.chance(4) ? 'no_answer' : 'stored';
  }

  row(n: number): LogBatch | undefined {
    return this.#rows.get(n);
  }

  /** Flips one bit of a stored batch, as a bad disk would. Returns a function that repairs it. */
  damage(n: number): () => void {
    const row = this.#rows.get(n);
    if (row === undefined) throw new Error(`the log has no batch ${n}`);
    const payload = Buffer.from(row.payload);
    const at = this.#random.integer(0, payload.length - 1);
    payload[at] = (payload[at] ?? 0) ^ (1 << this.#random.integer(0, 7));
    this.#rows.set(n, { ...row, payload });
    return () => this.#rows.set(n, row);
  }

  /** Deletes a batch. Returns a function that restores it. */
  lose(n: number): () => void {
    const row = this.#rows.get(n);
    if (row === undefined) throw new Error(`the log has no batch ${n}`);
    this.#rows.delete(n);
    return () => this.#rows.set(n, row);
  }

  keepSnapshot(snapshot: StoredSnapshot): void {
    this.#snapshots.push(snapshot);
  }

  get snapshots(): readonly StoredSnapshot[] {
    return this.#snapshots;
  }
}
