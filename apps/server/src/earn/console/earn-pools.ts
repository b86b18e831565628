import type { AssetId } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { dualPoolName } from '../dual/publish-offer.ts';
import { type MinerProduct, readMinerProducts, wholeOutput } from '../miners/miner-products.ts';
import { accountOf, type PoolAsset, poolFunds, poolUnits } from '../pools/pool-figures.ts';
import { type PoolSource, type Product, readProducts } from '../products/products.ts';
import type { Services } from '../services.ts';

type Purpose = 'product' | 'miner' | 'income' | 'dual';

/** An asset of a pool, and what it is for. */
export interface PoolEntry extends PoolAsset {
  readonly name: string;
  readonly source: PoolSource;
  readonly purpose: Purpose;
  /** Below this, the free part is too small for new money. */
  readonly leastUnits: number;
}

interface PoolRow {
  readonly pool_id: number;
  readonly name: string;
  readonly source: PoolSource;
}

/** The assets of all pools: the coin of a product, coin and income of a miner, coin and USDT of dual investments. */
export async function readPoolEntries(services: Services): Promise<PoolEntry[]> {
  const { earn, clock } = services;
  const [products, miners, pools] = await Promise.all([
    readProducts(earn.pool, clock()),
    readMinerProducts(earn.pool, clock()),
    earn.pool.query<PoolRow>('select pool_id, name, source from earn_pools order by pool_id'),
  ]);
  const duals = dualAssets(services);
  return pools.rows.flatMap(({ pool_id: pool, name, source }) => {
    const entry = (asset: AssetId, purpose: Purpose, leastUnits = 0): PoolEntry => ({
      pool,
      name,
      source,
      asset,
      purpose,
      leastUnits,
    });
    return [
      ...products.filter((one) => one.pool === pool).map((one) => entry(one.asset, 'product', leastOf(one))),
      ...miners.filter((one) => one.pool === pool).flatMap((one) => minerEntries(one, entry)),
      ...(duals.get(name) ?? []).map((asset) => entry(asset, 'dual')),
    ];
  });
}

/** An ended product needs nothing for new money. */
const leastOf = ({ endedMs }: Product): number => (endedMs === undefined ? 1 : 0);

const minerEntries = (
  miner: MinerProduct,
  entry: (asset: AssetId, purpose: Purpose, leastUnits?: number) => PoolEntry,
): PoolEntry[] => [entry(miner.asset, 'miner', wholeOutput(miner)), entry(miner.priceAsset, 'income')];

/** The assets of the pools of dual investments, by the pool's name; also of coins that are no longer traded. */
function dualAssets({ core, instruments }: Services): Map<string, AssetId[]> {
  const { usdt } = instruments;
  const others = usdt === undefined ? [] : [usdt.asset];
  return new Map(core.assets().map(({ asset, code }) => [dualPoolName(code), [asset, ...others]]));
}

/** What an asset of a pool holds, and what of it could go back. */
export async function poolOnWire(services: Services, entry: PoolEntry) {
  const { earn, core, houseMoney, instruments, clock } = services;
  const { code, scale } = instruments.asset(entry.asset);
  const show = (units: number) => formatDecimal(units, scale);
  const account = accountOf[entry.source];
  const { reserved } = await poolFunds(earn.pool, { core: () => core, nowMs: clock() }, entry);
  const [returnable, holds] = await Promise.all([
    earn.poolFundings.returnableUnits(entry),
    houseMoney.freeUnits(account, entry.asset),
  ]);
  const { free, promised, accrued } = poolUnits(core, entry);
  return {
    pool_id: entry.pool,
    name: entry.name,
    coin: code,
    purpose: entry.purpose,
    account,
    account_holds: show(holds),
    free: show(free),
    promised: show(promised),
    accrued: show(accrued),
    reserved: show(reserved),
    returnable: show(Math.max(0, returnable)),
    short: free - reserved < entry.leastUnits,
  };
}
