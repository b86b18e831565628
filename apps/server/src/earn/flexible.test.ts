import { assetUnits } from '@vitrine/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { differences, fundPool, passDays, poolUnits, stakesOf, subscribe } from './testing/earn-scene.ts';

let exchange: TestExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '100000' });
});
afterEach(async () => {
  await exchange.services.earn.posting.next();
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const redeem = (who: TestClient, body: object, key?: string) =>
  who.post('/api/v3/earn/redeem', body, key === undefined ? {} : { 'idempotency-key': key });
const lines = (stake: number) =>
  exchange.query('select units::int from earn_interest where stake_id = $1 order by cut', [stake]);

describe('the products', () => {
  test('are public, with rates by duration, the pool and its source of money', async () => {
    const { earn } = (await exchange.visitor.get('/api/v3/earn/view')).body;
    expect(earn[0]).toMatchObject({
      name: 'USDT',
      apr: '3',
      earn_items: [{ id: 1, minimum_amount: '10.000000', maximum_amount: '50000.000000' }],
      source: 'promotional_budget',
      notice_days: 7,
      initial_percent: '30',
      open: true,
    });
    const [bitcoin] = earn.filter(({ name }: { name: string }) => name === 'BTC');
    expect(bitcoin.tiers.map(({ days, apr }: { days: number; apr: string }) => [days, apr])).toEqual([
      [0, '0.32'],
      [5, '0.4571'],
      [10, '0.5943'],
      [15, '0.7314'],
      [30, '0.8686'],
      [60, '1.0057'],
      [120, '1.1429'],
      [180, '1.28'],
    ]);
  });

  test('a product whose pool is empty is closed with that reason, and refuses money', async () => {
    const { earn } = (await exchange.visitor.get('/api/v3/earn/view')).body;
    const [tron] = earn.filter(({ name }: { name: string }) => name === 'TRX');
    expect(tron).toMatchObject({ open: false, closed_reason: 'pool' });
    const holder = await exchange.client({ TRX: '1000' });
    const { body } = await subscribe(holder, { earn_id: tron.id, amount: '500' });
    expect(body.code).toBe('pool_cannot_cover');
  });

  test('published terms cannot be changed', async () => {
    await expect(exchange.query('update earn_versions set quota_units = 1')).rejects.toThrow('never change');
    await expect(exchange.query('delete from earn_tiers')).rejects.toThrow('never change');
  });
});

describe('a flexible stake', () => {
  test('earns three days of interest to the last unit, with fractions carried over, and is redeemed in full', async () => {
    const own = await exchange.client({ USDT: '5000' });
    const { body } = await subscribe(own, { amount: '4000' });
    expect(body).toMatchObject({ message: 'success' });
    expect(await own.available('USDT')).toBe('1000.000000');
    await passDays(exchange, 1);
    expect((await stakesOf(own))[0]).toMatchObject({ balance: '4000.000000', earned: '0.000000', type: 'FLEXI_LOCK' });
    await passDays(exchange, 3);
    // 4,000 × 3% ÷ 365 = 0.32876712… a day.
    expect(await lines(body.stake_id)).toEqual([{ units: 328_767 }, { units: 328_767 }, { units: 328_767 }]);
    expect((await stakesOf(own))[0]).toMatchObject({ earned: '0.986301', day: 3, per_day: '0.328767' });
    expect(await own.available('USDT')).toBe('1000.986301');
    const redeemed = await redeem(own, { stake_id: body.stake_id });
    expect(redeemed.body).toMatchObject({ message: 'success', redeemed: '4000.000000' });
    expect(await own.available('USDT')).toBe('5000.986301');
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'redeemed', balance: '0.000000' });
    expect((await redeem(own, { stake_id: body.stake_id })).body.code).toBe('stake_ended');
  });

  test('after a partial redemption, days that have already ended earn interest on the principal before it', async () => {
    const own = await exchange.client({ USDT: '5000' });
    const { stake_id } = (await subscribe(own, { amount: '4000' })).body;
    await passDays(exchange, 1);
    // The day ends, and the client redeems before its interest is posted.
    await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 86_400 });
    const { body } = await redeem(own, { stake_id, amount: '3000' });
    expect(body).toMatchObject({ redeemed: '3000.000000' });
    await exchange.services.earn.posting.next();
    await passDays(exchange, 1);
    expect(await lines(stake_id)).toEqual([{ units: 328_767 }, { units: 82_191 }]);
  });

  test.each([
    [
      'an amount below the minimum',
      { amount: '9.99' },
      'below_minimum',
      'Amount must be greater than or equal minimum',
    ],
    ['an amount above the maximum', { amount: '50001' }, 'above_maximum', 'Amount must be less than maximum'],
    ['no amount', { amount: '0' }, 'amount_required', 'Amount is required'],
    ['an unknown product', { amount: '10', earn_id: 99 }, 'unknown_product', 'This product does not exist'],
    [
      'a flexible stake with a term',
      { amount: '10', days: 30 },
      'term_unknown',
      'This product does not offer this duration',
    ],
  ])('%s is refused', async (_, fields, code, message) => {
    expect((await subscribe(client, fields)).body).toMatchObject({ code, message });
  });

  test('a subscription above the balance is refused by the ledger, and leaves neither used quota nor a stake', async () => {
    const poor = await exchange.client({ USDT: '20' });
    expect((await subscribe(poor, { amount: '21' })).body).toMatchObject({
      code: 'exceeds_balance',
      message: 'Amount must be less than or equal balance',
    });
    expect(await stakesOf(poor)).toEqual([]);
  });

  test('a repeated key subscribes once, and a different request with the same key is refused', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => subscribe(own, { amount: '100' }, 'once')));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await own.available('USDT')).toBe('900.000000');
    expect((await subscribe(own, { amount: '101' }, 'once')).body.code).toBe('reference_conflict');
    expect(await stakesOf(own)).toHaveLength(1);
  });

  test('a refused subscription does not consume its key', async () => {
    const own = await exchange.client({ USDT: '20' });
    expect((await subscribe(own, { amount: '30' }, 'later')).body.code).toBe('exceeds_balance');
    await exchange.visitor.post('/sandbox/deposits', { coin: 'USDT', amount: '100', username: own.email });
    expect((await subscribe(own, { amount: '30' }, 'later')).body.message).toBe('success');
  });

  test('64 concurrent redemptions of the whole stake pay once', async () => {
    const own = await exchange.client({ USDT: '100' });
    const { stake_id } = (await subscribe(own, { amount: '100' })).body;
    const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(own, { stake_id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await own.available('USDT')).toBe('100.000000');
  });

  test('64 concurrent subscriptions of the whole balance debit it once', async () => {
    const own = await exchange.client({ USDT: '15' });
    const answers = await Promise.all(Array.from({ length: 64 }, () => subscribe(own, { amount: '15' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stakesOf(own)).toHaveLength(1);
  });
});

test('concurrent subscriptions at the edge of the quota use exactly the quota', async () => {
  const [product] = await exchange.query(
    `with product as (insert into earn_products (asset_id, pool_id, is_paused)
       select asset_id, 1, false from assets where code = 'DOGE' returning product_id),
     version as (insert into earn_versions (product_id, number, published_ms, minimum_units, maximum_units, quota_units,
       notice_ms, initial_ppm, reserve_days)
       select product_id, 1, 0, 1, 1000000000000, 7000000, 0, 300000, 0 from product returning version_id)
     insert into earn_tiers select version_id, 0, 0 from version returning version_id`,
  );
  expect(product).toBeDefined();
  const [row] = await exchange.query('select product_id, asset_id from earn_products order by product_id desc limit 1');
  const asset = Number(row?.asset_id);
  await exchange.submit({
    kind: 'Transfer',
    by: 3,
    purpose: 'house_funding',
    legs: [
      { owner: 3, wallet: 'spot', asset, units: assetUnits(-5) },
      { owner: 101, wallet: 'earn', asset, units: assetUnits(5) },
    ],
  });
  const clients = await Promise.all(Array.from({ length: 20 }, () => exchange.client({ DOGE: '1000' })));
  const answers = await Promise.all(clients.map((one) => subscribe(one, { earn_id: row?.product_id, amount: '50' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(14);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(new Set(refused)).toEqual(new Set(['quota_reached']));
});

test('while the pool is empty, interest is pending and principal can be redeemed; all interest is paid once the pool is funded', async () => {
  const own = await exchange.client({ USDT: '5000' });
  const { stake_id } = (await subscribe(own, { amount: '4000' })).body;
  await passDays(exchange, 1);
  const { free } = poolUnits(exchange);
  await fundPool(exchange, -free);
  // What a pool cannot pay is not posted, and the response of the sandbox's clock reports that.
  await passDays(exchange, 2, false);
  expect(await own.available('USDT')).toBe('1000.000000');
  const [view] = (await exchange.visitor.get('/api/v3/earn/view')).body.earn;
  expect(view).toMatchObject({ open: false, closed_reason: 'pool', delayed: true });
  expect((await redeem(own, { stake_id })).status).toBe(200);
  await fundPool(exchange, free);
  await exchange.services.earn.posting.next();
  expect(await own.available('USDT')).toBe('5000.657534');
  const [later] = (await exchange.visitor.get('/api/v3/earn/view')).body.earn;
  expect(later).toMatchObject({ open: true, delayed: false });
});
