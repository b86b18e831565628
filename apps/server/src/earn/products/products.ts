import type { AssetId, Core, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { poolOwner, poolWallets } from '../accounts.ts';
import { reserveUnits } from '../rules/interest.ts';

/** Where a pool's money comes from. */
export type PoolSource = 'promotional_budget' | 'fees';

export interface Tier {
  /** 0 for flexible. */
  readonly days: number;
  readonly aprPpm: number;
}

/** A product with the terms currently in force. */
export interface Product {
  readonly id: number;
  readonly asset: AssetId;
  readonly pool: number;
  readonly poolName: string;
  readonly source: PoolSource;
  /** Paused by an operator, or ended: takes no new money, and renews no stakes. */
  readonly isPaused: boolean;
  /** When it was ended for good, if it was. */
  readonly endedMs: number | undefined;
  readonly rank: number;
  readonly usedUnits: number;
  readonly flexibleNum: bigint;
  readonly version: number;
  /** The place of the version among those of the product: 1, 2, … */
  readonly number: number;
  readonly minimumUnits: AssetUnits;
  readonly maximumUnits: AssetUnits;
  readonly quotaUnits: AssetUnits;
  readonly noticeMs: number;
  readonly initialPpm: number;
  readonly reserveDays: number;
  /** Shortest term first; never empty. */
  readonly tiers: readonly Tier[];
  /** Whether due interest could not be paid yet. */
  readonly isDelayed: boolean;
}

/** Why a product takes no new money. */
export type ClosedReason = 'paused' | 'coin_delisted' | 'quota' | 'pool';

interface Row {
  readonly product_id: number;
  readonly asset_id: number;
  readonly pool_id: number;
  readonly pool_name: string;
  readonly source: PoolSource;
  readonly is_paused: boolean;
  readonly ended_ms: string | null;
  readonly rank: number;
  readonly used_units: string;
  readonly flexible_num: string;
  readonly version_id: string;
  readonly number: number;
  readonly minimum_units: string;
  readonly maximum_units: string;
  readonly quota_units: string;
  readonly notice_ms: string;
  readonly initial_ppm: number;
  readonly reserve_days: number;
  readonly tiers: readonly (readonly [days: number, aprPpm: number])[];
  readonly is_delayed: boolean;
}

/** `$1`: a product, or null for all. `$2`: the time at which the terms are in force. */
const CURRENT = `select product.product_id, product.asset_id, product.pool_id, pool.name as pool_name, pool.source,
    product.is_paused or product.ended_ms is not null as is_paused, product.ended_ms, product.rank, product.used_units, product.flexible_num, version.*, tiers.tiers,
    exists (select from earn_batches batch where batch.state = 'sent' and batch.is_unfunded
      and batch.pool_id = product.pool_id and batch.asset_id = product.asset_id) as is_delayed
  from earn_products product join earn_pools pool using (pool_id)
  cross join lateral (select version_id, number, minimum_units, maximum_units, quota_units, notice_ms, initial_ppm, reserve_days
    from earn_versions where product_id = product.product_id and published_ms <= $2 order by number desc limit 1) version
  cross join lateral (select json_agg(json_build_array(days, apr_ppm) order by days) as tiers
    from earn_tiers where version_id = version.version_id) tiers
  where tiers.tiers is not null and ($1::integer is null or product.product_id = $1)
  order by product.rank, product.product_id`;

const productOf = (row: Row): Product => ({
  id: row.product_id,
  asset: row.asset_id,
  pool: row.pool_id,
  poolName: row.pool_name,
  source: row.source,
  isPaused: row.is_paused,
  endedMs: row.ended_ms === null ? undefined : Number(row.ended_ms),
  rank: row.rank,
  usedUnits: Number(row.used_units),
  flexibleNum: BigInt(row.flexible_num),
  version: Number(row.version_id),
  number: row.number,
  minimumUnits: Number(row.minimum_units) as AssetUnits,
  maximumUnits: Number(row.maximum_units) as AssetUnits,
  quotaUnits: Number(row.quota_units) as AssetUnits,
  noticeMs: Number(row.notice_ms),
  initialPpm: row.initial_ppm,
  reserveDays: row.reserve_days,
  tiers: row.tiers.map(([days, aprPpm]) => ({ days, aprPpm })),
  isDelayed: row.is_delayed,
});

/** All published products, in display order. */
export async function readProducts(database: Pick<Pool, 'query'>, nowMs: number): Promise<Product[]> {
  const { rows } = await database.query<Row>(CURRENT, [null, nowMs]);
  return rows.map(productOf);
}

/** A product with the terms that were in force at this time. */
export async function readProduct(
  database: Pick<Pool, 'query'>,
  product: number,
  atMs: number,
): Promise<Product | undefined> {
  const { rows } = await database.query<Row>(CURRENT, [product, atMs]);
  return rows[0] && productOf(rows[0]);
}

/** The rate of a version for this many days; undefined if it has no such term. */
export async function readRate(
  database: Pick<Pool, 'query'>,
  version: number,
  days: number,
): Promise<number | undefined> {
  const { rows } = await database.query<{ apr_ppm: number }>(
    'select apr_ppm from earn_tiers where version_id = $1 and days = $2',
    [version, days],
  );
  return rows[0]?.apr_ppm;
}

/** The minimum amount of a version. */
export async function readMinimum(database: Pick<Pool, 'query'>, version: number): Promise<number> {
  const { rows } = await database.query<{ minimum_units: string }>(
    'select minimum_units from earn_versions where version_id = $1',
    [version],
  );
  return Number(rows[0]?.minimum_units ?? 0);
}

/** Locks the product's row until the end of the transaction, so that only one subscription at a time uses its quota. */
export async function lockProduct(client: PoolClient, product: number, nowMs: number): Promise<Product | undefined> {
  await client.query('select from earn_products where product_id = $1 for no key update', [product]);
  return readProduct(client, product, nowMs);
}

/** Pauses a product, or resumes it. Returns whether that changed anything; a product that has ended stays ended. */
export async function pauseProduct(database: Pick<Pool, 'query'>, product: number, isPaused: boolean) {
  const { rowCount } = await database.query(
    'update earn_products set is_paused = $2 where product_id = $1 and is_paused <> $2 and ended_ms is null',
    [product, isPaused],
  );
  return rowCount === 1;
}

/** Ends a product for good; the duty then pays out its flexible stakes. Returns false if it had already ended. */
export async function endProduct(database: Pick<Pool, 'query'>, product: number, nowMs: number): Promise<boolean> {
  const { rowCount } = await database.query(
    'update earn_products set ended_ms = $2 where product_id = $1 and ended_ms is null',
    [product, nowMs],
  );
  return rowCount === 1;
}

/** Adds principal to the product's used quota and, for a flexible rate, to its reserve; negative units subtract. */
export async function addUsed(
  client: PoolClient,
  product: number,
  units: number,
  flexibleAprPpm: number | undefined,
): Promise<void> {
  const num = flexibleAprPpm === undefined ? 0n : BigInt(units) * BigInt(flexibleAprPpm);
  await client.query(
    `update earn_products set used_units = used_units + $2, flexible_num = flexible_num + $3::numeric
     where product_id = $1`,
    [product, units, String(num)],
  );
}

/** The principal of the client's stakes in a product that have not ended. */
export async function ownUnits(client: PoolClient, owner: OwnerId, product: number): Promise<number> {
  const { rows } = await client.query<{ units: string }>(
    `select coalesce(sum(principal_units), 0) as units from earn_stakes
     where owner = $1 and product_id = $2 and state in ('draft', 'running', 'notice')`,
    [owner, product],
  );
  return Number(rows[0]?.units ?? 0);
}

/** A pool's balances, according to the ledger. */
export interface PoolFigures {
  readonly freeUnits: number;
  readonly promisedUnits: number;
  readonly accruedUnits: number;
  /** What the pool's flexible stakes cost in the days that the product's reserve covers. */
  readonly reserveUnits: number;
}

export function poolFigures(core: Pick<Core, 'balance'>, product: Product): PoolFigures {
  const owner = poolOwner(product.pool);
  const units = (wallet: keyof typeof poolWallets) =>
    core.balance(owner, poolWallets[wallet], product.asset).availableUnits;
  return {
    freeUnits: units('free'),
    promisedUnits: units('promised'),
    accruedUnits: units('accrued'),
    reserveUnits: reserveUnits(product.flexibleNum, product.reserveDays),
  };
}

/**
 * Why the product takes no new money now; undefined if it does. Derived from the ledger and the tables on each read.
 */
export function closedReason(
  product: Product,
  { freeUnits, reserveUnits: reserve }: PoolFigures,
  isListed: boolean,
): ClosedReason | undefined {
  if (product.isPaused) return 'paused';
  if (!isListed) return 'coin_delisted';
  if (product.quotaUnits - product.usedUnits < product.minimumUnits) return 'quota';
  return product.isDelayed || freeUnits < reserve || freeUnits === 0 ? 'pool' : undefined;
}
