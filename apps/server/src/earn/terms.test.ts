import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { Moves } from './moves/moves.ts';
import {
  differences,
  fundPool,
  passDays,
  poolUnits,
  publish,
  stakesOf,
  subscribe,
  subscribeLocked,
} from './testing/earn-scene.ts';

const USDT_PRODUCT = 1;
const ETH_PRODUCT = 3;
const ADA_PRODUCT = 6;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterEach(async () => {
  await exchange.services.earn.posting.next();
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const redeem = (who: TestClient, body: object) => who.post('/api/v3/earn/redeem', body);
const unlock = (who: TestClient, stake_id: number) => who.post('/api/v3/stake/unlock', { accepted: true, stake_id });
const noticesOf = async (who: TestClient) =>
  (await who.get('/api/v3/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);

test('a partial redemption must be at least the minimum, and a client can make 100 a day; a full redemption is always possible', async () => {
  const own = await exchange.client({ USDT: '1000' });
  const { stake_id } = (await subscribe(own, { amount: '100' })).body;
  expect((await redeem(own, { stake_id, amount: '9.99' })).body).toMatchObject({
    code: 'below_minimum',
    message: 'Amount must be at least 10.000000',
  });
  expect((await redeem(own, { stake_id, amount: '10' })).status).toBe(200);
  await exchange.query(
    `insert into earn_moves (stake_id, owner, pool_id, asset_id, kind, units, state, epoch, drafted_ms, position)
     select stake_id, owner, pool_id, asset_id, 'redeem', 1, 'done', 1, $2, 1 from earn_stakes, generate_series(1, 99)
     where stake_id = $1`,
    [stake_id, exchange.services.clock()],
  );
  expect((await redeem(own, { stake_id, amount: '10' })).body.code).toBe('too_many_redemptions');
  expect((await redeem(own, { stake_id, amount: '90' })).status).toBe(200);
  expect(await own.available('USDT')).toBe('1000.000000');
});

describe('terms that change', () => {
  test('a subscription to an outdated version is refused, and one to the current version is accepted', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const seen = (await exchange.visitor.get('/api/v3/earn/view')).body.earn[0].version;
    const version = await publish(exchange, USDT_PRODUCT, {});
    expect((await subscribe(own, { amount: '10', version: seen })).body.code).toBe('terms_changed');
    expect((await subscribeLocked(own, { amount: '10', version: seen })).body.code).toBe('terms_changed');
    expect((await subscribeLocked(own, { amount: '10', version })).status).toBe(200);
  });

  test('a renewed stake keeps the notice and the share of an early unlock that its client has accepted', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await subscribeLocked(own, { amount: '1000', auto_renew: true });
    await publish(exchange, USDT_PRODUCT, { notice_ms: 90 * 86_400_000, initial_ppm: 0 });
    await passDays(exchange, 32);
    const [next] = await stakesOf(own);
    expect(next).toMatchObject({ state: 'RUNNING', notice_days: 7, initial_percent: '30' });
    await unlock(own, next.id);
    await publish(exchange, USDT_PRODUCT, { notice_ms: 7 * 86_400_000, initial_ppm: 300_000 });
  });
});

describe('a stake is paid out instead of renewed, and its client is notified,', () => {
  test('if the pool would fall below its reserve', async () => {
    const [own, flexible] = [await exchange.client({ USDT: '1000' }), await exchange.client({ USDT: '40000' })];
    await subscribeLocked(own, { amount: '1000', auto_renew: true });
    // The reserve is 30 days of 40,000 at 3%: 98.63.
    await subscribe(flexible, { amount: '40000' });
    const { free } = poolUnits(exchange);
    // The flexible interest of 30 days is paid out of the pool, too; the next term needs 6.69.
    await fundPool(exchange, 200_000_000 - free);
    await passDays(exchange, 31);
    expect(poolUnits(exchange).free).toBeGreaterThan(7_000_000);
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
    expect(await noticesOf(own)).toContain('earn_not_renewed');
    await fundPool(exchange, free);
  });

  test('if its coin is delisted', async () => {
    const own = await exchange.client({ ADA: '1000' });
    await subscribeLocked(own, { earn_id: ADA_PRODUCT, amount: '1000', days: 5, auto_renew: true });
    const markets = exchange.services.instruments.spot().filter(({ base }) => base.code === 'ADA');
    for (const { market } of markets)
      for (const status of ['cancel_only', 'halted', 'delisted'] as const)
        await exchange.submit({ kind: 'SetMarketStatus', market, status });
    await passDays(exchange, 7);
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
    expect(await noticesOf(own)).toContain('earn_not_renewed');
  });

  test('if its product is paused', async () => {
    const own = await exchange.client({ ETH: '10' });
    await subscribeLocked(own, { earn_id: ETH_PRODUCT, amount: '1', days: 5, auto_renew: true });
    await exchange.query('update earn_products set is_paused = true where product_id = $1', [ETH_PRODUCT]);
    await passDays(exchange, 7);
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
    await exchange.query('update earn_products set is_paused = false where product_id = $1', [ETH_PRODUCT]);
  });
});

describe('an early unlock', () => {
  test('whose terms pay everything at once ends the stake at once', async () => {
    const own = await exchange.client({ ETH: '10' });
    await publish(exchange, ETH_PRODUCT, { initial_ppm: 1_000_000 });
    const { stake_id } = (await subscribeLocked(own, { earn_id: ETH_PRODUCT, amount: '10' })).body;
    await passDays(exchange, 2);
    expect((await unlock(own, stake_id)).body).toMatchObject({ paid: '10.00000000', rest: '0.00000000' });
    expect(await own.available('ETH')).toBe('10.00000000');
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'unlocked' });
    expect(await noticesOf(own)).toContain('earn_released');
    await passDays(exchange, 10);
    expect(await exchange.services.earn.faults.open()).toEqual([]);
  });

  test('whose terms pay nothing at once pays everything after the notice', async () => {
    const own = await exchange.client({ ETH: '10' });
    await publish(exchange, ETH_PRODUCT, { initial_ppm: 0 });
    const { stake_id } = (await subscribeLocked(own, { earn_id: ETH_PRODUCT, amount: '10' })).body;
    expect((await unlock(own, stake_id)).body).toMatchObject({ paid: '0.00000000', rest: '10.00000000' });
    await passDays(exchange, 7.1);
    expect(await own.available('ETH')).toBe('10.00000000');
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'unlocked' });
  });

  test('a term that would yield nothing is refused, and so are versions with a term without interest', async () => {
    const own = await exchange.client({ ETH: '10' });
    await publish(exchange, ETH_PRODUCT, { minimum_units: 1 });
    const { body } = await subscribeLocked(own, { earn_id: ETH_PRODUCT, amount: '0.00000001', days: 5 });
    expect(body.code).toBe('below_minimum');
    await expect(exchange.query('insert into earn_tiers select max(version_id), 7, 0 from earn_tiers')).rejects.toThrow(
      'check constraint',
    );
    await expect(
      exchange.query(
        `insert into earn_moves (stake_id, owner, pool_id, asset_id, kind, units, state, epoch, drafted_ms)
         select stake_id, owner, pool_id, asset_id, 'rest', 0, 'sent', 1, 0 from earn_stakes limit 1`,
      ),
    ).rejects.toThrow('earn_moves_something');
  });
});

test('two concurrent subscriptions cannot use up the reserve together, whatever their terms', async () => {
  const [own, other] = [await exchange.client({ USDT: '10000' }), await exchange.client({ USDT: '40000' })];
  const { free } = poolUnits(exchange);
  const [row] = await exchange.query('select flexible_num from earn_products where product_id = 1');
  const reserve = Number((BigInt(String(row?.flexible_num)) * 30n) / 365_000_000n) + 1;
  // 10,000 × 12% × 180 ÷ 365 is 591.78, the reserve of 40,000 at 3% is 98.63.
  await fundPool(exchange, reserve + 600_000_000 - free);
  const { sequencer } = exchange.services;
  const { submit } = sequencer;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>();
  sequencer.submit = async (command) => {
    waits();
    await released;
    return submit(command);
  };
  const first = subscribeLocked(own, { amount: '10000', days: 180 });
  await isWaiting;
  sequencer.submit = submit;
  // The ledger has not reserved the first one's interest yet.
  expect(poolUnits(exchange).free).toBe(reserve + 600_000_000);
  expect((await subscribe(other, { amount: '40000' })).body.code).toBe('pool_cannot_cover');
  release();
  expect((await first).status).toBe(200);
  expect((await subscribe(other, { amount: '10' })).status).toBe(200);
  await fundPool(exchange, free);
});

test('a process that has lost the lease stores no outcome of a move', async () => {
  const own = await exchange.client({ USDT: '1000' });
  const { body } = await subscribe(own, { amount: '100' });
  await exchange.query(
    `update earn_moves set state = 'sent', position = null, drafted_at = now() - interval '1 minute' where stake_id = $1`,
    [body.stake_id],
  );
  await exchange.query(`update earn_stakes set state = 'draft' where stake_id = $1`, [body.stake_id]);
  const { earn, clock, log } = exchange.services;
  // Its core stopped before the move.
  const replaced = new Moves({
    pool: earn.pool,
    core: () => ({ acceptanceOf: () => undefined }) as never,
    submit: () => Promise.reject(new Error('fenced')),
    refusalError: () => {
      throw new Error('nothing was refused');
    },
    epoch: () => exchange.services.sequencer.epoch - 1,
    clock,
    effects: { done: async () => {}, failed: async () => {} },
    faults: earn.faults,
    log,
  });
  await replaced.resolve();
  const state = async () =>
    (await exchange.query('select state from earn_moves where stake_id = $1', [body.stake_id]))[0];
  expect(await state()).toEqual({ state: 'sent' });
  await earn.moves.resolve();
  expect(await state()).toEqual({ state: 'done' });
  expect((await stakesOf(own))[0]).toMatchObject({ state: 'RUNNING' });
});
