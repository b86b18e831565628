import type { AssetId, Core, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { PriceSources } from '../../wallet/http/display-price.ts';
import { valueUnits } from '../../wallet/http/valuation.ts';
import { poolOwner, poolWallets } from '../accounts.ts';
import type { PoolSource } from '../products/products.ts';
import type { Services } from '../services.ts';

/** A miner for rent, with the terms currently in force. */
export interface MinerProduct {
  readonly id: number;
  readonly asset: AssetId;
  readonly priceAsset: AssetId;
  readonly pool: number;
  readonly source: PoolSource;
  readonly isPaused: boolean;
  readonly isDemo: boolean;
  readonly version: number;
  /** The place of the version among those of the miner: 1, 2, … */
  readonly number: number;
  readonly priceUnits: AssetUnits;
  readonly days: number;
  readonly dailyUnits: AssetUnits;
  readonly quota: number;
  readonly mostPerClient: number;
  /** Maximum value of its whole output, as a percentage of its price; undefined if there is no limit. */
  readonly mostWorthPercent: number | undefined;
  /** The number of running rentals, of all clients. */
  readonly used: number;
}

/** Why a miner is not available for rent. */
export type MinerClosedReason = 'paused' | 'coin_delisted' | 'moved' | 'quota' | 'pool';

interface Row {
  readonly product_id: number;
  readonly asset_id: number;
  readonly price_asset_id: number;
  readonly pool_id: number;
  readonly source: PoolSource;
  readonly is_paused: boolean;
  readonly is_demo: boolean;
  readonly version_id: string;
  readonly number: number;
  readonly price_units: string;
  readonly days: number;
  readonly daily_units: string;
  readonly quota: number;
  readonly most_per_client: number;
  readonly most_worth_percent: number | null;
  readonly used: number;
}

/** `$1`: a product, or null for all. `$2`: the time at which the terms are in force. */
const CURRENT = `select product.product_id, product.asset_id, product.price_asset_id, product.pool_id, pool.source,
    product.is_paused, product.is_demo, version.*, used.used
  from miner_products product join earn_pools pool using (pool_id)
  cross join lateral (select version_id, number, price_units, days, daily_units, quota, most_per_client, most_worth_percent
    from miner_versions
    where product_id = product.product_id and published_ms <= $2 order by number desc limit 1) version
  cross join lateral (select count(*)::int as used from miner_rentals
    where product_id = product.product_id and state in ('draft', 'running')) used
  where $1::integer is null or product.product_id = $1
  order by product.rank, product.product_id`;

const productOf = (row: Row): MinerProduct => ({
  id: row.product_id,
  asset: row.asset_id,
  priceAsset: row.price_asset_id,
  pool: row.pool_id,
  source: row.source,
  isPaused: row.is_paused,
  isDemo: row.is_demo,
  version: Number(row.version_id),
  number: row.number,
  priceUnits: Number(row.price_units) as AssetUnits,
  days: row.days,
  dailyUnits: Number(row.daily_units) as AssetUnits,
  quota: row.quota,
  mostPerClient: row.most_per_client,
  mostWorthPercent: row.most_worth_percent ?? undefined,
  used: row.used,
});

/** All published miners, in display order. */
export async function readMinerProducts(database: Pick<Pool, 'query'>, nowMs: number): Promise<MinerProduct[]> {
  const { rows } = await database.query<Row>(CURRENT, [null, nowMs]);
  return rows.map(productOf);
}

/** Pauses a miner, or resumes it. Returns whether that changed anything. */
export async function pauseMiner(database: Pick<Pool, 'query'>, product: number, isPaused: boolean) {
  const { rowCount } = await database.query(
    'update miner_products set is_paused = $2 where product_id = $1 and is_paused <> $2',
    [product, isPaused],
  );
  return rowCount === 1;
}

/** Locks the miner's row until the end of the transaction, so that only one client at a time rents it. */
export async function lockMinerProduct(
  client: PoolClient,
  product: number,
  nowMs: number,
): Promise<MinerProduct | undefined> {
  await client.query('select from miner_products where product_id = $1 for no key update', [product]);
  const { rows } = await client.query<Row>(CURRENT, [product, nowMs]);
  return rows[0] && productOf(rows[0]);
}

/** The number of the client's running rentals of this miner. */
export async function ownRentals(database: Pick<Pool, 'query'>, owner: OwnerId, product: number): Promise<number> {
  const { rows } = await database.query<{ own: number }>(
    `select count(*)::int as own from miner_rentals
     where product_id = $2 and owner = $1 and state in ('draft', 'running')`,
    [owner, product],
  );
  return rows[0]?.own ?? 0;
}

/** The output of the whole term. */
export const wholeOutput = ({ days, dailyUnits }: { readonly days: number; readonly dailyUnits: number }): AssetUnits =>
  (days * dailyUnits) as AssetUnits;

/** The pool's balances of the miner's coin, according to the ledger. */
export function minerPool(core: Pick<Core, 'balance'>, { pool, asset }: Pick<MinerProduct, 'pool' | 'asset'>) {
  const units = (wallet: keyof typeof poolWallets) =>
    core.balance(poolOwner(pool), poolWallets[wallet], asset).availableUnits;
  return { freeUnits: units('free'), promisedUnits: units('promised') };
}

/** Whether the miner's coin is traded, and no delisting of it is announced. */
function staysListed(
  { earn, instruments, plannedDelistings }: Pick<Services, 'earn' | 'instruments' | 'plannedDelistings'>,
  asset: AssetId,
): boolean {
  const market = instruments.byCoin(asset)?.market;
  return earn.isListed(asset) && (market === undefined || !plannedDelistings.isAnnounced(market));
}

/** Whether the whole output is worth more at today's prices than the miner's limit allows. */
function isWorthTooMuch(sources: PriceSources, product: MinerProduct): boolean {
  if (product.mostWorthPercent === undefined) return false;
  const { instruments } = sources;
  const worth = valueUnits(sources, instruments.asset(product.asset), wholeOutput(product));
  const price = valueUnits(sources, instruments.asset(product.priceAsset), product.priceUnits);
  return worth * 100n > price * BigInt(product.mostWorthPercent);
}

/**
 * Why the miner is not available for rent now; undefined if it is. Derived from the ledger, prices and tables on each read.
 */
export function minerClosedReason(
  services: Pick<Services, 'core' | 'earn' | 'plannedDelistings'> & PriceSources,
  product: MinerProduct,
): MinerClosedReason | undefined {
  if (product.isPaused) return 'paused';
  if (!staysListed(services, product.asset)) return 'coin_delisted';
  if (isWorthTooMuch(services, product)) return 'moved';
  if (product.used >= product.quota) return 'quota';
  return minerPool(services.core, product).freeUnits < wholeOutput(product) ? 'pool' : undefined;
}
