import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@vitrine/core';
import type pg from 'pg';
import { ConnectionLost, connect, disconnect } from './database.ts';
import { elapsedMs, type Moment, momentNow } from './lease.ts';
import { assertLogThere } from './log-schema.ts';
import {
  type AppliedBatch,
  applyNewBatches,
  type BatchListener,
  loadReplica,
  type ReplayListener,
  type Replica,
  ROOM_FOR_ORDERS,
  replay,
} from './replica.ts';
import { Sequencer } from './sequencer.ts';
import type { SequencerNotice, SequencerSettings } from './sequencer-settings.ts';

export interface FollowerSettings {
  readonly databaseUrl: string;
  /** How often the log is asked for what is new; a listener in Postgres would cost the writer more than this costs. */
  readonly pollMs?: number;
  /** For how long the log may leave a question unanswered before it is asked over another connection. */
  readonly answerMs?: number;
  /** The last position in the tables beside the core, left out if there are none: following starts at or before it. */
  readonly projectedPosition?: number;
  /** Called in order with the batches that the start found beyond `projectedPosition`; the start waits for each call. */
  readonly onReplay?: ReplayListener;
  readonly onNotice?: (notice: SequencerNotice) => void;
  /** In the core's tables from the start; see CoreSettings. */
  readonly roomForOrders?: number;
}

/**
 * A copy of the exchange in another process: it reads the log as it grows, verifies it and applies it. Its answers are as
 * of `position`, at most the time of a poll and a batch behind; it can take over as sequencer.
 */
export class Follower {
  /** Settles with the reason when it cannot continue (a damaged or pruned log); never after `close`. */
  readonly stopped: Promise<Error>;
  readonly #settings: FollowerSettings;
  readonly #replica: Replica;
  readonly #listeners = new Set<BatchListener>();
  readonly #closing = new AbortController();
  readonly #loop: Promise<void>;
  #client: pg.Client;
  /** Everything committed before this moment has been applied. */
  #completeAt: Moment;
  #settleStopped: (reason: Error) => void = () => {};

  /**
   * Loads the newest usable snapshot and everything behind it, then follows. Throws LogDamaged, LogIncomplete or LogTooNew.
   */
  static async open(settings: FollowerSettings): Promise<Follower> {
    const client = await connect(settings.databaseUrl, 'follower');
    try {
      await assertLogThere(client);
      const projectedPosition = settings.projectedPosition ?? Number.POSITIVE_INFINITY;
      const replica = await loadReplica(
        client,
        projectedPosition,
        settings.onNotice,
        settings.roomForOrders ?? ROOM_FOR_ORDERS,
      );
      const askedAt = momentNow();
      await replay(client, replica, (batch) => {
        if (batch.firstPosition + batch.count > projectedPosition + 1) return settings.onReplay?.(batch);
      });
      return new Follower(client, replica, settings, askedAt);
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  private constructor(client: pg.Client, replica: Replica, settings: FollowerSettings, completeAt: Moment) {
    this.#client = client;
    this.#completeAt = completeAt;
    this.#replica = replica;
    this.#settings = settings;
    this.stopped = new Promise((resolve) => {
      this.#settleStopped = resolve;
    });
    this.#loop = this.#follow().catch((reason: Error) => this.#settleStopped(reason));
  }

  /** The state as of `position`. */
  get core(): Core {
    return this.#replica.core;
  }

  get position(): number {
    return this.#replica.tip.position;
  }

  /** Now, on the exchange's clock. */
  nowMs(): number {
    const offsetMs = this.#replica.core.timeMs - this.#replica.timeMs;
    return Math.max(this.#replica.timeMs, Date.now()) + offsetMs;
  }

  /**
   * How old the state may be: milliseconds since the end of the log was seen, or since the last applied batch was
   * stamped where batches come so fast that the end is never seen.
   */
  behindMs(): number {
    const sinceBatchMs = Date.now() - this.#replica.timeMs;
    return Math.max(0, Math.min(elapsedMs(this.#completeAt), sinceBatchMs));
  }

  /** Called after every batch, in order. Returns how to end that. */
  onBatch(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    await disconnect(this.#client);
  }

  /** Ends following, and becomes the sequencer once the present one's lease has ended. Throws LeaseHeld when it does not. */
  async takeOver(settings: SequencerSettings): Promise<Sequencer> {
    await this.close();
    return Sequencer.takeOver(this.#replica, settings);
  }

  async #follow(): Promise<void> {
    const { pollMs = 20, answerMs = 5_000 } = this.#settings;
    while (!this.#closing.signal.aborted) {
      try {
        const askedAt = momentNow();
        await applyNewBatches(this.#client, this.#replica, (applied) => this.#announce(applied), answerMs);
        this.#completeAt = askedAt;
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        await this.#reconnect();
      }
      await sleep(pollMs, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
  }

  #announce(applied: AppliedBatch): void {
    for (const listener of this.#listeners) listener(applied);
  }

  /** Failing is no reason to stop: the state stays what it was, and the next round tries again. */
  async #reconnect(): Promise<void> {
    void disconnect(this.#client);
    this.#client = await connect(this.#settings.databaseUrl, 'follower').catch(() => this.#client);
  }
}
