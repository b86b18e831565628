import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Core, type Snapshot } from '@vitrine/core';
import type pg from 'pg';
import { connect, disconnect } from './database.ts';
import { loadReplica, replay } from './replica.ts';
import { applyRetention, type Retention } from './retention.ts';
import { snapshotToBytes } from './snapshot-bytes.ts';
import { writeSnapshot } from './snapshot-store.ts';

/** The input from the sequencer's thread. */
export interface SnapshotTask {
  readonly databaseUrl: string;
  /** The batch whose resulting state is stored. The next three fields are the batch's data from the log. */
  readonly n: number;
  readonly position: number;
  readonly timeMs: number;
  readonly logHash: Uint8Array;
  /** The state's columns, transferred without a copy. If undefined, the worker computes the state from the log. */
  readonly snapshot: Snapshot | undefined;
  readonly retention: Retention;
}

export interface SnapshotWritten {
  readonly n: number;
  readonly position: number;
  readonly stateHash: string;
  /** The size of the compressed snapshot as stored. */
  readonly bytes: number;
}

/**
 * The worker's messages: one for each snapshot that it could not read, and finally one for the snapshot that it has
 * written.
 */
export type SnapshotMessage =
  | ({ readonly kind: 'SnapshotWritten' } & SnapshotWritten)
  | { readonly kind: 'SnapshotUnreadable'; readonly n: number };

const say = (message: SnapshotMessage): void => parentPort?.postMessage(message);

/**
 * On Linux, each thread has its own priority. The priority of this thread is lowered, because the exchange must not
 * wait for its snapshot.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const threadId = Number(basename(readlinkSync('/proc/thread-self')));
  setPriority(threadId, constants.priority.PRIORITY_LOW);
}

/**
 * Computes the state from the newest usable snapshot, or from nothing, and every batch after it, up to and including
 * the task's batch.
 */
async function replayed(client: pg.Client, { n, position }: SnapshotTask): Promise<Core> {
  const replica = await loadReplica(client, position, (notice) => {
    if (notice.kind === 'SnapshotUnreadable') say(notice);
  });
  await replay(client, replica, undefined, n);
  return replica.core;
}

lowerPriority();
const task = workerData as SnapshotTask;
const { n, position, timeMs } = task;
const client = await connect(task.databaseUrl, 'snapshot');
const core = task.snapshot === undefined ? await replayed(client, task) : undefined;
const snapshot = task.snapshot ?? (core as Core).takeSnapshot();
const bytes = snapshotToBytes(snapshot);
const stateHash = (core ?? Core.restore(snapshot)).stateHash();
await writeSnapshot(
  client,
  { n, position, timeMs, logHash: Buffer.from(task.logHash), format: snapshot.format, stateHash },
  bytes,
);
await applyRetention(client, task.retention);
await disconnect(client);
say({ kind: 'SnapshotWritten', n, position, stateHash, bytes: bytes.length });
