import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Loop } from '../kit/loop.ts';
import { HAS_ENDED } from './stakes/end-terms.ts';

/** What may still be moving after a whole cycle, such as a client's own request, takes less than this many pauses. */
const TRIES = 10;
const PAUSE_MS = 100;

/** Whether every day of interest that has ended was posted, every term and notice that has ended was paid out,
 * every dual investment whose settlement price is decided was settled, and every day of output was paid. */
async function isNothingDue(pool: Pool, nowMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select exists (select from earn_batches where state = 'sent')
       or exists (select from earn_moves where state = 'sent')
       or exists (select from earn_stakes where state = 'running' and next_cut <= $1)
       or exists (select from earn_stakes where ${HAS_ENDED})
       or exists (select from dual_investments join dual_settlements using (market_id, expires_ms)
         where state = 'running')
       or exists (select from miner_payouts where state = 'sent')
       or exists (select from miner_rentals where state = 'running' and next_cut <= $1) as due`,
    [nowMs],
  );
  return rows[0]?.due === false;
}

/**
 * Lets everything that is due now be posted, and returns whether that was possible. False if a pool cannot pay, if
 * something was refused, or after `withinMs`.
 */
export async function settleAll(
  { pool, loops, clock }: { readonly pool: Pool; readonly loops: readonly Loop[]; clock(): number },
  withinMs: number,
): Promise<boolean> {
  const nowMs = clock();
  const late = sleep(withinMs, 'late', { ref: false });
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await Promise.race([Promise.all(loops.map((loop) => loop.next())), late])) === 'late') return false;
    if (await isNothingDue(pool, nowMs)) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}
