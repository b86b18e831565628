import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { StakeNotices } from './stake-notices.ts';
import { takeUnreminded } from './stake-table.ts';

const BEFORE_MS = 86_400_000;
const AT_ONCE = 100;

/** Reminds clients once, a day before a term ends, of what will happen then. Returns whether there are more. */
export function remindTerms(pool: Pool, notices: Pick<StakeNotices, 'ending'>, nowMs: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const stakes = await takeUnreminded(client, nowMs, nowMs + BEFORE_MS, AT_ONCE);
    for (const stake of stakes) await notices.ending(client, stake);
    return stakes.length === AT_ONCE;
  });
}
