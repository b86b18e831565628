import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { NewMove } from '../moves/move-table.ts';
import type { Moves } from '../moves/moves.ts';
import { readProduct } from '../products/products.ts';
import { wholeInterest } from '../rules/interest.ts';
import { lockStake, type Stake } from './stake-table.ts';

const AT_ONCE = 100;

/** Pays out or renews terms that have ended, and pays the rest of unlocked stakes. Returns whether there is more. */
export async function endTerms(pool: Pool, moves: Moves, nowMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ stake_id: string }>(
    `select stake_id from earn_stakes where
       ((state = 'running' and end_cut <= $1 and next_cut is null) or (state = 'notice' and rest_due_ms <= $1))
       and not exists (select from earn_moves where earn_moves.stake_id = earn_stakes.stake_id and state = 'sent')
     order by stake_id limit $2`,
    [nowMs, AT_ONCE],
  );
  let moved = 0;
  for (const { stake_id } of rows)
    if (await moves.runDuty((client) => draft(client, Number(stake_id), nowMs))) moved += 1;
  return rows.length === AT_ONCE && moved > 0;
}

/** The move that is due for the stake, if nobody else has begun it. */
async function draft(client: PoolClient, id: number, nowMs: number): Promise<NewMove | undefined> {
  const stake = await lockStake(client, id);
  if (stake === undefined || !isDue(stake, nowMs)) return undefined;
  const { rowCount } = await client.query(`select from earn_moves where stake_id = $1 and state = 'sent'`, [id]);
  if (rowCount !== 0) return undefined;
  const { owner, pool, asset, principalUnits, postedUnits } = stake;
  const none = 0 as AssetUnits;
  const move = { stake: id, owner, pool, asset, units: principalUnits, postedUnits, promisedUnits: none } as const;
  if (stake.state === 'notice') return { ...move, kind: 'rest', postedUnits: none };
  const renewed = stake.autoRenew ? await renewal(client, stake) : undefined;
  return renewed === undefined ? { ...move, kind: 'payout' } : { ...move, kind: 'renew', ...renewed };
}

/**
 * The version with which a stake is renewed, and the interest of the next term: the terms that were in force when the
 * stake ended, however late that is processed. Undefined if the product is paused, no longer has the term, or would
 * yield nothing.
 */
async function renewal(client: PoolClient, stake: Stake) {
  const product = await readProduct(client, stake.product, stake.endCut as number);
  const tier = product?.tiers.find(({ days }) => days === stake.days);
  if (product === undefined || tier === undefined || product.isPaused) return undefined;
  const promisedUnits = wholeInterest(stake.principalUnits, tier.aprPpm, stake.days);
  return promisedUnits === 0 ? undefined : { promisedUnits, version: product.version };
}

const isDue = ({ state, nextCut, endCut, restDueMs }: Stake, nowMs: number): boolean =>
  state === 'running'
    ? nextCut === undefined && endCut !== undefined && endCut <= nowMs
    : state === 'notice' && restDueMs !== undefined && restDueMs <= nowMs;
