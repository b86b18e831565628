import type { AssetId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { PoolSource, Tier } from './products.ts';

/** The terms of a version that is published. */
export interface NewTerms {
  /** Units of the product's asset. */
  readonly minimumUnits: number;
  readonly maximumUnits: number;
  readonly quotaUnits: number;
  readonly noticeMs: number;
  readonly initialPpm: number;
  readonly reserveDays: number;
  readonly tiers: readonly Tier[];
}

interface NewProduct {
  readonly asset: AssetId;
  /** The coin's code, after which its pool is named. */
  readonly coin: string;
  readonly source: PoolSource;
}

/**
 * Publishes a product with a pool of its own, after all others, open to new money. Until the pool is funded, it takes
 * none. Returns its number and that of its pool.
 */
export async function insertProduct(client: PoolClient, product: NewProduct, terms: NewTerms, nowMs: number) {
  const pool = await insertPool(client, `${product.coin} interest`, product.source);
  const { rows } = await client.query<{ product_id: number }>(
    `insert into earn_products (asset_id, pool_id, is_paused, rank)
     select $1, $2, false, coalesce(max(rank) + 1, 0) from earn_products returning product_id`,
    [product.asset, pool],
  );
  const id = rows[0]?.product_id as number;
  await insertVersion(client, id, terms, nowMs);
  return { product: id, pool };
}

/** Publishes the next version of a product's terms; the product's row is locked, or new. */
export async function insertVersion(client: PoolClient, product: number, terms: NewTerms, nowMs: number) {
  const { rows } = await client.query<{ version_id: string }>(
    `insert into earn_versions (product_id, number, published_ms, minimum_units, maximum_units, quota_units, notice_ms,
       initial_ppm, reserve_days)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8 from earn_versions where product_id = $1
     returning version_id`,
    [
      product,
      nowMs,
      terms.minimumUnits,
      terms.maximumUnits,
      terms.quotaUnits,
      terms.noticeMs,
      terms.initialPpm,
      terms.reserveDays,
    ],
  );
  await client.query(
    'insert into earn_tiers (version_id, days, apr_ppm) select $1, * from unnest($2::integer[], $3::integer[])',
    [rows[0]?.version_id, terms.tiers.map(({ days }) => days), terms.tiers.map(({ aprPpm }) => aprPpm)],
  );
}

/** A new pool, which holds nothing yet. */
export async function insertPool(client: PoolClient, name: string, source: PoolSource): Promise<number> {
  const { rows } = await client.query<{ pool_id: number }>(
    'insert into earn_pools (name, source) values ($1, $2) returning pool_id',
    [name, source],
  );
  return rows[0]?.pool_id as number;
}
