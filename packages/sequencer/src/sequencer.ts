import { type Command, type Core, type Refusal, RULES_VERSION } from '@vitrine/core';
import type pg from 'pg';
import { BusyCommands } from './busy-commands.ts';
import { CommandQueue, type QueuedBatch, type Waiter } from './command-queue.ts';
import { connect, disconnect } from './database.ts';
import { type AcquiredLease, acquireLease, type Lease, releaseLease } from './lease.ts';
import { Linger } from './linger.ts';
import { type LogBatch, type LogTip, nextBatch, tipOf } from './log-batch.ts';
import { LeaseLost, LogDamaged, LogFenced, LogIncomplete, SequencerStopped } from './log-errors.ts';
import { prepareLog } from './log-schema.ts';
import { LogWriter } from './log-writer.ts';
import { type Outcome, outcomeAt } from './outcome.ts';
import {
  type AppliedBatch,
  type BatchListener,
  loadReplica,
  type ReplayListener,
  type Replica,
  replay,
} from './replica.ts';
import { type CompleteSettings, completeSettings, type SequencerSettings } from './sequencer-settings.ts';
import { SnapshotTaker } from './snapshot-taker.ts';
import type { SnapshotWritten } from './snapshot-worker.ts';
import { TickTimer } from './tick-timer.ts';

/** At this many commands, processing a batch costs clearly more than the fixed part of its commit. */
const GOOD_BATCH_COMMANDS = 64;

export type SequencerState =
  | { readonly kind: 'running' }
  | { readonly kind: 'closing' }
  | { readonly kind: 'stopped'; readonly reason: Error };

/**
 * Gives every command its position in the log and its time, makes it durable together with other commands that arrived
 * meanwhile, and only then applies it and responds to it. Each log has one sequencer at a time, whose lease fences all
 * other processes.
 */
export class Sequencer {
  /** Resolves with the reason when the sequencer stops on its own; not while it runs, and never after `close`. */
  readonly stopped: Promise<Error>;
  readonly #settings: CompleteSettings;
  readonly #replica: Replica;
  readonly #lease: Lease;
  readonly #writer: LogWriter;
  readonly #queue: CommandQueue;
  readonly #snapshots: SnapshotTaker;
  readonly #ticks: TickTimer;
  readonly #busy = new BusyCommands();
  readonly #listeners = new Set<BatchListener>();
  readonly #renewal: NodeJS.Timeout;
  #settleStopped: (reason: Error) => void = () => {};
  #state: SequencerState = { kind: 'running' };
  /** The end of the log as sent to the database: ahead of the replica's tip while a batch is being written. */
  #sentTip: LogTip;
  #sentTimeMs: number;
  #inFlight: QueuedBatch | undefined;
  #writing = false;
  readonly #linger = new Linger();
  #isLingering = false;
  #sentAtMs = 0;
  /** How long the last commit took. */
  #commitMs = 0;
  /** The batch that contains the next Tick. */
  #tickBatch: QueuedBatch | undefined;
  #whenDrained: (() => void) | undefined;

  /**
   * Loads the newest usable snapshot and the log after it, acquires the lease, and starts. A lease that a killed
   * process left behind may expire while the state is loading. Throws LeaseHeld, LogDamaged, LogIncomplete or
   * LogTooNew.
   */
  static async open(settings: SequencerSettings): Promise<Sequencer> {
    const complete = completeSettings(settings);
    const client = await connect(complete.databaseUrl, 'sequencer');
    try {
      await prepareLog(client);
      const replica = await loadReplica(client, complete.replayPosition(), complete.onNotice, complete.roomForOrders);
      return await Sequencer.#begin(client, replica, complete);
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  /** Like `open`, but starts from the state that a follower already has. */
  static async takeOver(replica: Replica, settings: SequencerSettings): Promise<Sequencer> {
    const complete = completeSettings(settings);
    const client = await connect(complete.databaseUrl, 'sequencer');
    try {
      return await Sequencer.#begin(client, replica, complete);
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  static async #begin(client: pg.Client, replica: Replica, settings: CompleteSettings): Promise<Sequencer> {
    const snapshotPosition = replica.tip.position;
    const replayPosition = settings.replayPosition();
    const listener: ReplayListener = (batch) => {
      if (batch.firstPosition + batch.count > replayPosition + 1) return settings.onReplay?.(batch);
    };
    await replay(client, replica, listener);
    const acquired = await acquireLease(client, settings.leaseMs, settings.leaseWaitMs);
    // Applies the batches that the previous holder wrote after the first replay. That holder can no longer add batches.
    await replay(client, replica, listener);
    assertAtHead(replica.tip, acquired);
    assertCovers(replica.tip, settings.projectedPosition());
    return new Sequencer(client, replica, acquired.lease, settings, snapshotPosition);
  }

  private constructor(
    client: pg.Client,
    replica: Replica,
    lease: Lease,
    settings: CompleteSettings,
    snapshotPosition: number,
  ) {
    this.#settings = settings;
    this.#replica = replica;
    this.#sentTip = replica.tip;
    this.#sentTimeMs = replica.timeMs;
    this.#lease = lease;
    this.#writer = new LogWriter(settings, client, lease);
    this.#queue = new CommandQueue(settings.maxBatchCommands);
    this.#snapshots = new SnapshotTaker(settings, snapshotPosition);
    this.#ticks = new TickTimer(
      () => this.nowMs(),
      () => this.#queueTick(),
    );
    this.stopped = new Promise((resolve) => {
      this.#settleStopped = resolve;
    });
    this.#renewal = setInterval(() => this.#renewIfDue(), settings.leaseMs / 6);
    this.#ticks.set(replica.core.nextDueMs());
    this.#activateNewestRules();
  }

  /**
   * The current state, for reads. Throws LeaseLost if another process may have written commands that this state lacks.
   */
  get core(): Core {
    if (!this.#lease.isCurrent()) throw new LeaseLost();
    return this.#replica.core;
  }

  /**
   * The state after the last batch, even while the lease is in doubt: for data that the batches themselves change, such
   * as copies of listings. It may be out of date, so balances, orders and books in responses are read from `core`.
   */
  get appliedCore(): Core {
    return this.#replica.core;
  }

  get state(): SequencerState {
    return this.#state;
  }

  /** The epoch of the lease. Statements that check it change no rows once another process has the lease. */
  get epoch(): number {
    return this.#lease.epoch;
  }

  /** Whether this process certainly still holds the lease, so that the state it returns is up to date. */
  isCurrent(): boolean {
    return this.#lease.isCurrent();
  }

  /** The current time on the exchange's clock: the time that a batch written now would be stamped with. */
  nowMs(): number {
    const offsetMs = this.#replica.core.timeMs - this.#replica.timeMs;
    return Math.max(this.#sentTimeMs, this.#settings.now()) + offsetMs;
  }

  /**
   * Calls `listener` after every batch, in order, before the callers get a response. Returns a function that removes
   * it.
   */
  onBatch(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves when the command is durable and applied, or refused. Rejects with SequencerStopped, whose `outcome` says
   * whether the command may still be in the log. Rejects with LeaseLost, without accepting the command, if a write has
   * no response and the lease has expired, now or while the command is queued.
   */
  submit(command: Command): Promise<Outcome> {
    if (this.#state.kind !== 'running') return Promise.reject(this.#notAccepted());
    if (this.#isUnanswered()) return Promise.reject(new LeaseLost());
    const refusal = this.#replica.core.check(command);
    if (refusal !== undefined && this.#isFinal(refusal, command))
      return refusal === 'market_busy' ? this.#waitForMarket(command) : this.#refuse(refusal);
    if (this.#queue.count >= this.#settings.maxQueuedCommands) return this.#refuse('busy');
    const waiter = Promise.withResolvers<Outcome>();
    this.#send(command, waiter);
    return waiter.promise;
  }

  /** Writes a snapshot of the current state, or waits for one that is already being written. */
  snapshot(): Promise<SnapshotWritten> {
    return this.#snapshots.takeFromLog(this.#replica);
  }

  /**
   * Takes a snapshot if that makes the next startup faster. Called at shutdown, when requests are no longer served: the
   * state is copied in one go, which blocks this thread but shortens the shutdown.
   */
  async finalSnapshot(): Promise<void> {
    if (this.#snapshots.isWorthTaking(this.#replica.tip.position)) await this.#snapshots.take(this.#replica);
  }

  /**
   * Finishes the submitted commands, then releases the lease, so that the next startup need not wait for it to expire.
   */
  async close(): Promise<void> {
    clearInterval(this.#renewal);
    this.#ticks.stop();
    if (this.#state.kind === 'running') {
      this.#state = { kind: 'closing' };
      this.#busy.answerAll();
      await new Promise<void>((resolve) => {
        this.#whenDrained = resolve;
        this.#resolveIfDrained();
      });
    }
    await this.#snapshots.idle();
    await this.#writer.close((client) => releaseLease(client, this.#lease)).catch(() => {});
  }

  #send(command: Command, waiter: Waiter): void {
    this.#queue.push(command, waiter);
    this.#scheduleSend();
  }

  /**
   * Queues a command whose market is busy. The core continues the market's unfinished work with Ticks; the command is
   * sent once that work is done, or refused if the work takes too long.
   */
  #waitForMarket(command: Command): Promise<Outcome> {
    const outcome = this.#refused('market_busy');
    return new Promise((resolve, reject) => {
      if (!this.#busy.keep(command, { resolve, reject }, outcome)) resolve(outcome);
    });
  }

  /** Whether a write has no response and the lease has expired, so that new commands might wait indefinitely. */
  #isUnanswered(): boolean {
    return this.#writing && !this.#lease.isCurrent();
  }

  #refuse(refusal: Refusal): Promise<Outcome> {
    return Promise.resolve(this.#refused(refusal));
  }

  #refused(refusal: Refusal): Outcome {
    return { position: this.#replica.tip.position, refusal, events: [] };
  }

  /**
   * Whether a refusal by the current state is final. If not, the command is queued, because commands ahead of it, or
   * those of another writer, could make it acceptable.
   */
  #isFinal(refusal: Refusal, command: Command): boolean {
    if (isUnfitForLog(refusal)) return true;
    if (!this.#lease.isCurrent()) return false;
    return this.#inFlight?.ahead.mayAffect(command) !== true && !this.#queue.mayAffect(command);
  }

  /**
   * Collects commands for one or a few turns of the event loop. Once there are enough for an efficient batch, they are
   * sent immediately, so that further commands can arrive while that batch is being committed.
   */
  #scheduleSend(): void {
    if (this.#writing) return;
    if (this.#queue.count >= GOOD_BATCH_COMMANDS) this.#sendNext();
    if (this.#isLingering) return;
    this.#isLingering = true;
    this.#linger.begin(performance.now(), this.#commitMs);
    setImmediate(() => this.#takeTurn());
  }

  #takeTurn(): void {
    if (!this.#writing && this.#linger.isWorthWaiting(this.#queue.count, performance.now())) {
      setImmediate(() => this.#takeTurn());
      return;
    }
    this.#isLingering = false;
    if (!this.#writing) this.#sendNext();
  }

  #sendNext(): void {
    if (this.#state.kind === 'stopped') return;
    const batch = this.#queue.take();
    if (batch === undefined) return;
    const timeMs = Math.max(this.#sentTimeMs, this.#settings.now());
    this.#sentTimeMs = timeMs;
    const record = nextBatch(this.#sentTip, this.#lease.epoch, batch.count, timeMs, batch.commands.view());
    this.#sentTip = tipOf(record);
    this.#inFlight = batch;
    this.#writing = true;
    this.#sentAtMs = performance.now();
    this.#writer.append(record).then(
      () => this.#committed(batch, record),
      (reason: Error) => this.#stop(reason),
    );
  }

  #committed(batch: QueuedBatch, record: LogBatch): void {
    this.#writing = false;
    this.#commitMs = performance.now() - this.#sentAtMs;
    if (this.#state.kind === 'stopped') return;
    const { count } = this.#queue;
    // A lone command or a large batch is sent now, so that its commit runs while the core applies this batch. A small
    // batch is sent later, with the commands that callers send once they have the responses to this batch.
    if (count === 1 || count >= GOOD_BATCH_COMMANDS) this.#sendNext();
    try {
      this.#apply(batch, record);
    } catch (error) {
      batch.reject(new SequencerStopped('unknown', error as Error));
      this.#stop(error as Error);
    }
    if (this.#queue.count > 0) this.#scheduleSend();
  }

  #apply(batch: QueuedBatch, record: LogBatch): void {
    const applied = this.#replica.apply(record, batch.commands);
    if (this.#inFlight === batch) this.#inFlight = undefined;
    if (this.#tickBatch === batch) this.#tickBatch = undefined;
    for (const listener of this.#listeners) listener(applied);
    answer(batch, applied, this.#state.kind === 'running' ? this.#busy : undefined);
    this.#queue.recycle(batch);
    if (this.#busy.count > 0) this.#releaseBusy();
    if (this.#state.kind === 'running') this.#ticks.set(this.#replica.core.nextDueMs());
    if (this.#snapshots.isDue(applied.firstPosition + applied.count)) this.#takeDueSnapshot();
    this.#resolveIfDrained();
  }

  #releaseBusy(): void {
    const { core } = this.#replica;
    if (this.#state.kind !== 'running') this.#busy.answerAll();
    else
      this.#busy.release(
        (command) => core.check(command) === 'market_busy',
        (command, waiter) => this.#send(command, waiter),
      );
  }

  #takeDueSnapshot(): void {
    const { onNotice } = this.#settings;
    this.#snapshots.takeFromLog(this.#replica).then(
      (written) => onNotice({ kind: 'SnapshotWritten', ...written }),
      (reason: Error) => onNotice({ kind: 'SnapshotFailed', reason }),
    );
  }

  /**
   * Sends the command that activates the newest rules as the first command of this sequencer, in a new log and in a log
   * that only older releases have written so far.
   */
  #activateNewestRules(): void {
    if (this.#replica.core.rulesVersion === RULES_VERSION) return;
    this.#queue.push({ kind: 'ActivateRules', version: RULES_VERSION });
    this.#scheduleSend();
  }

  #queueTick(): void {
    if (this.#state.kind !== 'running' || this.#tickBatch !== undefined) return;
    this.#tickBatch = this.#queue.push({ kind: 'Tick' });
    this.#scheduleSend();
  }

  #renewIfDue(): void {
    if (this.#isUnanswered()) this.#refuseQueued();
    if (this.#writing || this.#state.kind === 'stopped' || !this.#lease.isDue()) return;
    this.#writing = true;
    this.#writer.renew(this.#sentTip.n).then(
      () => {
        this.#writing = false;
        this.#sendNext();
        this.#resolveIfDrained();
      },
      (reason: Error) => this.#stop(reason),
    );
  }

  /**
   * Rejects all queued commands while a write has no response and the lease has expired, so that none of them waits
   * forever.
   */
  #refuseQueued(): void {
    this.#busy.answerAll();
    const isTickQueued = this.#tickBatch !== undefined && this.#tickBatch !== this.#inFlight;
    this.#queue.rejectAll(new LeaseLost());
    if (isTickQueued) this.#tickBatch = this.#queue.push({ kind: 'Tick' });
  }

  /**
   * Called after a write has failed, or a batch could not be applied. The batch in flight is rejected as `not_accepted`
   * if another process has taken over the log, otherwise as `unknown`; queued commands are rejected as `not_accepted`.
   * The server then replaces itself (`apps/server/src/wiring/process/start-again.ts`).
   */
  #stop(reason: Error): void {
    if (this.#state.kind === 'stopped') return;
    this.#state = { kind: 'stopped', reason };
    clearInterval(this.#renewal);
    this.#ticks.stop();
    this.#inFlight?.reject(new SequencerStopped(reason instanceof LogFenced ? 'not_accepted' : 'unknown', reason));
    this.#queue.rejectAll(this.#notAccepted());
    this.#busy.rejectAll(this.#notAccepted());
    this.#settleStopped(reason);
    this.#resolveIfDrained();
  }

  #notAccepted(): SequencerStopped {
    return new SequencerStopped('not_accepted', this.#state.kind === 'stopped' ? this.#state.reason : undefined);
  }

  #resolveIfDrained(): void {
    const drained = !this.#writing && this.#queue.count === 0 && this.#inFlight === undefined;
    if (drained || this.#state.kind === 'stopped') this.#whenDrained?.();
  }
}

/**
 * Whether a refusal is returned immediately. It does not wait for commands ahead, because they could hardly ever change
 * it. A command that activates unknown rules must not reach the log at all, because the core would stop there.
 */
function isUnfitForLog(refusal: Refusal): boolean {
  return refusal === 'malformed' || refusal === 'exceeds_range' || refusal === 'unknown_rules';
}

/**
 * Throws unless the last batch that could be read is the one named in the lease row; otherwise the stored log is not
 * the log that was written.
 */
function assertAtHead(tip: LogTip, { head, headHash }: AcquiredLease): void {
  if (tip.n < head) throw new LogDamaged(tip.n + 1, `it is missing, though the log reached batch ${head}`);
  if (tip.n > head) throw new LogDamaged(tip.n, `this batch exists, though the last one written was batch ${head}`);
  if (!tip.hash.equals(headHash)) throw new LogDamaged(tip.n, 'this batch is not the one that was written last');
}

/** Throws unless the log reaches at least as far as the read models; otherwise acknowledged commands have been lost. */
function assertCovers(tip: LogTip, projectedPosition: number): void {
  if (Number.isFinite(projectedPosition) && projectedPosition > tip.position) {
    throw new LogIncomplete(
      `The log ends at position ${tip.position}, but the read models are at position ${projectedPosition}.`,
    );
  }
}

/**
 * Responds to the batch's callers. Commands whose market is busy go to `busy` instead, if it is given and accepts them.
 */
function answer(batch: QueuedBatch, applied: AppliedBatch, busy: BusyCommands | undefined): void {
  for (let index = 0; index < batch.count; index += 1) {
    const waiter = batch.waiters[index];
    if (waiter === undefined) continue;
    const outcome = outcomeAt(applied, index);
    if (outcome.refusal === 'market_busy' && busy?.keep(batch.ahead.at(index), waiter, outcome)) continue;
    waiter.resolve(outcome);
  }
}
