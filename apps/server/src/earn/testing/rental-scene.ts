import { assetUnits } from '@vitrine/money';
import { rental } from '../../testing/scene.ts';
import type { TestClient, TestExchange, TestResponse } from '../../testing/test-exchange.ts';
import { poolOwner, poolWallets } from '../accounts.ts';

const DAY_MS = 86_400_000;

export const rent = (client: TestClient, fields: object = {}, key?: string): Promise<TestResponse> =>
  client.post('/api/v3/minings/rent', { ...rental, ...fields }, key === undefined ? {} : { 'idempotency-key': key });

export const miningsOf = async (client: TestClient) => (await client.get('/api/v3/minings')).body;

const poolOf = async (exchange: TestExchange, product: number) => {
  const [row] = await exchange.query('select pool_id, asset_id from miner_products where product_id = $1', [product]);
  return { pool: Number(row?.pool_id), asset: Number(row?.asset_id) };
};

/** The units of a miner's coin in its pool. */
export async function minerUnits(exchange: TestExchange, product = 1) {
  const { pool, asset } = await poolOf(exchange, product);
  const units = (wallet: keyof typeof poolWallets): number =>
    exchange.services.core.balance(poolOwner(pool), poolWallets[wallet], asset).availableUnits;
  return { free: units('free'), promised: units('promised') };
}

/** Moves units of a miner's coin from the treasury to its pool; a negative amount moves them back. */
export async function fundMiner(exchange: TestExchange, units: number, product = 1): Promise<void> {
  const { pool, asset } = await poolOf(exchange, product);
  await exchange.submit({
    kind: 'Transfer',
    by: 3,
    purpose: 'house_funding',
    legs: [
      { owner: 3, wallet: 'spot', asset, units: assetUnits(-units) },
      { owner: poolOwner(pool), wallet: poolWallets.free, asset, units: assetUnits(units) },
    ],
  });
}

/** Publishes new terms of the first miner. Returns their version. */
export async function publishTerms(
  exchange: TestExchange,
  terms: { readonly price?: number; readonly quota?: number; readonly mostPerClient?: number },
): Promise<number> {
  const { price = 18_000_000, quota = 500, mostPerClient = 5 } = terms;
  const [row] = await exchange.query(
    `insert into miner_versions (product_id, number, published_ms, price_units, days, daily_units, quota, most_per_client)
     select 1, max(number) + 1, 0, $1, 90, 810000, $2, $3 from miner_versions where product_id = 1 returning version_id`,
    [price, quota, mostPerClient],
  );
  return Number(row?.version_id);
}

/**
 * Compares the ledger with a naive reference computation from the rentals and the time, and returns the differences:
 * each rental has paid one day for every midnight since its start, a pool has reserved the rest, and the whole ledger
 * sums to zero. Clients must not have received the coin in any other way.
 */
export async function rentalDifferences(exchange: TestExchange): Promise<string[]> {
  const { core, clock } = exchange.services;
  const found: string[] = [];
  const check = (what: string, is: number, shouldBe: number) => {
    if (is !== shouldBe) found.push(`${what}: ${is} instead of ${shouldBe}`);
  };
  const received = new Map<string, number>();
  const owed = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, units: number) => sums.set(key, (sums.get(key) ?? 0) + units);
  for (const row of await exchange.query(`select * from miner_rentals where state in ('running', 'ended')`)) {
    const passed = Math.floor((clock() - Number(row.start_cut)) / DAY_MS);
    const days = Math.max(0, Math.min(Number(row.days), passed));
    const daily = Number(row.daily_units);
    check(`days of rental ${row.rental_id}`, Number(row.paid_days), days);
    add(received, `${row.owner} ${row.asset_id}`, days * daily);
    add(owed, `${row.pool_id} ${row.asset_id}`, (Number(row.days) - days) * daily);
  }
  for (const [key, units] of received) {
    const [owner = 0, asset = 0] = key.split(' ').map(Number);
    check(`output of ${owner}`, core.balance(owner, 'spot', asset).availableUnits, units);
  }
  for (const { pool_id, asset_id } of await exchange.query('select pool_id, asset_id from miner_products')) {
    const promised = core.balance(poolOwner(Number(pool_id)), poolWallets.promised, Number(asset_id)).availableUnits;
    check(`promised by pool ${pool_id}`, promised, owed.get(`${pool_id} ${asset_id}`) ?? 0);
  }
  for (const { asset } of core.assets()) check(`sum of asset ${asset}`, core.assetSum(asset), 0);
  return found;
}
