import { hash } from 'node:crypto';
import { LogDamaged, LogTooNew } from './log-errors.ts';
import { BATCH_FORMAT } from './log-schema.ts';

/** One row of the log: the commands at positions `firstPosition` to `firstPosition + count - 1`. */
export interface LogBatch {
  readonly n: number;
  readonly format: number;
  /** The epoch of the lease under which the batch was written. */
  readonly epoch: number;
  readonly firstPosition: number;
  readonly count: number;
  readonly timeMs: number;
  readonly previousHash: Buffer;
  /** SHA-256 over all other fields: the checksum of this row, which also chains it to the previous row. */
  readonly hash: Buffer;
  readonly payload: Buffer;
}

/** The end of a chain: the last batch that was read or written. */
export interface LogTip {
  readonly n: number;
  /** The position of the last command in that batch. */
  readonly position: number;
  readonly hash: Buffer;
}

export const emptyLog: LogTip = { n: 0, position: 0, hash: Buffer.alloc(32) };

export function tipOf(batch: LogBatch): LogTip {
  return { n: batch.n, position: batch.firstPosition + batch.count - 1, hash: batch.hash };
}

/** The batch that continues the chain after `tip`. */
export function nextBatch(tip: LogTip, epoch: number, count: number, timeMs: number, payload: Uint8Array): LogBatch {
  const fields = {
    n: tip.n + 1,
    format: BATCH_FORMAT,
    epoch,
    firstPosition: tip.position + 1,
    count,
    timeMs,
    previousHash: tip.hash,
    payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
  };
  return { ...fields, hash: hashOf(fields) };
}

/** Throws unless `batch` is intact, has a known format, and directly follows `tip`. */
export function assertFollows(tip: LogTip, batch: LogBatch): void {
  if (batch.n !== tip.n + 1) throw new LogDamaged(tip.n + 1, `it is missing (the next one stored is batch ${batch.n})`);
  if (batch.format > BATCH_FORMAT) throw new LogTooNew(`Batch ${batch.n} of the log`, `has format ${batch.format}`);
  if (!hashOf(batch).equals(batch.hash)) throw new LogDamaged(batch.n, 'its content does not match its checksum');
  if (!batch.previousHash.equals(tip.hash))
    throw new LogDamaged(batch.n, `the previous hash stored in it is not the hash of batch ${tip.n}`);
  if (batch.firstPosition !== tip.position + 1) {
    throw new LogDamaged(batch.n, `it begins at position ${batch.firstPosition}, not at ${tip.position + 1}`);
  }
}

const HEADER_BYTES = 48;

function hashOf(batch: Omit<LogBatch, 'hash'>): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + batch.previousHash.length + batch.payload.length);
  bytes.writeDoubleLE(batch.format, 0);
  bytes.writeDoubleLE(batch.n, 8);
  bytes.writeDoubleLE(batch.epoch, 16);
  bytes.writeDoubleLE(batch.firstPosition, 24);
  bytes.writeDoubleLE(batch.count, 32);
  bytes.writeDoubleLE(batch.timeMs, 40);
  bytes.set(batch.previousHash, HEADER_BYTES);
  bytes.set(batch.payload, HEADER_BYTES + batch.previousHash.length);
  return hash('sha256', bytes, 'buffer');
}
