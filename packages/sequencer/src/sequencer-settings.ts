import { type ReplayListener, ROOM_FOR_ORDERS } from './replica.ts';
import type { SnapshotWritten } from './snapshot-worker.ts';

/** What an operator should see in the server's own log. */
export type SequencerNotice =
  | ({ readonly kind: 'SnapshotWritten' } & SnapshotWritten)
  | { readonly kind: 'SnapshotFailed'; readonly reason: Error }
  /** A stored snapshot that a start had to pass over. */
  | { readonly kind: 'SnapshotUnreadable'; readonly n: number };

export interface SequencerSettings {
  readonly databaseUrl: string;
  /**
   * The last position that the read models contain, left out if there are none. A start begins at or before it and
   * `replayPosition`, and what is needed from there on is never pruned.
   */
  readonly projectedPosition?: () => number;
  /** Where what they need of the log begins; left out, after `projectedPosition`. */
  readonly replayPosition?: () => number;
  /** Called in order with the batches that the start found beyond `replayPosition`; the start waits for each call. */
  readonly onReplay?: ReplayListener;
  readonly onNotice?: (notice: SequencerNotice) => void;
  /** In the core's tables from the start; see CoreSettings. */
  readonly roomForOrders?: number;
  /** The wall clock in milliseconds. The time of a batch never decreases, whatever this does. */
  readonly now?: () => number;
  /** For how long a process that no longer answers blocks the next one. */
  readonly leaseMs?: number;
  /** For how long a start waits for another process's lease to end; left out, well beyond what a killed one leaves. */
  readonly leaseWaitMs?: number;
  /** For how long a write may go unanswered before its connection counts as lost. */
  readonly answerMs?: number;
  /** For how long, from when it was first sent, a write is repeated while the database does not answer. */
  readonly outageMs?: number;
  readonly maxBatchCommands?: number;
  /** With this many commands waiting, further ones are refused as `busy`. */
  readonly maxQueuedCommands?: number;
  readonly snapshots?: {
    /** A snapshot is taken after this many commands. */
    readonly everyCommands?: number;
    /** Not sooner after the one before: under full load, working out a large state every few seconds would be felt. */
    readonly leastMs?: number;
    /** At least this many snapshots stay. */
    readonly keep?: number;
    /** Log older than this is deleted where a retained snapshot makes it unnecessary; left out, log is retained for ever. */
    readonly retainLogMs?: number;
  };
}

/** A killed process may have renewed its lease just before: a start waits for all of it, and for a busy database. */
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
    answerMs: settings.answerMs ?? 5_000,
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
