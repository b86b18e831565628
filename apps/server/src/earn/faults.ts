import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** What can fail individually: a posting, a move, or deciding what is due for a stake. */
export type FaultKind = 'posting' | 'move' | 'stake';

export interface Fault {
  readonly kind: FaultKind;
  /** The id of the posting, move or stake. */
  readonly subject: number;
  readonly reason: string;
  readonly attempts: number;
  readonly sinceMs: number;
  readonly retryMs: number;
}

/** SQL: the work is parked after a failure, and its retry is not due yet. */
export const isSetAside = (kind: FaultKind, subject: string): string =>
  `exists (select from earn_faults where kind = '${kind}' and subject = ${subject} and retry_at > now())`;

/** Retries after 20 seconds, 40 seconds, and so on, up to one hour. */
const RETRY = `least(interval '1 hour', interval '10 seconds' * 2 ^ least(earn_faults.attempts, 9))`;

/**
 * Failed work is parked, so that it does not block other work, and retried at growing intervals. Until it succeeds, it
 * is an open alarm in the operators' console, and an error in the server's log.
 */
export class Faults {
  readonly #pool: Pool;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;

  constructor(pool: Pool, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#pool = pool;
    this.#log = log;
  }

  async record(kind: FaultKind, subject: number, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    await this.#pool.query(
      `insert into earn_faults (kind, subject, reason, retry_at) values ($1, $2, $3, now() + interval '10 seconds')
       on conflict (kind, subject) do update set reason = excluded.reason, attempts = earn_faults.attempts + 1,
         retry_at = now() + ${RETRY}`,
      [kind, subject, reason],
    );
    this.#log.error({ err: error, kind, subject }, 'earn work failed and was parked, will retry');
  }

  async clear(kind: FaultKind, subjects: readonly number[]): Promise<void> {
    if (subjects.length === 0) return;
    await this.#pool.query('delete from earn_faults where kind = $1 and subject = any ($2::bigint[])', [
      kind,
      subjects,
    ]);
  }

  /** The open alarms, oldest first; at most 100. */
  async open(): Promise<Fault[]> {
    const { rows } = await this.#pool.query<Omit<Fault, 'subject'> & { readonly subject: string }>(
      `select kind, subject, reason, attempts, floor(extract(epoch from since) * 1000)::float8 as "sinceMs",
         floor(extract(epoch from retry_at) * 1000)::float8 as "retryMs"
       from earn_faults order by since, kind, subject limit 100`,
    );
    return rows.map((row) => ({ ...row, subject: Number(row.subject) }));
  }
}
