import { type ReplayListener, ROOM_FOR_ORDERS } from './replica.ts';
import type { SnapshotWritten } from './snapshot-worker.ts';

/** Messages to operators, which are written to the server's own log. */
export type SequencerNotice =
  | ({ readonly kind: 'SnapshotWritten' } & SnapshotWritten)
  | { readonly kind: 'SnapshotFailed'; readonly reason: Error }
  /** A stored snapshot that was skipped. */
  | { readonly kind: 'SnapshotUnreadable'; readonly n: number };

export interface SequencerSettings {
  readonly databaseUrl: string;
  /**
   * The last position that the read models contain, omitted if there are no read models. Startup fails if the log ends
   * before this position.
   */
  readonly projectedPosition?: () => number;
  /**
   * The position after which the read models still need the log; `projectedPosition` by default. Startup replays the
   * log from this position or an earlier one, and the log after this position is never pruned.
   */
  readonly replayPosition?: () => number;
  /** Called during startup with each replayed batch after `replayPosition`, in order. Startup waits for each call. */
  readonly onReplay?: ReplayListener;
  readonly onNotice?: (notice: SequencerNotice) => void;
  /** The number of orders for which the core's tables have room from the start; see CoreSettings. */
  readonly roomForOrders?: number;
  /** The wall clock in milliseconds. The times of batches never decrease, even if this clock is set back. */
  readonly now?: () => number;
  /** How long the next process has to wait if this process stops responding without releasing its lease. */
  readonly leaseMs?: number;
  /**
   * How long startup waits for another process's lease to end; by default, longer than a killed process's lease lasts.
   */
  readonly leaseWaitMs?: number;
  /** How long a write may go without a response before its connection is considered lost. */
  readonly responseMs?: number;
  /** How long a write is repeated if the database does not respond, counted from when it was first sent. */
  readonly outageMs?: number;
  readonly maxBatchCommands?: number;
  /** While this many commands are waiting, new commands are refused as `busy`. */
  readonly maxQueuedCommands?: number;
  readonly snapshots?: {
    /** A snapshot is taken after this many commands. */
    readonly everyCommands?: number;
    /**
     * The minimum time between snapshots. Under full load, taking snapshots of a large state often would slow the
     * exchange down noticeably.
     */
    readonly leastMs?: number;
    /** At least this many snapshots are retained. */
    readonly keep?: number;
    /**
     * Log entries older than this are deleted if a retained snapshot makes them unnecessary. By default, the whole log
     * is retained.
     */
    readonly retainLogMs?: number;
  };
}

/**
 * A killed process may have renewed its lease just before. Startup therefore waits at most the full lease time, plus
 * this margin in case the database is busy.
 */
const LEASE_MARGIN_MS = 7_000;

export type CompleteSettings = ReturnType<typeof completeSettings>;

export function completeSettings(settings: SequencerSettings) {
  const { leaseMs = 3_000 } = settings;
  return {
    databaseUrl: settings.databaseUrl,
    projectedPosition: settings.projectedPosition ?? (() => Number.POSITIVE_INFINITY),
    replayPosition: settings.replayPosition ?? settings.projectedPosition ?? (() => Number.POSITIVE_INFINITY),
    onReplay: settings.onReplay,
    onNotice: settings.onNotice ?? (() => {}),
    roomForOrders: settings.roomForOrders ?? ROOM_FOR_ORDERS,
    now: settings.now ?? Date.now,
    leaseMs,
    leaseWaitMs: settings.leaseWaitMs ?? leaseMs + LEASE_MARGIN_MS,
    responseMs: settings.responseMs ?? 5_000,
    outageMs: settings.outageMs ?? 30_000,
    maxBatchCommands: settings.maxBatchCommands ?? 2_000,
    maxQueuedCommands: settings.maxQueuedCommands ?? 50_000,
    snapshots: {
      everyCommands: 500_000,
      leastMs: 10_000,
      keep: 3,
      retainLogMs: Number.POSITIVE_INFINITY,
      ...settings.snapshots,
    },
  };
}
