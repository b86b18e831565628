import { Worker } from 'node:worker_threads';
import type { Snapshot } from '@vitrine/core';
import type { Replica } from './replica.ts';
import type { CompleteSettings } from './sequencer-settings.ts';
import { buffersOf } from './snapshot-bytes.ts';
import type { SnapshotMessage, SnapshotTask, SnapshotWritten } from './snapshot-worker.ts';

/** Replaying fewer commands than this delays startup by about 10 ms, which is less than taking a snapshot would. */
const WORTH_A_SNAPSHOT = 5_000;

/** Takes snapshots of a replica, one at a time, on a worker thread. */
export class SnapshotTaker {
  readonly #settings: CompleteSettings;
  #lastPosition: number;
  #lastTakenAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<SnapshotWritten> | undefined;

  constructor(settings: CompleteSettings, lastPosition: number) {
    this.#settings = settings;
    this.#lastPosition = lastPosition;
  }

  isDue(position: number): boolean {
    const { everyCommands, leastMs } = this.#settings.snapshots;
    if (position - this.#lastPosition < everyCommands || this.#running !== undefined) return false;
    return performance.now() - this.#lastTakenAtMs >= leastMs;
  }

  /** Whether a snapshot at this position would make the next startup faster. */
  isWorthTaking(position: number): boolean {
    return position - this.#lastPosition >= WORTH_A_SNAPSHOT;
  }

  /** Copies the columns immediately and stores them in the background. Rejects if they could not be stored. */
  take(replica: Replica): Promise<SnapshotWritten> {
    return this.#running ?? this.#start(replica, replica.core.takeSnapshot());
  }

  /** Takes a snapshot without copying the state: the worker replays the log instead, so that no command is delayed. */
  takeFromLog(replica: Replica): Promise<SnapshotWritten> {
    return this.#running ?? this.#start(replica, undefined);
  }

  /** Resolves once no snapshot is being written. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  #start(replica: Replica, snapshot: Snapshot | undefined): Promise<SnapshotWritten> {
    const { databaseUrl, replayPosition, onNotice, snapshots } = this.#settings;
    const { n, position, hash: logHash } = replica.tip;
    this.#lastPosition = position;
    this.#lastTakenAtMs = performance.now();
    const task: SnapshotTask = {
      databaseUrl,
      n,
      position,
      timeMs: replica.timeMs,
      logHash,
      snapshot,
      retention: { keep: snapshots.keep, logMs: snapshots.retainLogMs, projectedPosition: replayPosition() },
    };
    this.#running = resultOf(task, onNotice).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}

function resultOf(task: SnapshotTask, onNotice: CompleteSettings['onNotice']): Promise<SnapshotWritten> {
  return new Promise((resolve, reject) => {
    const url = new URL('./snapshot-worker.ts', import.meta.url);
    const worker = new Worker(url, {
      workerData: task,
      transferList: buffersOf(task.snapshot),
      name: 'snapshot',
      execArgv: [],
    });
    worker.on('message', (message: SnapshotMessage) => {
      if (message.kind === 'SnapshotWritten') resolve(message);
      else onNotice(message);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the snapshot worker exited unexpectedly')));
  });
}
