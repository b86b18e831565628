import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect, disconnect, isConnectionLoss } from './database.ts';
import type { Lease } from './lease.ts';
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

/**
 * Writes the log, one statement at a time. A statement whose outcome a lost connection leaves unknown is repeated before
 * anything else is written: it can take effect only once, because it takes the head of the log from n − 1 to n.
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

  /** Resolves once the batch is durable. Any error (LogFenced, LogWriteFailed, LogUnreachable) is final. */
  append(batch: LogBatch): Promise<void> {
    return this.#untilAnswered(batch.n, async (client, sentAtMs) => {
      const { n, format, epoch, firstPosition, count, timeMs, previousHash, hash, payload } = batch;
      const values = [n, format, epoch, firstPosition, count, timeMs, previousHash, hash, payload, this.#lease.leaseMs];
      const { rowCount } = await client.query(this.#timed({ name: 'append', text: APPEND, values }));
      if (rowCount === 1) this.#lease.renewed(sentAtMs);
      else if (!(await this.#isStored(client, batch))) throw new LogFenced(n);
    });
  }

  /** Keeps the lease while there is nothing to write; `head` is the last batch written. */
  renew(head: number): Promise<void> {
    return this.#untilAnswered(head + 1, async (client, sentAtMs) => {
      const values = [this.#lease.epoch, head, this.#lease.leaseMs];
      const { rowCount } = await client.query(this.#timed({ name: 'renew', text: RENEW, values }));
      if (rowCount !== 1) throw new LogFenced(head + 1);
      this.#lease.renewed(sentAtMs);
    });
  }

  /** Runs the last statement of this connection, then closes it. */
  async close(last: (client: pg.Client) => Promise<void>): Promise<void> {
    try {
      await last(this.#client);
    } finally {
      await disconnect(this.#client);
    }
  }

  async #untilAnswered(n: number, statement: (client: pg.Client, sentAtMs: number) => Promise<void>): Promise<void> {
    let lostAtMs: number | undefined;
    for (;;) {
      try {
        return await statement(this.#client, performance.now());
      } catch (error) {
        if (error instanceof LogFenced) throw error;
        if (!isConnectionLoss(error)) throw new LogWriteFailed(n, error as Error);
        lostAtMs ??= performance.now();
        await this.#reconnect(lostAtMs, error);
      }
    }
  }

  async #reconnect(lostAtMs: number, cause: unknown): Promise<void> {
    const { databaseUrl, outageMs } = this.#settings;
    void disconnect(this.#client);
    for (;;) {
      if (performance.now() - lostAtMs > outageMs) throw new LogUnreachable(outageMs, cause);
      try {
        this.#client = await connect(databaseUrl, 'sequencer');
        return;
      } catch {
        await sleep(100);
      }
    }
  }

  /** Whether row n is this very batch: then the write whose outcome was unknown had succeeded. */
  async #isStored(client: pg.Client, { n, hash }: LogBatch): Promise<boolean> {
    const text = 'select from log_batch where n = $1 and hash = $2';
    return (await client.query(this.#timed({ text, values: [n, hash] }))).rowCount === 1;
  }

  /** With the driver's own time limit, after which the connection counts as lost. Its types lack it for a single query. */
  #timed(query: pg.QueryConfig): pg.QueryConfig & { query_timeout: number } {
    return { ...query, query_timeout: this.#settings.answerMs };
  }
}
