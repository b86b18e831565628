import type { PriceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;

let exchange: TestExchange;
let [long, short]: [TestClient?, TestClient?] = [];

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: 664_610 as PriceTicks });
  short = await trader('short');
  long = await trader('long');
});
afterAll(() => exchange.close());

async function trader(side: 'long' | 'short'): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '1000' });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '1000' };
  await someone.post('/api/v3/futures/transfer', { ...form, transaction_password: PASSWORD, remember: true });
  const order = { name: NAME, side, effect: 'open', trade_type: 'limit', number_of_order: '0.01' };
  expect((await someone.post('/api/v3/futures/orders', { ...order, order_per_unit: '66461.0' })).status).toBe(200);
  return someone;
}

const settle = (body: object) => exchange.visitor.post('/sandbox/funding', body);

async function paymentsOf(client: TestClient | undefined): Promise<string[]> {
  const position = { 'x-min-position': String(exchange.services.core.position) };
  const { body } = await (client as TestClient).get('/api/v3/futures/funding-payments?sort=oldest', position);
  return body.payments.map(({ amount }: { amount: string }) => amount);
}

test('POST /sandbox/funding settles funding at once: longs pay a positive rate, shorts a negative one', async () => {
  expect((await settle({ coin: 'BTC', ratePercent: 0.05 })).body).toMatchObject({ rate_percent: '0.0500' });
  expect((await settle({ coin: 'btc', ratePercent: -0.1 })).body).toMatchObject({ rate_percent: '-0.1000' });
  expect(await paymentsOf(long)).toEqual(['-0.332305', '0.664610']);
  expect(await paymentsOf(short)).toEqual(['0.332305', '-0.664610']);
});

test('POST /sandbox/funding without a rate settles at the current estimate', async () => {
  expect((await settle({ coin: 'BTC' })).body).toMatchObject({ rate_percent: '0.0100' });
  expect((await paymentsOf(long)).at(-1)).toBe('-0.066461');
});

test('POST /sandbox/funding settles nothing at a rate of zero, and refuses coins without a perpetual market', async () => {
  const before = await paymentsOf(long);
  expect((await settle({ coin: 'BTC', ratePercent: 0 })).body).toMatchObject({ rate_percent: '0.0000' });
  expect(await paymentsOf(long)).toEqual(before);
  expect(await settle({ coin: 'NEAR' })).toMatchObject({ status: 404, body: { code: 'unknown_coin' } });
  expect(await settle({ coin: 'BTC', ratePercent: 0.6 })).toMatchObject({ status: 400 });
});
