import type { AssetId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { PoolSource } from '../products/products.ts';
import { insertPool } from '../products/publish-product.ts';

/** The terms of a version that is published. */
export interface NewMinerTerms {
  /** Units of the asset that it is paid in, and of the one that it yields. */
  readonly priceUnits: number;
  readonly dailyUnits: number;
  readonly days: number;
  readonly quota: number;
  readonly mostPerClient: number;
  /** The most that the whole output may be worth, in percent of the price; undefined if there is no limit. */
  readonly mostWorthPercent?: number | undefined;
}

interface NewMiner {
  readonly asset: AssetId;
  readonly priceAsset: AssetId;
  /** The coin's code, after which its pool is named. */
  readonly coin: string;
  readonly source: PoolSource;
  readonly isDemo: boolean;
}

/**
 * Publishes a miner with a pool of its own, after all others, for rent once its pool is funded. Returns its pool's
 * number.
 */
export async function insertMiner(client: PoolClient, miner: NewMiner, terms: NewMinerTerms, nowMs: number) {
  const pool = await insertPool(client, `${miner.coin} miner, ${terms.days} days`, miner.source);
  const { rows } = await client.query<{ product_id: number }>(
    `insert into miner_products (asset_id, price_asset_id, pool_id, is_paused, is_demo, rank)
     select $1, $2, $3, false, $4, coalesce(max(rank) + 1, 0) from miner_products returning product_id`,
    [miner.asset, miner.priceAsset, pool, miner.isDemo],
  );
  await insertMinerVersion(client, rows[0]?.product_id as number, terms, nowMs);
  return pool;
}

/** Publishes the next version of a miner's terms; the miner's row is locked, or new. */
export async function insertMinerVersion(client: PoolClient, product: number, terms: NewMinerTerms, nowMs: number) {
  await client.query(
    `insert into miner_versions (product_id, number, published_ms, price_units, days, daily_units, quota, most_per_client,
       most_worth_percent)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8 from miner_versions where product_id = $1`,
    [
      product,
      nowMs,
      terms.priceUnits,
      terms.days,
      terms.dailyUnits,
      terms.quota,
      terms.mostPerClient,
      terms.mostWorthPercent ?? null,
    ],
  );
}
