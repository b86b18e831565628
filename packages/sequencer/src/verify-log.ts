import type { Core } from '@vitrine/core';
import type pg from 'pg';
import { connect, disconnect, query } from './database.ts';
import type { LogTip } from './log-batch.ts';
import { LogDamaged, LogIncomplete, LogTooNew } from './log-errors.ts';
import { readBatches } from './log-reader.ts';
import { assertLogThere } from './log-schema.ts';
import { loadOldestReplica, type Replica, restoreSnapshot } from './replica.ts';
import { listSnapshots, type SnapshotHeader } from './snapshot-store.ts';

/**
 * Compares tables with the core, in a transaction in which the tables are at the core's position. Returns the first
 * difference, if any.
 */
export type TableComparison = (client: pg.ClientBase, core: Core) => Promise<string | undefined>;

export interface LogVerification {
  readonly databaseUrl: string;
  /** Called after every batch. */
  readonly onProgress?: (tip: LogTip) => void;
  readonly compare: TableComparison;
}

export interface LogVerdict {
  /** The batch after which the replay began; 0 if it began with the first batch. */
  readonly from: number;
  readonly tip: LogTip;
  /** The number of snapshots that were compared. */
  readonly snapshots: number;
  /** The first difference found, as a sentence; undefined if there is none. */
  readonly difference: string | undefined;
}

/**
 * Replays the whole stored log and compares: the hash chain; each snapshot with the state at its batch; the end with
 * the lease row; the tables with the state at their position. Writes nothing and needs no lease. If a leader is
 * running, the verification ends where the log ended when the tables were compared.
 */
export async function verifyLog({ databaseUrl, onProgress, compare }: LogVerification): Promise<LogVerdict> {
  // Reading an old log, or comparing millions of rows, may be slow, so queries have no time limit.
  const client = await connect(databaseUrl, 'verification', { responseMs: 0 });
  try {
    await assertLogThere(client);
    const replica = await loadOldestReplica(client);
    const verification = new Verification(client, replica, onProgress);
    const from = replica.tip.n;
    const difference = await verification.run(compare).catch(sentenceOf);
    return { from, tip: replica.tip, snapshots: verification.snapshots, difference };
  } catch (error) {
    const difference = sentenceOf(error);
    return { from: 0, tip: { n: 0, position: 0, hash: Buffer.alloc(0) }, snapshots: 0, difference };
  } finally {
    await disconnect(client);
  }
}

function sentenceOf(error: unknown): string {
  if ([LogDamaged, LogIncomplete, LogTooNew].some((Fault) => error instanceof Fault)) return (error as Error).message;
  throw error;
}

class Verification {
  snapshots = 0;
  readonly #client: pg.Client;
  readonly #replica: Replica;
  readonly #onProgress: (tip: LogTip) => void;

  constructor(client: pg.Client, replica: Replica, onProgress: (tip: LogTip) => void = () => {}) {
    this.#client = client;
    this.#replica = replica;
    this.#onProgress = onProgress;
  }

  /**
   * Replays most of the log before the transaction begins, because a transaction that stays open for long keeps the
   * database from vacuuming.
   */
  async run(compare: TableComparison): Promise<string | undefined> {
    const client = this.#client;
    await this.#replayTo(await this.#projectedPosition());
    await client.query('begin isolation level repeatable read read only');
    const projected = await this.#projectedPosition();
    await this.#replayTo(projected);
    const { position } = this.#replica.tip;
    if (projected !== undefined && position < projected) {
      return `The log ends at position ${position}, but the tables are at position ${projected}.`;
    }
    if (projected !== undefined) {
      const difference = await compare(client, this.#replica.core);
      if (difference !== undefined) return difference;
    }
    await this.#replayTo(Number.POSITIVE_INFINITY);
    await this.#compareEnd();
    await client.query('commit');
    return undefined;
  }

  /** The position that the tables reflect; undefined if there are no tables. */
  async #projectedPosition(): Promise<number | undefined> {
    const [there] = await query<{ there: boolean }>(
      this.#client,
      `select to_regclass('projector_position') is not null as there`,
    );
    if (there?.there !== true) return undefined;
    const [row] = await query<{ position: number }>(this.#client, 'select position from projector_position');
    return row?.position;
  }

  async #replayTo(position = 0): Promise<void> {
    if (this.#replica.tip.position >= position) return;
    const headers = new Map((await listSnapshots(this.#client)).map((header) => [header.n, header]));
    for await (const record of readBatches(this.#client, this.#replica.tip, Number.POSITIVE_INFINITY)) {
      this.#replica.apply(record);
      this.#onProgress(this.#replica.tip);
      const header = headers.get(record.n);
      if (header !== undefined) await this.#compareSnapshot(header);
      if (this.#replica.tip.position >= position) return;
    }
  }

  async #compareSnapshot(header: SnapshotHeader): Promise<void> {
    const { tip, core } = this.#replica;
    const { n } = header;
    if (!tip.hash.equals(header.logHash) || tip.position !== header.position) {
      throw new LogDamaged(n, 'the snapshot there was taken from another log');
    }
    const stored = await restoreSnapshot(this.#client, header);
    if (stored === 'given_up') return;
    if (stored === undefined) throw new LogDamaged(n, 'the snapshot at this batch is damaged');
    if (core.stateHash() !== header.stateHash) {
      throw new LogDamaged(n, 'replaying it results in a different state than the one recorded when it was written');
    }
    this.snapshots += 1;
  }

  async #compareEnd(): Promise<void> {
    const { tip } = this.#replica;
    const [row] = await query<{ head: number; headHash: Buffer }>(
      this.#client,
      'select head, head_hash as "headHash" from log_lease',
    );
    if (row === undefined) throw new LogIncomplete('The log has no lease row.');
    if (tip.n < row.head) throw new LogDamaged(tip.n + 1, `it is missing, though the log reached batch ${row.head}`);
    if (tip.n > row.head)
      throw new LogDamaged(tip.n, `this batch exists, though the last one written was batch ${row.head}`);
    if (!tip.hash.equals(row.headHash)) throw new LogDamaged(tip.n, 'this batch is not the one that was written last');
  }
}
