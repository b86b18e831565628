import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  [client, other] = await Promise.all([funded('10000'), funded('10000')]);
});
afterAll(() => exchange.close());

/** A client with this much USDT in the future wallet. */
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: amount });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  const { status } = await someone.post('/api/v3/futures/transfer', { ...form, transaction_password: PASSWORD });
  expect(status).toBe(200);
  return someone;
}

const order = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', {
    name: NAME,
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.01',
    order_per_unit: '66461.0',
    transaction_password: PASSWORD,
    ...fields,
  });

test('a client opens a position over HTTP, sees it, and closes it; figures, ledger and tables agree', async () => {
  expect((await order(other, { side: 'short' })).body).toMatchObject({
    message: 'success',
    result: { state: 'PENDING' },
  });
  const opened = await order(client, { side: 'long', trade_type: 'market' });
  expect(opened.body.result).toMatchObject({
    state: 'APPROVED',
    filled: '0.01000',
    filled_total: '664.610000',
    fee: '0.664610',
  });

  const { positions } = (await client.get('/api/v3/futures/positions')).body;
  expect(positions).toMatchObject([
    {
      name: NAME,
      side: 'long',
      leverage: 10,
      size: '0.01000',
      entry_price: '66461.000',
      mark_price: '66461.0',
      cost: '664.610000',
      margin: '66.461000',
      profit: '0.000000',
    },
  ]);

  await order(other, { side: 'short', effect: 'close' });
  const closed = await client.post('/api/v3/futures/positions/close', {
    name: NAME,
    side: 'long',
    number_of_order: '0.01',
    transaction_password: PASSWORD,
  });
  expect(closed.body.result).toMatchObject({ state: 'APPROVED', filled: '0.01000' });
  expect((await client.get('/api/v3/futures/positions')).body.positions).toEqual([]);
  const { available } = (await client.get(`/api/v3/futures/ticket?name=${NAME}`)).body;
  expect(available).toBe('9998.670780');
});
