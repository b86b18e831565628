import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

const DAY_MS = 86_400_000;

/** As `npm run log:verify -- --head` takes it; undefined while the log is empty. */
export async function headOfLog(pool: Pick<Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ head: string }>(
    `select first_position + count - 1 || ':' || encode(hash, 'hex') as head from log_batch order by n desc limit 1`,
  );
  return rows[0]?.head;
}

/**
 * Writes the log's head to the server's own log, at the start and every day: there it is out of reach of whoever could write
 * the database, and shows later that nothing up to it was rewritten.
 */
export class LogHeads {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(pool: Pick<Pool, 'query'>, log: FastifyBaseLogger) {
    this.#pool = pool;
    this.#log = log;
  }

  start(): void {
    const write = () => {
      this.#running = this.#write();
    };
    write();
    this.#timer = setInterval(write, DAY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #write(): Promise<void> {
    try {
      const head = await headOfLog(this.#pool);
      if (head !== undefined) this.#log.info({ head }, 'head of the log: compare it with npm run log:verify -- --head');
    } catch (error) {
      this.#log.error({ err: error }, 'the head of the log could not be read');
    }
  }
}
