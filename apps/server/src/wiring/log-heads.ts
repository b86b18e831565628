import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type Duty, Loop } from '../kit/loop.ts';

const DAY_MS = 86_400_000;

/** The head of the ledger's log, in the format of `npm run log:verify -- --head`; undefined while the log is empty. */
export async function headOfLog(pool: Pick<Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await pool.query<{ head: string }>(
    `select first_position + count - 1 || ':' || encode(hash, 'hex') as head from log_batch order by n desc limit 1`,
  );
  return rows[0]?.head;
}

/**
 * At startup and daily, writes the head of the ledger's log to the server's own log, which an attacker who controls the
 * database cannot change. The head can later prove that nothing before it in the ledger's log was rewritten.
 */
export const logHeads = (pool: Pick<Pool, 'query'>, log: FastifyBaseLogger): Duty =>
  new Loop({
    name: 'log heads',
    everyMs: DAY_MS,
    cycle: async () => {
      const head = await headOfLog(pool);
      if (head !== undefined) log.info({ head }, 'log head (verify: npm run log:verify -- --head HEAD)');
    },
    log,
  });
