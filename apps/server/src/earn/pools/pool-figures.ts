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
 * The free money of a pool's asset, and how much of it has to stay: the reserve of flexible stakes, their days that have
 * ended but are not posted yet, postings to clients that are pending or could not be paid, and interest that moves are
 * about to reserve. The ledger is read last and at one moment, so that money on its way may be counted twice, but is
 * never missed.
 */
export async function poolFunds(
  client: Pick<PoolClient, 'query'>,
  { core, nowMs }: { readonly core: () => Pick<Core, 'acceptanceOf' | 'balance'>; readonly nowMs: number },
  of: PoolAsset,
): Promise<{ readonly free: number; readonly reserved: number }> {
  const { pool, asset } = of;
  // In the order in which interest passes through them: due, sent, paid.
  const due = await dueUnits(client, pool, nowMs);
  const sent = await client.query<{ units: string }>(
    `select coalesce(sum(units), 0) as units from earn_batches
     where state = 'sent' and kind = 'paid' and pool_id = $1 and asset_id = $2`,
    [pool, asset],
  );
  const { rows } = await client.query<{ flexible_num: string; reserve_days: number }>(
    `select product.flexible_num, version.reserve_days from earn_products product
     cross join lateral (select reserve_days from earn_versions where product_id = product.product_id
       order by number desc limit 1) version
     where product.pool_id = $1 and product.asset_id = $2`,
    [pool, asset],
  );
  const reserve = rows.reduce((sum, row) => sum + reserveUnits(BigInt(row.flexible_num), row.reserve_days), 0);
  const moves = await settingAside(client, pool, asset);
  const state = core();
  const aside = moves.reduce((sum, move) => {
    const entry = setAsideOf(move);
    return entry === undefined || state.acceptanceOf(entry) !== undefined ? sum : sum + move.promisedUnits;
  }, 0);
  return { free: poolUnits(state, of).free, reserved: reserve + due + Number(sent.rows[0]?.units ?? 0) + aside };
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
