import type { Refusal, Transfer } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import type { TestClient, TestExchange, TestResponse } from '../../testing/test-exchange.ts';
import { poolOwner, poolWallets } from '../accounts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_SECONDS = 86_400;
/** The USDT product is the first one in the sandbox, and its pool the first pool. */
const USDT_PRODUCT = 1;
const USDT_POOL = 1;

/**
 * Moves the exchange's clock, and waits until everything due has been posted. With `isPossible` false, expects that not
 * everything can be posted.
 */
export async function passDays(exchange: TestExchange, days: number, isPossible = true): Promise<void> {
  const move = { advanceSeconds: Math.round(days * DAY_SECONDS), settle: true };
  const { body } = await exchange.visitor.post('/sandbox/clock', move);
  if (body.settled !== isPossible) throw new Error(`everything was posted: ${JSON.stringify(body)}`);
}

/** Moves the exchange's clock to 10:00 UTC, so that a step of some hours never passes midnight, whenever the test runs. */
export async function startAtTen(exchange: TestExchange): Promise<void> {
  const now = exchange.services.clock();
  const nextDay = Math.ceil(now / DAY_MS) * DAY_MS;
  await exchange.submit({ kind: 'AdvanceClock', byMs: nextDay + 10 * HOUR_MS - now });
}

export const subscribe = (client: TestClient, fields: object, key?: string): Promise<TestResponse> =>
  client.post(
    '/api/v2/earn/store',
    { earn_id: USDT_PRODUCT, status: 'FLEXI_LOCK', ...fields },
    key === undefined ? {} : { 'idempotency-key': key },
  );

export const subscribeLocked = (client: TestClient, fields: object, key?: string): Promise<TestResponse> =>
  subscribe(client, { status: 'STAKE_LOCK', days: 30, accepted: true, ...fields }, key);

export const stakesOf = async (client: TestClient) => (await client.get('/api/v3/stake')).body.earnStaking;

/** The units of USDT in a pool's accounts. */
export function poolUnits({ services }: TestExchange, pool = USDT_POOL) {
  const asset = services.instruments.usdt?.asset as number;
  const units = (wallet: keyof typeof poolWallets): number =>
    services.core.balance(poolOwner(pool), poolWallets[wallet], asset).availableUnits;
  return { free: units('free'), promised: units('promised'), accrued: units('accrued') };
}

/** Moves USDT from the treasury to the pool's free account; a negative amount moves it back. */
export async function fundPool(exchange: TestExchange, units: number, pool = USDT_POOL): Promise<void> {
  const asset = exchange.services.instruments.usdt?.asset as number;
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

/**
 * Checks the invariants and returns the violations: a client's earn wallet equals the principal of their stakes, a pool
 * has reserved and accrued what its terms need, the used quota equals the principal of all stakes, and the whole ledger
 * sums to zero.
 */
export async function differences(exchange: TestExchange): Promise<string[]> {
  const { core } = exchange.services;
  const found: string[] = [];
  const check = (what: string, is: number, shouldBe: number) => {
    if (is !== shouldBe) found.push(`${what}: ${is} instead of ${shouldBe}`);
  };
  const principals = await exchange.query(
    `select owner, asset_id, sum(principal_units) filter (where state in ('running', 'notice')) as units
     from earn_stakes group by owner, asset_id`,
  );
  for (const { owner, asset_id, units } of principals)
    check(
      `earn wallet of ${owner}`,
      core.balance(Number(owner), 'earn', Number(asset_id)).availableUnits,
      Number(units),
    );
  const pools = await exchange.query(
    `select product.pool_id, product.asset_id, product.used_units, product.flexible_num,
       coalesce(sum(whole_units - posted_units) filter (where kind = 'locked' and state = 'running'), 0) as promised,
       coalesce(sum(posted_units) filter (where kind = 'locked' and state = 'running'), 0) as accrued,
       coalesce(sum(principal_units) filter (where state in ('draft', 'running', 'notice')), 0) as used,
       coalesce(sum(principal_units::numeric * apr_ppm)
         filter (where kind = 'flexible' and state in ('draft', 'running')), 0) as num
     from earn_products product left join earn_stakes using (product_id)
     group by product.product_id`,
  );
  for (const row of pools) {
    const balance = (wallet: keyof typeof poolWallets) =>
      core.balance(poolOwner(Number(row.pool_id)), poolWallets[wallet], Number(row.asset_id)).availableUnits;
    check(`promised by pool ${row.pool_id}`, balance('promised'), Number(row.promised));
    check(`accrued in pool ${row.pool_id}`, balance('accrued'), Number(row.accrued));
    check(`quota of pool ${row.pool_id}`, Number(row.used_units), Number(row.used));
    check(`reserve of pool ${row.pool_id}`, Number(row.flexible_num), Number(row.num));
  }
  for (const { asset } of core.assets()) check(`sum of asset ${asset}`, core.assetSum(asset), 0);
  return found;
}

/** Makes the ledger refuse the postings and moves that match the condition. Returns a function that ends this. */
export function refuse(
  { services }: TestExchange,
  condition: (command: Transfer) => boolean,
  refusal: Refusal = 'unknown_asset',
): () => void {
  const { submit } = services.sequencer;
  services.sequencer.submit = (command) =>
    command.kind === 'Transfer' && condition(command)
      ? Promise.resolve({ position: 0, refusal, events: [] })
      : submit(command);
  return () => {
    services.sequencer.submit = submit;
  };
}

/** Whether the entry touches an account of this pool. */
export const isOfPool =
  (pool: number) =>
  ({ legs }: Transfer): boolean =>
    legs.some(({ owner }) => owner === poolOwner(pool));

/** Makes all parked work due, and retries it. */
export async function retryNow(exchange: TestExchange): Promise<void> {
  await exchange.query('update earn_faults set retry_at = now()');
  await exchange.services.earn.resolving.next();
  await exchange.services.earn.posting.next();
}

/** Publishes a version of a product that differs from the last one in these columns. Returns its id. */
export async function publish(exchange: TestExchange, product: number, changes: Record<string, unknown>) {
  const [last] = await exchange.query(
    'select * from earn_versions where product_id = $1 order by number desc limit 1',
    [product],
  );
  const { version_id: before, ...columns } = last as Record<string, unknown>;
  const row = { ...columns, number: Number(last?.number) + 1, published_ms: exchange.services.clock(), ...changes };
  const names = Object.keys(row);
  const [version] = await exchange.query(
    `insert into earn_versions (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning version_id`,
    Object.values(row),
  );
  await exchange.query('insert into earn_tiers select $1, days, apr_ppm from earn_tiers where version_id = $2', [
    version?.version_id,
    before,
  ]);
  return Number(version?.version_id);
}
