import { type Command, CommandBatch, Core } from '@vitrine/core';
import {
  type AppliedBatch,
  assertFollows,
  emptyLog,
  type LogBatch,
  nextBatch,
  type Outcome,
  outcomeOf,
  Replica,
  snapshotFromBytes,
  snapshotToBytes,
  tipOf,
} from '@vitrine/sequencer';
import type { SimulatedLog } from './simulated-log.ts';

export interface Waiting {
  readonly command: Command;
  answered(outcome: Outcome): void;
}

export type Crash = 'none' | 'before_write' | 'after_write' | 'before_answers';

export type AppliedListener = (applied: AppliedBatch, record: LogBatch) => void;

/** The maximum number of retries: enough that in practice at least one response arrives. */
const MAX_REPEATS = 50;

/**
 * Takes the sequencer's steps one by one over the simulated log, using the parts of the real sequencer: batches, chain,
 * replica, outcomes, snapshots. A node that was fenced, has failed or has crashed is not used again; a new node is
 * started from the log.
 */
export class SimulatedNode {
  readonly #log: SimulatedLog;
  readonly #replica: Replica;
  readonly #epoch: number;
  readonly #onApplied: AppliedListener;
  #queue: Waiting[] = [];
  #over = false;

  private constructor(log: SimulatedLog, replica: Replica, epoch: number, onApplied: AppliedListener) {
    this.#log = log;
    this.#replica = replica;
    this.#epoch = epoch;
    this.#onApplied = onApplied;
  }

  /** Loads the newest stored snapshot, or an earlier one, then replays the log after it. Throws like `replayFrom`. */
  static start(log: SimulatedLog, onApplied: AppliedListener, snapshotsBack = 0): SimulatedNode {
    const epoch = log.takeOver();
    const snapshot = log.snapshots.at(-1 - snapshotsBack);
    const replica = replayFrom(log, snapshot?.n ?? 0);
    return new SimulatedNode(log, replica, epoch, onApplied);
  }

  get core(): Core {
    return this.#replica.core;
  }

  get timeMs(): number {
    return this.#replica.timeMs;
  }

  get over(): boolean {
    return this.#over;
  }

  /**
   * Queues a command for the next `flush`. If no other command is queued ahead of it, a command that the current state
   * does not allow is refused immediately instead.
   */
  submit(waiting: Waiting): void {
    const refusal = this.#queue.length === 0 ? this.core.check(waiting.command) : undefined;
    if (refusal === undefined) this.#queue.push(waiting);
    else waiting.answered({ position: this.core.position, refusal, events: [] });
  }

  /**
   * Writes the submitted commands as one batch, applies them and responds to them. If there is a crash, the node ends
   * at that point.
   */
  flush(timeMs: number, crash: Crash): void {
    const batch = this.#queue;
    this.#queue = [];
    if (batch.length === 0) return;
    this.#over = crash !== 'none';
    if (crash === 'before_write') return;
    const commands = new CommandBatch();
    for (const { command } of batch) commands.push(command);
    const record = nextBatch(
      this.#replica.tip,
      this.#epoch,
      batch.length,
      Math.max(timeMs, this.#replica.timeMs),
      commands.toBytes(),
    );
    let answer = this.#log.append(record);
    for (let repeats = 0; answer === 'no_answer' && repeats < MAX_REPEATS; repeats += 1)
      answer = this.#log.append(record);
    if (answer !== 'stored') this.#over = true;
    if (answer !== 'stored' || crash === 'after_write') return;
    const applied = this.#replica.apply(record);
    const outcomes = batch.map((_, index) => outcomeOf(applied.firstPosition + index, applied.events.eventsOf(index)));
    this.#onApplied(applied, record);
    if (crash === 'before_answers') return;
    batch.forEach((waiting, index) => {
      const outcome = outcomes[index];
      if (outcome) waiting.answered(outcome);
    });
  }

  takeSnapshot(): void {
    const { core, tip } = this.#replica;
    this.#log.keepSnapshot({ n: tip.n, bytes: snapshotToBytes(core.takeSnapshot()), stateHash: core.stateHash() });
  }
}

/**
 * The state after the whole log, replayed from the snapshot at batch `n` (0: the beginning). Throws if the log or the
 * snapshot is damaged.
 */
export function replayFrom(log: SimulatedLog, n: number, onApplied?: AppliedListener): Replica {
  const snapshot = log.snapshots.find((kept) => kept.n === n);
  const row = log.row(n);
  const { coreSettings } = log;
  const core = snapshot ? Core.restore(snapshotFromBytes(snapshot.bytes), coreSettings) : new Core(coreSettings);
  const replica = new Replica(core, row ? tipOf(row) : emptyLog, row?.timeMs ?? 0);
  if (snapshot && replica.core.stateHash() !== snapshot.stateHash)
    throw new Error(`the state restored from the snapshot at batch ${n} differs from the state that was stored`);
  for (let next = replica.tip.n + 1; next <= log.head; next += 1) {
    const following = log.row(next) ?? log.row(next + 1);
    if (following === undefined) throw new Error(`the log ends before batch ${next}`);
    assertFollows(replica.tip, following);
    const applied = replica.apply(following);
    onApplied?.(applied, following);
  }
  return replica;
}
