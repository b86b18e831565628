import { hash } from 'node:crypto';
import type pg from 'pg';
import { query } from './database.ts';

/** A stored snapshot: the state immediately after batch `n`. */
export interface SnapshotHeader {
  readonly n: number;
  readonly position: number;
  readonly timeMs: number;
  /** The hash of batch `n`, from which the chain continues. */
  readonly logHash: Buffer;
  /** The format of the core's columns. */
  readonly format: number;
  /** Must equal `stateHash()` of the restored core. */
  readonly stateHash: string;
  /** SHA-256 of the stored bytes. */
  readonly checksum: Buffer;
  readonly chunks: number;
  readonly size: number;
}

const CHUNK_BYTES = 8_000_000;

/** All retained snapshots, newest first. */
export function listSnapshots(client: pg.Client): Promise<SnapshotHeader[]> {
  const text = `select n, position, time_ms as "timeMs", log_hash as "logHash", format, state_hash as "stateHash",
                       checksum, chunks, size from log_snapshot order by n desc`;
  return query<SnapshotHeader>(client, text);
}

/** A hash of the whole state at a position of the log. */
export interface StateHash {
  readonly position: number;
  readonly hash: string;
}

/** The state hash of the newest snapshot; undefined if there is none. */
export async function newestStateHash(pool: pg.Pool): Promise<StateHash | undefined> {
  const { rows } = await pool.query<{ position: string; hash: string }>(
    'select position, state_hash as hash from log_snapshot order by n desc limit 1',
  );
  return rows[0] && { position: Number(rows[0].position), hash: rows[0].hash };
}

/** The stored bytes, or undefined if they are damaged or incomplete. */
export async function readSnapshotBytes(client: pg.Client, header: SnapshotHeader): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(header.size);
  let offset = 0;
  for (let chunk = 0; chunk < header.chunks; chunk += 1) {
    const text = 'select bytes from log_snapshot_chunk where n = $1 and chunk = $2';
    const [row] = await query<{ bytes: Buffer }>(client, text, [header.n, chunk]);
    if (row === undefined) return undefined;
    offset += row.bytes.copy(bytes, offset);
  }
  return hash('sha256', bytes, 'buffer').equals(header.checksum) ? bytes : undefined;
}

/** Stores a snapshot atomically. Replaces a snapshot of the same batch, which may be unreadable. */
export async function writeSnapshot(
  client: pg.Client,
  state: Omit<SnapshotHeader, 'checksum' | 'chunks' | 'size'>,
  bytes: Buffer,
): Promise<void> {
  const chunks = Math.ceil(bytes.length / CHUNK_BYTES);
  await client.query('begin');
  await client.query('delete from log_snapshot where n = $1', [state.n]);
  await client.query(
    `insert into log_snapshot (n, position, time_ms, log_hash, format, state_hash, checksum, chunks, size)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      state.n,
      state.position,
      state.timeMs,
      state.logHash,
      state.format,
      state.stateHash,
      hash('sha256', bytes, 'buffer'),
      chunks,
      bytes.length,
    ],
  );
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const part = bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
    await client.query('insert into log_snapshot_chunk (n, chunk, bytes) values ($1, $2, $3)', [state.n, chunk, part]);
  }
  await client.query('commit');
}
