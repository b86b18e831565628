import { LeaseHeld, LogDamaged, LogIncomplete, LogTooNew, type SequencerNotice } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from './process/start-error.ts';

export function logNotice(log: FastifyBaseLogger, notice: SequencerNotice): void {
  if (notice.kind === 'SnapshotWritten') log.info(notice, 'snapshot written');
  else if (notice.kind === 'SnapshotFailed') log.error({ err: notice.reason }, 'snapshot failed');
  else log.warn(notice, 'snapshot damaged, using an older one and the log after it');
}

/** Turns faults of the log that an operator can fix into StartErrors; returns other errors unchanged. */
export const startErrorOfLog = (error: unknown): unknown =>
  logFaults.some((Fault) => error instanceof Fault) ? new StartError((error as Error).message) : error;

const logFaults = [LeaseHeld, LogDamaged, LogIncomplete, LogTooNew];
