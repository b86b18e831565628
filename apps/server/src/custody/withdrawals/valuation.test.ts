import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let [buyer, seller]: TestClient[] = [];

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  [buyer, seller] = [await exchange.client({ USDT: '50000' }), await exchange.client({ ETH: '5' })];
});
afterAll(() => exchange.close());

const market = () => exchange.services.core.market(exchange.services.instruments.byName('web', 'ETHUSDT')?.market ?? 0);

/** Trades a little at the lowest price that the band allows. */
async function pushDown(): Promise<void> {
  const price = ((market()?.lowestTicks ?? 0) / 100).toFixed(2);
  const order = { name: 'ETHUSDT', trade_type: 'limit', order_per_unit: price, number_of_order: '0.02' };
  expect((await buyer?.order({ ...order, delegate_type: 'BUY' }))?.status).toBe(200);
  expect((await seller?.order({ ...order, delegate_type: 'SELL' }))?.status).toBe(200);
}

const advanceDays = (days: number) => exchange.visitor.post('/sandbox/clock', { advanceSeconds: days * 86_400 });

test('a price that clients trade down, without a reference price, does not lower the value for the limits for a week', async () => {
  const { instruments, withdrawals } = exchange.services;
  const eth = instruments.assetByCode('ETH');
  if (eth === undefined) throw new Error('ETH is not listed');
  const value = async () => (await withdrawals.limits.valueOf(eth, 10 ** eth.scale)) / 1e6;
  const first = market()?.lastTicks || market()?.referenceTicks || 0;
  await pushDown();
  const before = await value();
  for (let round = 0; round < 8; round += 1) await pushDown();
  expect(market()?.lastTicks).toBeLessThan(first / 2);
  expect(await value()).toBe(before);
  await advanceDays(5);
  expect(await value()).toBe(before);
  await advanceDays(4);
  expect(await value()).toBeLessThan(before / 2);
});
