import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Loop } from '../kit/loop.ts';
import { HAS_ENDED } from './stakes/end-terms.ts';

/**
 * How often to check after a whole cycle. Whatever is still in progress, such as a client's own request, ends sooner.
 */
const TRIES = 10;
const PAUSE_MS = 100;

/**
 * Whether nothing is due: every ended day of interest was posted, every ended term and notice period was paid out,
 * every dual investment with a decided settlement price was settled, and every ended day of output was paid.
 */
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
 * Posts everything that is due now. Returns whether that was possible; false if a pool cannot pay, something was
 * refused, or `withinMs` has passed.
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
