import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect, disconnect, query } from './database.ts';
import { LeaseHeld } from './log-errors.ts';

/**
 * A moment on both clocks of this machine. The monotonic clock stops while the machine sleeps, and the wall clock may
 * be changed, so the elapsed time is the longer of the two measurements.
 */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export const momentNow = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() });

export const elapsedMs = ({ monotonicMs, wallMs }: Moment): number =>
  Math.max(performance.now() - monotonicMs, Date.now() - wallMs);

const LONG_AGO: Moment = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };

export interface AcquiredLease {
  readonly lease: Lease;
  /** The last batch of the log according to the lease row. */
  readonly head: number;
  readonly headHash: Buffer;
}

/**
 * The right to write the log, for `leaseMs` after each statement that renewed it. Writes are fenced by the epoch in the
 * lease row; expiry, which Postgres determines by its own clock, only permits another process to raise that epoch. This
 * process measures with its own clocks and from a moment before it sent the statement, so it considers the lease
 * expired earlier than Postgres does.
 */
export class Lease {
  readonly epoch: number;
  readonly leaseMs: number;
  #renewedAt: Moment;

  constructor(epoch: number, leaseMs: number, sentAt: Moment) {
    this.epoch = epoch;
    this.leaseMs = leaseMs;
    this.#renewedAt = sentAt;
  }

  isCurrent(): boolean {
    return elapsedMs(this.#renewedAt) < this.leaseMs;
  }

  /** Whether a third of the lease has passed, so that it should be renewed if no batch is written. */
  isDue(): boolean {
    return elapsedMs(this.#renewedAt) > this.leaseMs / 3;
  }

  renewed(sentAt: Moment): void {
    this.#renewedAt = sentAt;
  }

  lost(): void {
    this.#renewedAt = LONG_AGO;
  }
}

const ACQUIRE = `
update log_lease set epoch = epoch + 1, holder = $1, expires_at = clock_timestamp() + $2 * interval '1 ms'
where expires_at <= clock_timestamp()
returning epoch, head, head_hash as "headHash"`;

/** Raises the epoch as soon as the lease is free; throws LeaseHeld if it does not become free within `waitMs`. */
export async function acquireLease(client: pg.Client, leaseMs: number, waitMs: number): Promise<AcquiredLease> {
  const giveUpAtMs = performance.now() + waitMs;
  for (;;) {
    const sentAt = momentNow();
    const [row] = await query<{ epoch: number; head: number; headHash: Buffer }>(client, ACQUIRE, [
      `process ${process.pid} on ${hostname()}`,
      leaseMs,
    ]);
    if (row !== undefined) {
      return { lease: new Lease(row.epoch, leaseMs, sentAt), head: row.head, headHash: row.headHash };
    }
    if (performance.now() > giveUpAtMs) throw new LeaseHeld(await holderOf(client));
    await sleep(50);
  }
}

/** Frees the lease, so that the next process need not wait for its expiry. */
export async function releaseLease(client: pg.Client, lease: Lease): Promise<void> {
  lease.lost();
  await client.query(`update log_lease set holder = '', expires_at = '-infinity' where epoch = $1`, [lease.epoch]);
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ holder: string }>('select holder from log_lease');
  return rows[0]?.holder || 'another process';
}

/** The time limit for one query. It is long, because work done under the lease may be slow. */
const WORK_MS = 3_600_000;
/**
 * Zero: a transaction that holds the lease keeps other processes out with a lock on the row, not with an expiry time.
 */
const LOCKED_LEASE_MS = 0;

/**
 * Runs `work` in a transaction that holds the lease: no other process writes the log until the transaction is
 * committed, and the previous writer is fenced. Afterwards the lease is free. Throws LeaseHeld if the lease does not
 * become free within `waitMs`. In that case, or if `work` throws, nothing is changed.
 */
export async function withLease<Result>(
  databaseUrl: string,
  waitMs: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(databaseUrl, 'maintenance', { responseMs: WORK_MS });
  try {
    await client.query('begin');
    const { lease } = await acquireLease(client, LOCKED_LEASE_MS, waitMs);
    const result = await work(client);
    await releaseLease(client, lease);
    await client.query('commit');
    return result;
  } finally {
    await disconnect(client);
  }
}
