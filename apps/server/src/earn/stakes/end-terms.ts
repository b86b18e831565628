import type { AssetId, Core } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { Faults } from '../faults.ts';
import type { NewMove } from '../moves/move-table.ts';
import type { Moves } from '../moves/moves.ts';
import { isCovered } from '../products/is-covered.ts';
import { lockProduct } from '../products/products.ts';
import { wholeInterest } from '../rules/interest.ts';
import { isMoving } from './own-stake.ts';
import { isHeldUp, lockStake, type Stake } from './stake-table.ts';

const AT_ONCE = 100;

export interface EndTermsParts {
  readonly pool: Pool;
  readonly moves: Moves;
  readonly faults: Faults;
  readonly core: () => Core;
  readonly isListed: (asset: AssetId) => boolean;
  readonly clock: () => number;
}

/** SQL: part of the term's interest is not in the log yet, so the pool's account does not contain it. */
const IS_UNPOSTED = `earn_stakes.stake_id in (select stake_id from earn_interest join earn_batches using (batch_id)
  where earn_batches.state = 'sent' and earn_batches.kind = 'accrued')`;

/** SQL: the stakes whose term or notice period has ended at `$1`. */
export const HAS_ENDED = `((state = 'running' and end_cut <= $1 and next_cut is null)
  or (state = 'notice' and rest_due_ms <= $1))`;

/**
 * Pays out or renews ended terms, and pays the rest of unlocked stakes. A stake that fails is parked; one whose
 * interest is not fully posted is deferred until it is. Returns whether there is more.
 */
export async function endTerms(parts: EndTermsParts): Promise<boolean> {
  const { pool } = parts;
  const nowMs = parts.clock();
  const { rows } = await pool.query<{ stake_id: string }>(
    `select stake_id from earn_stakes where ${HAS_ENDED} and not ${isHeldUp} and not ${IS_UNPOSTED}
     order by stake_id limit $2`,
    [nowMs, AT_ONCE],
  );
  const moved = await moveEach(
    parts,
    rows.map(({ stake_id }) => Number(stake_id)),
    (client, stake) => draft(parts, client, stake, nowMs),
  );
  return rows.length === AT_ONCE && moved > 0;
}

/** Makes the due move of each of these stakes, and parks those that fail. Returns how many moves were made. */
export async function moveEach(
  { moves, faults }: Pick<EndTermsParts, 'moves' | 'faults'>,
  stakes: readonly number[],
  draftOf: (client: PoolClient, stake: number) => Promise<NewMove | undefined>,
): Promise<number> {
  const moved: number[] = [];
  for (const stake of stakes) {
    try {
      if (await moves.runDuty((client) => draftOf(client, stake))) moved.push(stake);
    } catch (error) {
      await faults.record('stake', stake, error);
    }
  }
  await faults.clear('stake', moved);
  return moved.length;
}

/** The due move of the stake, unless one has begun already. */
async function draft(
  parts: EndTermsParts,
  client: PoolClient,
  id: number,
  nowMs: number,
): Promise<NewMove | undefined> {
  const stake = await lockStake(client, id);
  if (stake === undefined || !isDue(stake, nowMs)) return undefined;
  if (await isMoving(client, id)) return undefined;
  const { owner, pool, asset, principalUnits, postedUnits } = stake;
  const none = 0 as AssetUnits;
  const move = { stake: id, owner, pool, asset, units: principalUnits, postedUnits, promisedUnits: none } as const;
  if (stake.state === 'notice') return { ...move, kind: 'rest', postedUnits: none };
  const renewed = stake.autoRenew ? await renewal(parts, client, stake) : undefined;
  return renewed === undefined ? { ...move, kind: 'payout' } : { ...move, kind: 'renew', ...renewed };
}

/**
 * The version whose rate a renewal uses, and the interest of the next term. The rate is the one in force when the stake
 * ended, even if that is processed later. Undefined if the product takes no new money, no longer has the term, would
 * yield nothing, or if its pool does not cover the interest in addition to its reserve.
 */
async function renewal({ core, isListed }: EndTermsParts, client: PoolClient, stake: Stake) {
  const product = await lockProduct(client, stake.product, stake.endCut as number);
  const tier = product?.tiers.find(({ days }) => days === stake.days);
  if (product === undefined || tier === undefined) return undefined;
  if (product.isPaused || product.isDelayed || !isListed(product.asset)) return undefined;
  const promisedUnits = wholeInterest(stake.principalUnits, tier.aprPpm, stake.days);
  if (promisedUnits === 0) return undefined;
  if (!(await isCovered(client, core, product, { wholeUnits: promisedUnits, addedNum: 0n }))) return undefined;
  return { promisedUnits, version: product.version };
}

const isDue = ({ state, nextCut, endCut, restDueMs }: Stake, nowMs: number): boolean =>
  state === 'running'
    ? nextCut === undefined && endCut !== undefined && endCut <= nowMs
    : state === 'notice' && restDueMs !== undefined && restDueMs <= nowMs;
