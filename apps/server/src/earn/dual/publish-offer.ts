import type { AssetId, MarketId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { PoolClient } from 'pg';
import { insertPool } from '../products/publish-product.ts';
import type { DualSide } from './rules.ts';

/** The terms of an offer to be published. */
export interface NewOffer {
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly side: DualSide;
  /** Quote units per whole coin. */
  readonly strikeUnits: number;
  readonly aprPpm: number;
  /** The index for which the rate was set, and how far the index may move from it before the offer closes. */
  readonly indexUnits: number;
  readonly movePpm: number;
  readonly expiresMs: number;
  /** Units of the deposited asset. */
  readonly minimumUnits: AssetUnits;
  readonly maximumUnits: AssetUnits;
  readonly quotaUnits: AssetUnits;
}

export async function insertOffer(client: PoolClient, pool: number, offer: NewOffer, nowMs: number): Promise<void> {
  await client.query(
    `insert into dual_offers (market_id, base_asset_id, quote_asset_id, side, pool_id, strike_units, apr_ppm,
       index_units, move_ppm, published_ms, expires_ms, minimum_units, maximum_units, quota_units)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      offer.market,
      offer.base,
      offer.quote,
      offer.side,
      pool,
      offer.strikeUnits,
      offer.aprPpm,
      offer.indexUnits,
      offer.movePpm,
      nowMs,
      offer.expiresMs,
      offer.minimumUnits,
      offer.maximumUnits,
      offer.quotaUnits,
    ],
  );
}

/** The pool that covers the dual investments of a coin. It is created with the coin's first offer or funding. */
export async function dualPoolOf(client: PoolClient, coin: string): Promise<number> {
  const name = dualPoolName(coin);
  // Serialized, so that a coin gets only one pool.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
  const { rows } = await client.query<{ pool_id: number }>('select pool_id from earn_pools where name = $1', [name]);
  if (rows[0] !== undefined) return rows[0].pool_id;
  return insertPool(client, name, 'promotional_budget');
}

export const dualPoolName = (coin: string): string => `${coin} dual investment`;
