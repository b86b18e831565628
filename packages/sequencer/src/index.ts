export { type LoggedAnchor, loggedAuditAnchors } from './audit-anchors.ts';
export { flushesToDisk } from './database.ts';
export { Follower, type FollowerSettings } from './follower.ts';
export { withLease } from './lease.ts';
export { assertFollows, emptyLog, type LogBatch, type LogTip, nextBatch, tipOf } from './log-batch.ts';
export {
  LeaseHeld,
  LeaseLost,
  LogDamaged,
  LogFenced,
  LogIncomplete,
  LogTooNew,
  LogUnreachable,
  LogWriteFailed,
  SequencerStopped,
} from './log-errors.ts';
export { prepareLog } from './log-schema.ts';
export { type Outcome, outcomeOf } from './outcome.ts';
export { type AppliedBatch, type BatchListener, type ReplayListener, Replica } from './replica.ts';
export { letPrune } from './retention.ts';
export { Sequencer, type SequencerState } from './sequencer.ts';
export type { SequencerNotice, SequencerSettings } from './sequencer-settings.ts';
export { snapshotFromBytes, snapshotToBytes } from './snapshot-bytes.ts';
export { newestStateHash, type StateHash } from './snapshot-store.ts';
export type { SnapshotWritten } from './snapshot-worker.ts';
export { type LogVerdict, type LogVerification, type TableComparison, verifyLog } from './verify-log.ts';
