import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { demandLease } from './miners/lease.ts';
import { rent as actOfRenting } from './miners/rent.ts';
import { passDays } from './testing/earn-scene.ts';
import { fundMiner, minerUnits, miningsOf, publishTerms, rent, rentalDifferences } from './testing/rental-scene.ts';

const DAY_MS = 86_400_000;
/** 90 days of 0.81 TRX. */
const WHOLE = 72_900_000;

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterEach(async () => {
  await exchange.services.earn.payingOutputs.next();
  expect(await rentalDifferences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const trx = async (who: TestClient): Promise<string> => who.available('TRX');

describe('a miner', () => {
  test('is shown with its price, its output, their value, and the day on which it breaks even', async () => {
    const own = await exchange.client();
    const { products, miners } = await miningsOf(own);
    expect(miners).toEqual([]);
    const [first] = products;
    expect(first).toMatchObject({
      name: 'TRX',
      price: '18.000000',
      price_coin: 'USDT',
      days: 90,
      daily_output: '0.810000',
      total_output: '72.900000',
      demo: true,
      source: 'promotional_budget',
      open: true,
    });
    const price = Number((await exchange.visitor.get('/api/v3/getOrder?symbol=TRX')).body.price.unit_price);
    expect(Number(first.total_value_usdt)).toBeCloseTo(72.9 * price, 5);
    let day = 1;
    while (day * 0.81 * price < 18) day += 1;
    expect(first.break_even_day).toBe(day);
    expect(first.break_even_at).toBe(first.starts_at + day * DAY_MS);
    expect(first.ends_at).toBe(first.starts_at + 90 * DAY_MS);
  });

  test('whose output is worth less than its price has no break-even day', async () => {
    await publishTerms(exchange, { price: 1_000_000_000 });
    const [first] = (await miningsOf(await exchange.client())).products;
    expect(first).not.toHaveProperty('break_even_day');
    expect(first).not.toHaveProperty('break_even_at');
    await publishTerms(exchange, {});
  });
});

test('is not for rent if the delisting of its coin is announced', async () => {
  const own = await exchange.client({ USDT: '20' });
  const version = await publishTerms(exchange, {});
  const { plannedDelistings, instruments, clock } = exchange.services;
  const tron = instruments.spot().find(({ base }) => base.code === 'TRX')?.market;
  const plan = { atMs: clock() + DAY_MS, closeOnlyMs: clock(), endedTermDays: 0 };
  const planned = vi.spyOn(plannedDelistings, 'of');
  planned.mockImplementation((market) => (market === tron ? plan : undefined));
  expect((await miningsOf(own)).products[0]).toMatchObject({ open: false, closed_reason: 'coin_delisted' });
  expect((await rent(own, { version })).body.code).toBe('product_closed');
  planned.mockRestore();
  expect((await miningsOf(own)).products[0]).toMatchObject({ open: true });
});

describe('a rental', () => {
  test('costs its price, has its whole output reserved, yields the same output every day, and ends', async () => {
    const own = await exchange.client({ USDT: '20' });
    const version = await publishTerms(exchange, {});
    const before = await minerUnits(exchange);
    const { body } = await rent(own, { version });
    expect(body).toMatchObject({ message: 'success' });
    expect(body.ends_at - body.starts_at).toBe(90 * DAY_MS);
    expect(await own.available('USDT')).toBe('2.000000');
    expect(await minerUnits(exchange)).toEqual({ free: before.free - WHOLE, promised: before.promised + WHOLE });
    expect(await trx(own)).toBe('0.000000');
    await passDays(exchange, 1);
    expect(await trx(own)).toBe('0.000000');
    await passDays(exchange, 1);
    expect(await trx(own)).toBe('0.810000');
    await passDays(exchange, 39);
    expect(await trx(own)).toBe('32.400000');
    const [rental] = (await miningsOf(own)).miners;
    expect(rental).toMatchObject({
      id: body.rental_id,
      state: 'RUNNING',
      day: 40,
      accrued: '32.400000',
      next_output: body.starts_at + 41 * DAY_MS,
    });
    await passDays(exchange, 60);
    expect(await trx(own)).toBe('72.900000');
    expect((await miningsOf(own)).miners[0]).toMatchObject({ state: 'ENDED', day: 90, accrued: '72.900000' });
    expect(await minerUnits(exchange)).toMatchObject({ free: before.free - WHOLE });
    const { notifications } = (await own.get('/api/v3/notifications')).body;
    expect(notifications[0]).toMatchObject({
      kind: 'rental_ended',
      parameters: { amount: '72.9', coin: 'TRX', days: '90' },
    });
    const everything = { 'x-min-position': String(exchange.services.core.position) };
    const { lines } = (await own.get('/api/v3/ledger?cause=rental&limit=200', everything)).body;
    expect(lines.at(-1)).toMatchObject({ coin: 'USDT', amount: '-18.000000' });
    expect(lines).toHaveLength(91);
  });

  test.each([
    ['of an unknown miner', { product_id: 99 }, 'unknown_product'],
    ['whose terms are not accepted', { accepted: false }, 'terms_not_accepted'],
    ['under terms that are no longer in force', { version: 2 }, 'rental_terms_changed'],
    ['without the transaction password', { transaction_password: undefined }, 'transaction_password_required'],
  ])('%s is refused', async (_, fields, code) => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '50' });
    expect((await rent(own, { version, ...fields })).body.code).toBe(code);
    expect(await own.available('USDT')).toBe('50.000000');
  });

  test('with a wrong transaction password is rejected, and moves no money', async () => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '50' });
    const { status, body } = await rent(own, { version, transaction_password: 'not it' });
    expect([status, body]).toEqual([200, { message: 'wrong_transaction_password' }]);
    expect((await miningsOf(own)).miners).toEqual([]);
  });

  test('above the balance is refused by the ledger, leaves nothing behind, and does not consume its key', async () => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '17.999999' });
    const before = await minerUnits(exchange);
    const { units_left } = (await miningsOf(own)).products[0];
    expect((await rent(own, { version }, 'later')).body.code).toBe('exceeds_balance');
    expect(await minerUnits(exchange)).toEqual(before);
    const after = await miningsOf(own);
    expect([after.miners, after.products[0].units_left]).toEqual([[], units_left]);
    await exchange.visitor.post('/sandbox/deposits', { coin: 'USDT', amount: '1', username: own.email });
    expect((await rent(own, { version }, 'later')).body.message).toBe('success');
    expect(await own.available('USDT')).toBe('0.999999');
  });

  test('of a paused miner is refused, and running ones continue', async () => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '50' });
    await rent(own, { version });
    await exchange.query('update miner_products set is_paused = true where product_id = 1');
    expect((await rent(own, { version })).body.code).toBe('product_closed');
    expect((await miningsOf(own)).products[0]).toMatchObject({ open: false, closed_reason: 'paused' });
    await passDays(exchange, 3);
    await exchange.query('update miner_products set is_paused = false where product_id = 1');
    expect(await trx(own)).toBe('1.620000');
  });

  test('of a frozen client is still paid', async () => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '20' });
    await rent(own, { version });
    await exchange.submit({ kind: 'FreezeOwner', owner: own.owner });
    expect((await rent(own, { version })).status).not.toBe(200);
    await passDays(exchange, 2);
    const asset = exchange.services.instruments.assetByCode('TRX')?.asset as number;
    expect(exchange.services.core.balance(own.owner, 'spot', asset).availableUnits).toBe(810_000);
  });
});

test('rentals are listed in pages, the newest first', async () => {
  const version = await publishTerms(exchange, {});
  const own = await exchange.client({ USDT: '100' });
  const ids: number[] = [];
  for (let i = 0; i < 3; i += 1) ids.unshift((await rent(own, { version })).body.rental_id);
  const first = (await own.get('/api/v3/minings?limit=2')).body;
  const second = (await own.get(`/api/v3/minings?limit=2&cursor=${first.next_cursor}`)).body;
  expect([...first.miners, ...second.miners].map(({ id }) => id)).toEqual(ids);
  expect(second).not.toHaveProperty('next_cursor');
});

describe('concurrent rentals', () => {
  test('with one key: one rental', async () => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '100' });
    const answers = await Promise.all(Array.from({ length: 16 }, () => rent(own, { version }, 'once')));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await own.available('USDT')).toBe('82.000000');
    const other = await publishTerms(exchange, {});
    expect((await rent(own, { version: other }, 'once')).body.code).toBe('reference_conflict');
    expect((await miningsOf(own)).miners).toHaveLength(1);
  });

  test('with money for one: one rental', async () => {
    const version = await publishTerms(exchange, {});
    const own = await exchange.client({ USDT: '18' });
    const answers = await Promise.all(Array.from({ length: 16 }, () => rent(own, { version })));
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(1);
    expect((await miningsOf(own)).miners).toHaveLength(1);
  });

  test('by one client: at most as many as the terms allow', async () => {
    const version = await publishTerms(exchange, { mostPerClient: 3 });
    const own = await exchange.client({ USDT: '1000' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => rent(own, { version })));
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(3);
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['too_many_rentals']));
    expect(await own.available('USDT')).toBe('946.000000');
  });

  test('at the edge of the quota: exactly what is left', async () => {
    const [used] = await exchange.query(
      `select count(*)::int as count from miner_rentals where product_id = 1 and state in ('draft', 'running')`,
    );
    const version = await publishTerms(exchange, { quota: Number(used?.count) + 4 });
    const clients = await Promise.all(Array.from({ length: 12 }, () => exchange.client({ USDT: '20' })));
    const answers = await Promise.all(clients.map((who) => rent(who, { version })));
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(4);
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['miner_sold_out']));
    const [product] = (await miningsOf(clients[0] as TestClient)).products;
    expect(product).toMatchObject({ units_left: 0, open: false, closed_reason: 'quota' });
  });

  test('at the edge of the pool: only as many as it covers in full, and it never falls below zero', async () => {
    const version = await publishTerms(exchange, {});
    const { free } = await minerUnits(exchange);
    await fundMiner(exchange, 5 * WHOLE + 7 - free);
    const clients = await Promise.all(Array.from({ length: 12 }, () => exchange.client({ USDT: '20' })));
    const answers = await Promise.all(clients.map((who) => rent(who, { version })));
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(5);
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['pool_cannot_cover']));
    expect((await minerUnits(exchange)).free).toBe(7);
    const [product] = (await miningsOf(clients[0] as TestClient)).products;
    expect(product).toMatchObject({ open: false, closed_reason: 'pool', pool_free: '0.000007' });
    await fundMiner(exchange, free);
  });
});

test('a posting that the ledger refuses does not delay the following ones', async () => {
  const version = await publishTerms(exchange, {});
  const own = await exchange.client({ USDT: '20' });
  await rent(own, { version });
  const [broken] = await exchange.query(
    `insert into miner_payouts (payout_id, pool_id, asset_id, cut, units, owners, amounts, state)
     select 0, pool_id, asset_id, 0, $1, array[$2::bigint], array[$1::bigint], 'sent' from miner_products
     where product_id = 1 returning payout_id`,
    [9_000_000_000_000, own.owner],
  );
  await passDays(exchange, 3, false);
  expect(await trx(own)).toBe('1.620000');
  await exchange.query('delete from miner_payouts where payout_id = $1', [broken?.payout_id]);
});

test('a principal without the right to trade cannot rent', async () => {
  const own = await exchange.client({ USDT: '20' });
  const principal = { owner: own.owner, may: () => false, unlock: async () => {} };
  const wanted = { product: 1, version: 1, isAccepted: true };
  await expect(async () => actOfRenting(exchange.services, principal, wanted, undefined)).rejects.toMatchObject({
    code: 'not_permitted',
  });
  expect(await own.available('USDT')).toBe('20.000000');
});

test('a server that has lost the lease decides nothing', async () => {
  const { pool } = exchange.services.earn;
  const { epoch } = exchange.services.sequencer;
  await expect(inTransaction(pool, (client) => demandLease(client, epoch))).resolves.toBeUndefined();
  await expect(inTransaction(pool, (client) => demandLease(client, epoch - 1))).rejects.toThrow('no longer holds');
});
