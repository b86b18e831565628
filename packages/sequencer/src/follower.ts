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
  /** How often the log is polled; notifications from Postgres would cost the writer more. */
  readonly pollMs?: number;
  /** How long a query may go without a response before the follower reconnects. */
  readonly responseMs?: number;
  /**
   * The last position that the read models contain, omitted if there are no read models. The follower starts at or
   * before this position.
   */
  readonly projectedPosition?: number;
  /**
   * Called during startup with each replayed batch after `projectedPosition`, in order. Startup waits for each call.
   */
  readonly onReplay?: ReplayListener;
  readonly onNotice?: (notice: SequencerNotice) => void;
  /** The number of orders for which the core's tables have room from the start; see CoreSettings. */
  readonly roomForOrders?: number;
}

/**
 * A copy of the exchange's state in another process: it tails the log, verifies it and applies it. It has the state at
 * `position`. While the database responds, that state lags behind by at most one polling interval and one batch. It can
 * take over as sequencer.
 */
export class Follower {
  /**
   * Resolves with the reason when the follower cannot continue (such as a damaged, pruned or newer log); never after
   * `close`.
   */
  readonly stopped: Promise<Error>;
  readonly #settings: FollowerSettings;
  readonly #replica: Replica;
  readonly #listeners = new Set<BatchListener>();
  readonly #closing = new AbortController();
  readonly #loop: Promise<void>;
  #client: pg.Client;
  /** Everything that was committed before this moment is already applied. */
  #completeAt: Moment;
  #settleStopped: (reason: Error) => void = () => {};

  /**
   * Loads the newest usable snapshot and the log after it, then follows. Throws LogDamaged, LogIncomplete or LogTooNew.
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

  /** The current time on the exchange's clock. */
  nowMs(): number {
    const offsetMs = this.#replica.core.timeMs - this.#replica.timeMs;
    return Math.max(this.#replica.timeMs, Date.now()) + offsetMs;
  }

  /**
   * The maximum age of the state in milliseconds: the time since the end of the log was reached, or since the last
   * applied batch was stamped, whichever is less.
   */
  behindMs(): number {
    const sinceBatchMs = Date.now() - this.#replica.timeMs;
    return Math.max(0, Math.min(elapsedMs(this.#completeAt), sinceBatchMs));
  }

  /** Calls `listener` after every batch, in order. Returns a function that removes it. */
  onBatch(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    await disconnect(this.#client);
  }

  /**
   * Stops following and becomes the sequencer when the current lease ends. Throws LeaseHeld if the lease does not end.
   */
  async takeOver(settings: SequencerSettings): Promise<Sequencer> {
    await this.close();
    return Sequencer.takeOver(this.#replica, settings);
  }

  async #follow(): Promise<void> {
    const { pollMs = 20, responseMs = 5_000 } = this.#settings;
    while (!this.#closing.signal.aborted) {
      try {
        const askedAt = momentNow();
        await applyNewBatches(this.#client, this.#replica, (applied) => this.#announce(applied), responseMs);
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

  /** Connects to the database again. If that fails, the state stays as it was, and the next cycle tries again. */
  async #reconnect(): Promise<void> {
    void disconnect(this.#client);
    this.#client = await connect(this.#settings.databaseUrl, 'follower').catch(() => this.#client);
  }
}
