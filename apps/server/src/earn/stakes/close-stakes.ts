import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { NewMove } from '../moves/move-table.ts';
import { type EndTermsParts, moveEach } from './end-terms.ts';
import { isMoving } from './own-stake.ts';
import { isHeldUp, lockStake } from './stake-table.ts';

const AT_ONCE = 100;

/**
 * Pays out the flexible stakes of ended products and of delisted coins, once every ended day is decided. Locked terms
 * run to their end and are not renewed. Returns whether there is more.
 */
export async function closeStakes(parts: EndTermsParts): Promise<boolean> {
  const { pool, clock } = parts;
  const products = await closedProducts(parts);
  if (products.length === 0) return false;
  const nowMs = clock();
  const { rows } = await pool.query<{ stake_id: string }>(
    `select stake_id from earn_stakes where product_id = any ($1::integer[]) and state = 'running' and kind = 'flexible'
       and next_cut > $2 and not ${isHeldUp} order by product_id, stake_id limit $3`,
    [products, nowMs, AT_ONCE],
  );
  const moved = await moveEach(
    parts,
    rows.map(({ stake_id }) => Number(stake_id)),
    (client, stake) => draft(client, stake, nowMs),
  );
  return rows.length === AT_ONCE && moved > 0;
}

/** Products that still have stakes but are closed for good: ended, or with a delisted coin. */
async function closedProducts({ pool, isListed }: { pool: Pool } & Pick<EndTermsParts, 'isListed'>): Promise<number[]> {
  const { rows } = await pool.query<{ product_id: number; asset_id: number; is_ended: boolean }>(
    'select product_id, asset_id, ended_ms is not null as is_ended from earn_products where used_units > 0',
  );
  return rows.filter(({ asset_id, is_ended }) => is_ended || !isListed(asset_id)).map(({ product_id }) => product_id);
}

async function draft(client: PoolClient, id: number, nowMs: number): Promise<NewMove | undefined> {
  const stake = await lockStake(client, id);
  if (stake?.state !== 'running' || stake.kind !== 'flexible') return undefined;
  if (stake.nextCut === undefined || stake.nextCut <= nowMs || (await isMoving(client, id))) return undefined;
  const { owner, pool, asset, principalUnits } = stake;
  const none = 0 as AssetUnits;
  return {
    stake: id,
    owner,
    pool,
    asset,
    kind: 'close',
    units: principalUnits,
    postedUnits: none,
    promisedUnits: none,
  };
}
