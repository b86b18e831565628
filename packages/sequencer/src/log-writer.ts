import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect, disconnect, isConnectionLoss } from './database.ts';
import { type Lease, type Moment, momentNow } from './lease.ts';
import type { LogBatch } from './log-batch.ts';
import { LogFenced, LogUnreachable, LogWriteFailed } from './log-errors.ts';
import type { CompleteSettings } from './sequencer-settings.ts';

const APPEND = `
with lease as (
  update log_lease
  set head = $1, head_hash = $8, expires_at = clock_timestamp() + $10 * interval '1 ms'
  where epoch = $3 and head = $1 - 1 and head_hash = $7
  returning head
)
insert into log_batch (n, format, epoch, first_position, count, time_ms, previous_hash, hash, payload)
select $1, $2, $3, $4, $5, $6, $7, $8, $9 from lease`;

const RENEW = `
update log_lease set expires_at = clock_timestamp() + $3 * interval '1 ms' where epoch = $1 and head = $2`;

const CONNECT_MS = 5_000;

/** Sends one statement over the connection; `limitMs` is how long it may go without a response. */
type Statement = (client: pg.Client, sentAt: Moment, limitMs: number) => Promise<void>;

/**
 * Writes and flushes the log, one statement at a time. If a lost connection leaves the outcome of a statement unknown, the
 * statement is repeated before anything else is written. It can take effect only once, because it moves the head of the
 * log from n − 1 to n.
 */
export class LogWriter {
  readonly #settings: CompleteSettings;
  readonly #lease: Lease;
  #client: pg.Client;

  constructor(settings: CompleteSettings, client: pg.Client, lease: Lease) {
    this.#settings = settings;
    this.#client = client;
    this.#lease = lease;
  }

  /** Resolves once the batch is durable. Any error (LogFenced, LogWriteFailed, LogUnreachable) is final and stops the sequencer. */
  append(batch: LogBatch): Promise<void> {
    return this.#untilAnswered(batch.n, async (client, sentAt, limitMs) => {
      const { n, format, epoch, firstPosition, count, timeMs, previousHash, hash, payload } = batch;
      const values = [n, format, epoch, firstPosition, count, timeMs, previousHash, hash, payload, this.#lease.leaseMs];
      const { rowCount } = await client.query(timed({ name: 'append', text: APPEND, values }, limitMs));
      if (rowCount === 1) this.#lease.renewed(sentAt);
      else if (!(await this.#isStored(client, batch, limitMs))) throw new LogFenced(n);
    });
  }

  /** Renews the lease while there is nothing to write; `head` is the last batch written. */
  renew(head: number): Promise<void> {
    return this.#untilAnswered(head + 1, async (client, sentAt, limitMs) => {
      const values = [this.#lease.epoch, head, this.#lease.leaseMs];
      const { rowCount } = await client.query(timed({ name: 'renew', text: RENEW, values }, limitMs));
      if (rowCount !== 1) throw new LogFenced(head + 1);
      this.#lease.renewed(sentAt);
    });
  }

  /** Runs a last statement on this connection, then closes it. */
  async close(last: (client: pg.Client) => Promise<void>): Promise<void> {
    try {
      await last(this.#client);
    } finally {
      await disconnect(this.#client);
    }
  }

  async #untilAnswered(n: number, statement: Statement): Promise<void> {
    const { responseMs, outageMs } = this.#settings;
    const giveUpAtMs = performance.now() + outageMs;
    for (;;) {
      try {
        const leftMs = giveUpAtMs - performance.now();
        return await statement(this.#client, momentNow(), Math.max(1, Math.min(responseMs, leftMs)));
      } catch (error) {
        if (error instanceof LogFenced) throw error;
        if (!isConnectionLoss(error)) throw new LogWriteFailed(n, error as Error);
        await this.#reconnect(giveUpAtMs, error);
      }
    }
  }

  async #reconnect(giveUpAtMs: number, cause: unknown): Promise<void> {
    const { databaseUrl, outageMs } = this.#settings;
    void disconnect(this.#client);
    for (;;) {
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) throw new LogUnreachable(outageMs, cause);
      try {
        const limitMs = Math.min(CONNECT_MS, leftMs);
        this.#client = await connect(databaseUrl, 'sequencer', { connectMs: limitMs, responseMs: limitMs });
        return;
      } catch {
        await sleep(100);
      }
    }
  }

  /** Whether row n is this batch. If so, the write whose outcome was unknown has succeeded. */
  async #isStored(client: pg.Client, { n, hash }: LogBatch, limitMs: number): Promise<boolean> {
    const text = 'select from log_batch where n = $1 and hash = $2';
    return (await client.query(timed({ text, values: [n, hash] }, limitMs))).rowCount === 1;
  }
}

/**
 * Adds the time limit after which the driver treats the connection as lost. The driver's types lack this option for a
 * single query.
 */
const timed = (query: pg.QueryConfig, limitMs: number): pg.QueryConfig & { query_timeout: number } => ({
  ...query,
  query_timeout: limitMs,
});
