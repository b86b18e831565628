import type { AssetId, Core } from '@vitrine/core';
import type { PoolClient } from 'pg';
import { poolOwner, poolWallets } from '../accounts.ts';
import { setAsideOf } from '../ledger-side.ts';
import { settingAside } from '../moves/move-table.ts';
import type { PoolSource } from '../products/products.ts';
import { CUT_MS } from '../rules/cuts.ts';
import { reserveUnits } from '../rules/interest.ts';

/** An asset of a pool. */
export interface PoolAsset {
  readonly pool: number;
  readonly asset: AssetId;
}

/** The account of the exchange whose money a pool holds, as clients are told, and to which it goes back. */
export const accountOf = { promotional_budget: 'treasury', fees: 'fees' } as const satisfies Readonly<
  Record<PoolSource, string>
>;

/** Locks the pool's products until the end of the transaction: nothing is subscribed meanwhile. */
export async function lockPool(client: PoolClient, pool: number): Promise<void> {
  await client.query('select from earn_products where pool_id = $1 order by product_id for no key update', [pool]);
}

/**
 * What of the free money has to stay: the reserve of flexible stakes, their days that have ended but are not
 * posted yet, postings to clients that are under way or could
 * not be paid, and interest that moves are about to set aside. A posting that the log has accepted but whose row does
 * not say so counts twice, so that this may be too much for a moment, but never too little.
 */
export async function reservedUnits(
  client: Pick<PoolClient, 'query'>,
  { core, nowMs }: { readonly core: Pick<Core, 'acceptanceOf'>; readonly nowMs: number },
  { pool, asset }: PoolAsset,
): Promise<number> {
  const { rows } = await client.query<{ flexible_num: string; reserve_days: number }>(
    `select product.flexible_num, version.reserve_days from earn_products product
     cross join lateral (select reserve_days from earn_versions where product_id = product.product_id
       order by number desc limit 1) version
     where product.pool_id = $1 and product.asset_id = $2`,
    [pool, asset],
  );
  const reserve = rows.reduce((sum, row) => sum + reserveUnits(BigInt(row.flexible_num), row.reserve_days), 0);
  const sent = await client.query<{ units: string }>(
    `select coalesce(sum(units), 0) as units from earn_batches
     where state = 'sent' and kind = 'paid' and pool_id = $1 and asset_id = $2`,
    [pool, asset],
  );
  const moves = await settingAside(client, pool, asset);
  const aside = moves.reduce((sum, move) => {
    const entry = setAsideOf(move);
    return entry === undefined || core.acceptanceOf(entry) !== undefined ? sum : sum + move.promisedUnits;
  }, 0);
  return reserve + (await dueUnits(client, pool, nowMs)) + Number(sent.rows[0]?.units ?? 0) + aside;
}

/** What flexible stakes have earned on days that have ended, but that are not decided yet; rounded up. */
async function dueUnits(client: Pick<PoolClient, 'query'>, pool: number, nowMs: number): Promise<number> {
  const { rows } = await client.query<{ num: string }>(
    `select coalesce(sum(principal_units::numeric * apr_ppm * (($2::bigint - next_cut) / $3::bigint + 1)), 0) as num
     from earn_stakes where state = 'running' and kind = 'flexible' and next_cut <= $2
       and product_id in (select product_id from earn_products where pool_id = $1)`,
    [pool, nowMs, CUT_MS],
  );
  return reserveUnits(BigInt(rows[0]?.num ?? 0), 1);
}

/** What a pool holds of an asset, by what it is for. */
export function poolUnits(core: Pick<Core, 'balance'>, { pool, asset }: PoolAsset) {
  const units = (wallet: keyof typeof poolWallets): number =>
    core.balance(poolOwner(pool), poolWallets[wallet], asset).availableUnits;
  return { free: units('free'), promised: units('promised'), accrued: units('accrued') };
}
