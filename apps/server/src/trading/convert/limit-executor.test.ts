import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, stopDuty, type TestClient, TestExchange } from '../../testing/test-exchange.ts';
import { MOST_WAITING_CONVERTS } from './waiting-converts.ts';

let exchange: TestExchange;
let maker: TestClient;

const price = 60_000;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  maker = await exchange.client({ USDT: '1000000', BTC: '100' });
  await offer('SELL', price);
});
afterAll(() => exchange.close());

async function offer(delegate_type: 'BUY' | 'SELL', at: number): Promise<void> {
  const order = { trade_type: 'limit', number_of_order: '1', order_per_unit: at.toFixed(1), remember: true };
  expect((await maker.order({ ...order, delegate_type })).body).toMatchObject({ message: 'success' });
}

/**
 * Places a limit conversion of 20 USDT that waits until BTC costs at most `at`, fees included. The first call of a
 * client needs the password and unlocks the session.
 */
const waitFor = (who: TestClient, at: number, password: object = { transaction_password: PASSWORD, remember: true }) =>
  who.post('/api/v3/convert/limit-order', {
    from: 'USDT',
    to: 'BTC',
    amount: '20',
    receives: (20 / at).toFixed(8),
    ...password,
  });

test('a cycle quotes only the limit conversions within reach of the current price, no matter how many are pending', async () => {
  const { executor } = exchange.services.converts;
  // From here on, only the test runs cycles.
  await stopDuty(exchange.exchange, 'limit conversions');
  const people = [await exchange.client({ USDT: '2000' }), await exchange.client({ USDT: '2000' })];
  for (const who of people) {
    await waitFor(who, price * 0.9);
    await Promise.all(Array.from({ length: 29 }, () => waitFor(who, price * 0.9, {})));
    await Promise.all(Array.from({ length: 5 }, () => waitFor(who, price * 0.95, {})));
  }
  expect(await executor.run()).toEqual({ quoted: 0 });
  const [first] = people as [TestClient, TestClient];
  // A conversion that the price reaches, but that is not due yet because of the fee.
  await waitFor(first, price);
  expect(await executor.run()).toEqual({ quoted: 1 });
  expect(await first.available('BTC')).toBe('0.00000000');
  await offer('SELL', price * 0.92);
  expect(await executor.run()).toEqual({ quoted: 11 });
  for (const who of people) expect(Number(await who.available('BTC'))).toBeGreaterThan((5 * 20) / (price * 0.95));
  expect(await executor.run()).toEqual({ quoted: 0 });
});

test('a client can have a limited number of limit conversions open; cancelling one makes room', async () => {
  const who = await exchange.client({ USDT: '2000' });
  await waitFor(who, 30_000);
  const answers = await Promise.all(Array.from({ length: 64 }, () => waitFor(who, 30_000, {})));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(MOST_WAITING_CONVERTS - 1);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'too_many_limit_conversions',
      message: 'At most 50 limit conversions can be open at once. Cancel one to place another.',
    },
  });
  const [written] = await exchange.query('select count(*)::int as n from limit_convert where owner = $1', [who.owner]);
  expect(written).toEqual({ n: MOST_WAITING_CONVERTS });
  await who.post('/api/v3/convert/cancel', { order_id: accepted[0]?.body.order_id });
  expect((await waitFor(who, 30_000)).status).toBe(200);
  expect((await waitFor(who, 30_000)).body.code).toBe('too_many_limit_conversions');
});

test('a refused limit conversion does not count toward the limits', async () => {
  const who = await exchange.client({ USDT: '20' });
  await waitFor(who, 30_000);
  for (let n = 0; n < MOST_WAITING_CONVERTS; n += 1)
    expect((await waitFor(who, 30_000, {})).body.code).toBe('exceeds_balance');
});

test('a client can place at most 1,000 limit conversions in 24 hours, even with concurrent requests', async () => {
  const who = await exchange.client({ USDT: '2000' });
  const insert = (count: number, atMs: number) =>
    exchange.query(
      `insert into limit_convert (owner, from_asset, to_asset, units, min_units, created_ms, expires_ms)
       select $1, 1, 2, 1, 1, $2, $2 from generate_series(1, $3)`,
      [who.owner, atMs, count],
    );
  const now = Date.now();
  await insert(100, now - 25 * 3_600_000);
  await insert(998, now - 600_000);
  await waitFor(who, 30_000);
  const answers = await Promise.all(Array.from({ length: 8 }, () => waitFor(who, 30_000, {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
  expect(refused).toHaveLength(7);
  for (const { code, parameters } of refused)
    expect([code, parameters]).toEqual([
      'too_many_conversions',
      { most: '1000', time: String(now - 600_000 + 86_400_000) },
    ]);
});
