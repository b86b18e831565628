import { systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { differences, passDays, stakesOf, subscribe, subscribeLocked } from '../testing/earn-scene.ts';
import { rent } from '../testing/rental-scene.ts';

let exchange: TestExchange;
let first: TestStaff;
let second: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  first = await exchange.staff('treasury');
  second = await exchange.staff('compliance');
});
afterEach(async () => {
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

type Fields = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
type Shown = any;

const post = (who: TestStaff, path: string, body: object) =>
  who.post(`/api/v3/console/${path}`, { reason: 'a test', ...body });
const approve = async (who: TestStaff, id: number): Promise<Shown> => {
  const { body } = await post(who, 'approvals/approve', { id });
  return body.approval ?? body;
};
/** What comes of a request that a second person approves. */
const both = async (path: string, body: object): Promise<Shown> => {
  const asked = await post(first, path, body);
  expect(asked.body).toMatchObject({ approval: expect.any(Number) });
  return approve(second, asked.body.approval);
};
const view = async (): Promise<Shown> => (await first.get('/api/v3/console/earn')).body;
const productOf = async (coin: string): Promise<Shown> =>
  (await view()).products.findLast((one: Fields) => one.coin === coin);
const poolOf = async (pool: number, coin: string): Promise<Shown> =>
  (await view()).pools.find((one: Fields) => one.pool_id === pool && one.coin === coin);
const offered = async (coin: string): Promise<Shown> =>
  (await exchange.visitor.get('/api/v3/earn/view')).body.earn.find(({ name }: Fields) => name === coin);

/** The treasury holds 1,000 BNB, for which the sandbox has no product. */
const terms = {
  coin: 'BNB',
  source: 'promotional_budget',
  tiers: [
    { days: 0, apr: '2' },
    { days: 30, apr: '4.5' },
  ],
  minimum_amount: '0.1',
  maximum_amount: '50',
  quota: '100',
  notice_days: 7,
  initial_percent: '30',
  reserve_days: 30,
};

describe('a product', () => {
  test('is published by two persons, funded by two, and taken by a client', async () => {
    const { body } = await post(first, 'earn/product', terms);
    expect(await productOf('BNB')).toBeUndefined();
    expect((await approve(first, body.approval)).code).toBe('own_approval');
    const approval = await approve(second, body.approval);
    expect(approval).toMatchObject({ kind: 'earn_product', state: 'done' });
    expect(approval.after).toMatchObject({ coin: 'BNB', apr_days_0: '2', apr_days_30: '4.5', quota: '100.00000000' });
    const product = await productOf('BNB');
    expect(product).toMatchObject({ number: 1, closed_reason: 'pool', quota: '100.00000000', used: '0.00000000' });
    expect(await poolOf(product.pool_id, 'BNB')).toMatchObject({
      free: '0.00000000',
      short: true,
      account: 'treasury',
    });
    expect(await both('earn/fund', { pool_id: product.pool_id, coin: 'BNB', amount: '5' })).toMatchObject({
      kind: 'fund_earn',
      state: 'done',
    });
    expect(await poolOf(product.pool_id, 'BNB')).toMatchObject({
      free: '5.00000000',
      returnable: '5.00000000',
      short: false,
      account_holds: '995.00000000',
    });
    const client = await exchange.client({ BNB: '20' });
    const { id, version } = await offered('BNB');
    expect((await subscribe(client, { earn_id: id, version, amount: '10' })).body.message).toBe('success');
    expect(await productOf('BNB')).toMatchObject({ used: '10.00000000' });
    expect((await productOf('BNB')).closed_reason).toBeUndefined();
  });

  test('of which a coin has one: a second one is refused, also when both were asked for before', async () => {
    expect((await post(first, 'earn/product', terms)).body.code).toBe('product_exists');
    const asked = [await post(first, 'earn/product', { ...terms, coin: 'DOT' })];
    asked.push(await post(first, 'earn/product', { ...terms, coin: 'DOT' }));
    const states = [];
    for (const { body } of asked) states.push((await approve(second, body.approval)).failure);
    expect(states).toEqual(['', 'product_exists']);
  });

  test.each([
    ['a rate of nothing', { tiers: [{ days: 0, apr: '0' }] }, 'apr'],
    ['a rate above 500%', { tiers: [{ days: 0, apr: '500.0001' }] }, 'apr'],
    [
      'a duration twice',
      {
        tiers: [
          { days: 5, apr: '1' },
          { days: 5, apr: '2' },
        ],
      },
      'tiers',
    ],
    ['a maximum below the minimum', { maximum_amount: '0.09' }, 'maximum_amount'],
    ['a quota below the minimum', { quota: '0.09' }, 'quota'],
    [
      'a quota whose interest no account could hold',
      { quota: '90000000', tiers: [{ days: 3650, apr: '500' }] },
      'quota',
    ],
    ['a minimum that yields nothing', { minimum_amount: '0.00000001' }, 'minimum_amount'],
    ['more than all of the principal at once', { initial_percent: '100.1' }, 'initial_percent'],
  ])('with %s is refused', async (_, fields, field) => {
    const { body } = await post(first, 'earn/product', { ...terms, coin: 'LTC', ...fields });
    expect(body).toMatchObject({ code: 'offer_invalid', parameters: { field } });
  });

  test('gets new terms by two persons; what runs keeps its own, and an old version is refused', async () => {
    const { version } = await productOf('BNB');
    const changed = { ...terms, tiers: [{ days: 0, apr: '1' }], version };
    const twice = await post(first, 'earn/product', { ...changed, quota: '90' });
    const stale = await post(first, 'earn/product', { ...changed, quota: '80' });
    const approval = await approve(second, twice.body.approval);
    expect(approval).toMatchObject({
      state: 'done',
      before: { quota: '100.00000000' },
      after: { quota: '90.00000000' },
    });
    expect(await approve(second, stale.body.approval)).toMatchObject({ state: 'failed', failure: 'terms_changed' });
    expect((await post(first, 'earn/product', changed)).body.code).toBe('terms_changed');
    expect(await productOf('BNB')).toMatchObject({ number: 2, quota: '90.00000000', tiers: [{ days: 0, apr: '1' }] });
    const [stake] = await exchange.query(`select apr_ppm from earn_stakes where product_id = $1`, [
      (await productOf('BNB')).product_id,
    ]);
    expect(stake?.apr_ppm).toBe(20_000);
    const now = await productOf('BNB');
    const other = { ...terms, version: now.version, source: 'fees' };
    expect((await post(first, 'earn/product', other)).body).toMatchObject({ parameters: { field: 'source' } });
    expect((await post(first, 'earn/product', { ...terms, coin: 'LTC', version: 1 })).body.code).toBe(
      'unknown_product',
    );
  });

  test('is paused and resumed by one person, at once', async () => {
    const { product_id } = await productOf('BNB');
    const pause = (paused: boolean) => post(first, 'earn/pause', { kind: 'product', product_id, paused });
    expect((await pause(true)).body.message).toBe('success');
    expect((await pause(true)).body.code).toBe('nothing_to_change');
    const client = await exchange.client({ BNB: '1' });
    expect((await subscribe(client, { earn_id: product_id, amount: '1' })).body.code).toBe('product_closed');
    expect((await pause(false)).body.message).toBe('success');
    expect((await subscribe(client, { earn_id: product_id, amount: '1' })).body.message).toBe('success');
    expect((await post(first, 'earn/pause', { kind: 'miner', product_id: 99, paused: true })).body.code).toBe(
      'unknown_product',
    );
  });

  test('ends by two persons: flexible stakes are paid out, terms run on, and the coin may get another product', async () => {
    const [flexible, locked] = [await exchange.client({ ADA: '1000' }), await exchange.client({ ADA: '1000' })];
    const { product_id, version } = await productOf('ADA');
    await subscribe(flexible, { earn_id: product_id, amount: '1000' });
    await subscribeLocked(locked, { earn_id: product_id, amount: '1000', days: 5 });
    expect((await post(first, 'earn/end', { product_id, version: version + 1 })).body.code).toBe('terms_changed');
    const twice = [await post(first, 'earn/end', { product_id, version })];
    twice.push(await post(first, 'earn/end', { product_id, version }));
    const publication = await post(first, 'earn/product', {
      ...terms,
      coin: 'ADA',
      version,
      minimum_amount: '10',
      maximum_amount: '1000',
      quota: '1000',
    });
    expect(await approve(second, twice[0]?.body.approval)).toMatchObject({ kind: 'end_earn_product', state: 'done' });
    expect(await approve(second, twice[1]?.body.approval)).toMatchObject({ failure: 'product_ended' });
    expect(await approve(second, publication.body.approval)).toMatchObject({ failure: 'product_ended' });
    expect((await post(first, 'earn/pause', { kind: 'product', product_id, paused: false })).body.code).toBe(
      'product_ended',
    );
    expect(await exchange.services.earn.settle(30_000)).toBe(true);
    expect((await stakesOf(flexible))[0]).toMatchObject({ state: 'ENDED', ended_because: 'closed' });
    expect((await stakesOf(locked))[0]).toMatchObject({ state: 'RUNNING' });
    expect(await offered('ADA')).toBeUndefined();
    await both('earn/product', { ...terms, coin: 'ADA', minimum_amount: '10', maximum_amount: '1000', quota: '1000' });
    expect((await offered('ADA')).id).not.toBe(product_id);
    await passDays(exchange, 6);
    expect((await stakesOf(locked))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
  });
});

describe('the money of a pool', () => {
  test('comes from the treasury once, however often the approval is repeated', async () => {
    const { pool_id } = await productOf('USDC');
    const before = Number((await poolOf(pool_id, 'USDC')).free);
    const { body } = await post(first, 'earn/fund', { pool_id, coin: 'USDC', amount: '1234.5' });
    expect(Number((await poolOf(pool_id, 'USDC')).free)).toBe(before);
    const answers = await Promise.all([approve(second, body.approval), approve(second, body.approval)]);
    expect(answers.filter(({ state }) => state === 'done')).toHaveLength(1);
    // As after a restart between the transfer and its row.
    await exchange.query(`update earn_fundings set state = 'approved', position = null where approval_id = $1`, [
      body.approval,
    ]);
    await exchange.services.earn.poolFundings.run();
    expect(Number((await poolOf(pool_id, 'USDC')).free)).toBe(before + 1_234.5);
    expect((await view()).fundings[0]).toMatchObject({
      coin: 'USDC',
      amount: '1234.500000',
      state: 'done',
      position: expect.any(Number),
    });
  });

  test('is never more than the treasury holds, when it is asked for, approved, or sent', async () => {
    const { pool_id } = await productOf('BNB');
    const holds = (await poolOf(pool_id, 'BNB')).account_holds;
    const fund = (amount: string) => post(first, 'earn/fund', { pool_id, coin: 'BNB', amount });
    expect((await fund('5000')).body.code).toBe('exceeds_house_funds');
    const asked = [await fund(holds), await fund('0.00000001')];
    expect(await approve(second, asked[0]?.body.approval)).toMatchObject({ state: 'done' });
    expect(await approve(second, asked[1]?.body.approval)).toMatchObject({
      state: 'failed',
      failure: 'exceeds_house_funds',
    });
    expect(await poolOf(pool_id, 'BNB')).toMatchObject({ account_holds: '0.00000000' });
    // The treasury is emptied between the approval and the transfer.
    await both('earn/return', { pool_id, coin: 'BNB', amount: '2' });
    const bnb = exchange.services.instruments.assetByCode('BNB')?.asset as number;
    expect((await approve(second, (await fund('1')).body.approval)).state).toBe('done');
    // An approval of its own, for the row below.
    await fund('1');
    await exchange.query(
      `insert into earn_fundings (approval_id, pool_id, direction, asset_id, units, approved_ms)
       select max(id), $1, 'in', $2, 200000000, 0 from approval`,
      [pool_id, bnb],
    );
    await exchange.services.earn.poolFundings.run();
    expect((await view()).fundings[0]).toMatchObject({ amount: '2.00000000', state: 'cancelled', position: 0 });
    expect(exchange.services.core.balance(systemOwners.treasury, 'spot', bnb).availableUnits).toBe(100_000_000);
  });

  test('goes back as far as it is free: neither the reserve nor what is set aside', async () => {
    const { pool_id, product_id } = await productOf('ETH');
    const client = await exchange.client({ ETH: '60' });
    await subscribe(client, { earn_id: product_id, amount: '20' });
    await subscribeLocked(client, { earn_id: product_id, amount: '40', days: 180 });
    const pool = await poolOf(pool_id, 'ETH');
    expect(Number(pool.promised)).toBeGreaterThan(0);
    expect(Number(pool.reserved)).toBeGreaterThan(0);
    const spare = (BigInt(pool.free.replace('.', '')) - BigInt(pool.reserved.replace('.', ''))) as bigint;
    expect(BigInt(pool.returnable.replace('.', ''))).toBe(spare);
    const giveBack = (amount: string) => post(first, 'earn/return', { pool_id, coin: 'ETH', amount });
    const above = `${(spare + 1n) / 100_000_000n}.${String((spare + 1n) % 100_000_000n).padStart(8, '0')}`;
    expect((await giveBack(above)).body.code).toBe('exceeds_free_funds');
    const twice = [await giveBack(pool.returnable), await giveBack(pool.returnable)];
    expect(await approve(second, twice[0]?.body.approval)).toMatchObject({ kind: 'return_earn', state: 'done' });
    expect(await approve(second, twice[1]?.body.approval)).toMatchObject({
      state: 'failed',
      failure: 'exceeds_free_funds',
    });
    expect(await poolOf(pool_id, 'ETH')).toMatchObject({
      free: pool.reserved,
      returnable: '0.00000000',
      promised: pool.promised,
    });
    const holds = Number((await poolOf(pool_id, 'ETH')).account_holds);
    expect(holds).toBeCloseTo(Number(pool.account_holds) + Number(pool.returnable), 8);
    // What is left is the reserve, so that nothing more can be promised.
    expect((await subscribe(client, { earn_id: product_id, amount: '1' })).body.code).toBe('pool_cannot_cover');
  });

  test('stays as long as days that have ended are not posted', async () => {
    const { pool_id, product_id } = await productOf('SOL');
    const client = await exchange.client({ SOL: '1000' });
    await subscribe(client, { earn_id: product_id, amount: '1000' });
    await passDays(exchange, 2);
    const { posting } = exchange.services.earn;
    await posting.stop();
    const before = Number((await poolOf(pool_id, 'SOL')).reserved);
    await exchange.submit({ kind: 'AdvanceClock', byMs: 2 * 86_400_000 });
    // 1,000 SOL at 2.1%: two days' interest, beside the reserve.
    expect(Number((await poolOf(pool_id, 'SOL')).reserved)).toBeCloseTo(before + (2 * 1_000 * 0.021) / 365, 5);
    posting.start();
    expect(await exchange.services.earn.settle(30_000)).toBe(true);
    expect(Number((await poolOf(pool_id, 'SOL')).reserved)).toBe(before);
  });

  test('that stems from fees comes from the fees, and goes back to them', async () => {
    await both('earn/product', {
      ...terms,
      coin: 'XRP',
      source: 'fees',
      minimum_amount: '10',
      maximum_amount: '1000',
      quota: '1000',
    });
    const { pool_id } = await productOf('XRP');
    const fund = { pool_id, coin: 'XRP', amount: '3' };
    expect((await post(first, 'earn/fund', fund)).body.code).toBe('exceeds_house_funds');
    const xrp = exchange.services.instruments.assetByCode('XRP');
    const units = 5 * 10 ** (xrp?.scale ?? 0);
    await exchange.submit({
      kind: 'Transfer',
      by: systemOwners.treasury,
      purpose: 'house_funding',
      legs: [
        { owner: systemOwners.treasury, wallet: 'spot', asset: xrp?.asset as number, units: assetUnits(-units) },
        { owner: systemOwners.fees, wallet: 'spot', asset: xrp?.asset as number, units: assetUnits(units) },
      ],
    });
    expect(await both('earn/fund', fund)).toMatchObject({ state: 'done', after: { source: 'fees' } });
    expect(Number((await poolOf(pool_id, 'XRP')).account_holds)).toBe(2);
    await both('earn/return', { pool_id, coin: 'XRP', amount: '1' });
    expect(Number((await poolOf(pool_id, 'XRP')).account_holds)).toBe(3);
  });

  test('of another coin, or of no pool, is refused', async () => {
    for (const path of ['earn/fund', 'earn/return']) {
      expect((await post(first, path, { pool_id: 1, coin: 'ETH', amount: '1' })).body.code).toBe('unknown_coin');
      expect((await post(first, path, { pool_id: 700, coin: 'USDT', amount: '1' })).body.code).toBe('unknown_coin');
    }
  });
});

describe('a miner', () => {
  const miner = {
    coin: 'TRX',
    price_coin: 'USDT',
    source: 'promotional_budget',
    price: '20',
    days: 90,
    daily_output: '1',
    quota: 10,
    most_per_client: 2,
    most_worth_percent: 200,
  };
  const newest = async (): Promise<Shown> => (await view()).miners.at(-1);

  test('is published, funded and rented; new terms replace the version that both persons saw', async () => {
    const approval = await both('earn/miner', miner);
    expect(approval).toMatchObject({ kind: 'earn_miner', state: 'done', after: { price: '20.000000 USDT' } });
    const { product_id, version, pool_id, closed_reason } = await newest();
    expect(closed_reason).toBe('pool');
    await both('earn/fund', { pool_id, coin: 'TRX', amount: '100' });
    const client = await exchange.client({ USDT: '100' });
    expect((await rent(client, { product_id, version })).body.message).toBe('success');
    expect(await newest()).toMatchObject({ used: 1, quota: 10, closed_reason: 'pool' });
    // The output of the whole term is set aside; the price is income, which can only go back.
    expect(await poolOf(pool_id, 'TRX')).toMatchObject({ promised: '90.000000', returnable: '10.000000', short: true });
    expect((await post(first, 'earn/fund', { pool_id, coin: 'USDT', amount: '1' })).body.code).toBe('unknown_coin');
    expect((await post(first, 'earn/return', { pool_id, coin: 'TRX', amount: '10.000001' })).body.code).toBe(
      'exceeds_free_funds',
    );
    expect(await both('earn/return', { pool_id, coin: 'USDT', amount: '20' })).toMatchObject({ state: 'done' });
    const changed = { ...miner, price: '25', product_id, version };
    const stale = await post(first, 'earn/miner', { ...changed, price: '30' });
    expect(await both('earn/miner', changed)).toMatchObject({ before: { price: '20.000000 USDT' } });
    expect(await approve(second, stale.body.approval)).toMatchObject({ failure: 'terms_changed' });
    expect(await newest()).toMatchObject({ number: 2, price: '25.000000' });
    expect((await post(first, 'earn/miner', { ...changed, version: 999 })).body.code).toBe('terms_changed');
  });

  test('is for rent only while its output is worth at most what both persons saw', async () => {
    const { product_id, version, pool_id, total_usdt } = await newest();
    const price = (Number(total_usdt) / 1.2).toFixed(6);
    const changed = { ...miner, price, product_id, version };
    expect((await post(first, 'earn/miner', { ...changed, most_worth_percent: 119 })).body).toMatchObject({
      parameters: { field: 'most_worth_percent' },
    });
    expect(await both('earn/miner', { ...changed, most_worth_percent: 122 })).toMatchObject({ state: 'done' });
    await both('earn/fund', { pool_id, coin: 'TRX', amount: '90' });
    const now = (await newest()).version;
    expect((await newest()).closed_reason).toBeUndefined();
    // The only orders of the book set a price that is 3% higher.
    const maker = await exchange.client({ USDT: '100', TRX: '1000' });
    const unit = Number((await maker.get('/api/v3/getOrder?symbol=TRX')).body.price.unit_price);
    for (const [delegate_type, factor] of [
      ['BUY', 1.03],
      ['SELL', 1.035],
    ] as const) {
      const order = {
        name: 'TRXUSDT',
        delegate_type,
        trade_type: 'limit',
        number_of_order: '100',
        order_per_unit: (unit * factor).toFixed(5),
      };
      expect((await maker.order(order)).status).toBe(200);
    }
    expect(await newest()).toMatchObject({ closed_reason: 'moved' });
    const client = await exchange.client({ USDT: '100' });
    expect((await rent(client, { product_id, version: now })).body.code).toBe('product_closed');
  });

  test('that is paused is not rented', async () => {
    const { product_id, version } = await newest();
    await post(first, 'earn/pause', { kind: 'miner', product_id, paused: true });
    const client = await exchange.client({ USDT: '100' });
    expect((await rent(client, { product_id, version })).body.code).toBe('product_closed');
    expect(await newest()).toMatchObject({ paused: true, closed_reason: 'paused' });
  });

  test.each([
    ['that is paid in the coin that it yields', { price_coin: 'TRX' }, 'price_coin'],
    ['whose output no account could hold', { quota: 1_000_000, daily_output: '1000000' }, 'quota'],
  ])('%s is refused', async (_, fields, field) => {
    const { body } = await post(first, 'earn/miner', { ...miner, ...fields });
    expect(body).toMatchObject({ code: 'offer_invalid', parameters: { field } });
  });
});

test('what staff without the role may not do', async () => {
  const [support, auditor] = [await exchange.staff('support'), await exchange.staff('auditor')];
  expect((await support.get('/api/v3/console/earn')).body.code).toBe('not_permitted');
  expect((await auditor.get('/api/v3/console/earn')).status).toBe(200);
  const calls: readonly (readonly [string, object])[] = [
    ['earn/product', { ...terms, coin: 'LTC' }],
    ['earn/pause', { kind: 'product', product_id: 1, paused: true }],
    ['earn/end', { product_id: 1, version: 1 }],
    ['earn/fund', { pool_id: 1, coin: 'USDT', amount: '1' }],
    ['earn/return', { pool_id: 1, coin: 'USDT', amount: '1' }],
  ];
  for (const who of [support, auditor])
    for (const [path, body] of calls) expect((await post(who, path, body)).body.code).toBe('not_permitted');
});
