import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.passOpeningPause();
});
afterAll(() => exchange.close());

/** A client with this much USDT in the future wallet, whose session is unlocked for a while. */
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: amount });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await someone.post('/api/v3/futures/transfer', { ...form, ...unlocking })).status).toBe(200);
  return someone;
}

/** Sets the mark price, at which orders with a trigger fire. */
const mark = (ticks: number) => {
  const [market] = exchange.services.core.perpetuals();
  if (market === undefined) throw new Error('no perpetual market is listed');
  return exchange.submit({ kind: 'SetMarkPrice', market: market.market, markTicks: priceTicks(ticks) });
};

const order = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', { name: NAME, effect: 'open', trade_type: 'limit', ...fields });

test('a triggered order that its client can no longer afford is refused, and the client is notified once', async () => {
  const [poor, rich] = await Promise.all(['200', '10000'].map(funded));
  if (!poor || !rich) throw new Error('two clients were opened');
  const waiting = await order(poor, {
    side: 'short',
    number_of_order: '0.031',
    order_per_unit: '60000.0',
    trigger_price: '66300.0',
  });
  expect(waiting).toMatchObject({ status: 200, body: { result: { state: 'PENDING' } } });
  // When the order is triggered, its margin is calculated for the price at which it would sell, which is above its
  // limit.
  await order(rich, { side: 'long', order_per_unit: '66300.0', number_of_order: '0.06' });
  await mark(663_000);
  const { core } = exchange.services;
  const { body } = await poor.get('/api/v3/futures/order-history', { 'x-min-position': String(core.position) });
  expect(body.orders).toMatchObject([{ id: waiting.body.order_id, ended_because: 'exceeds_balance' }]);
  for (let times = 0; times < 2; times++) await exchange.services.reportRefusedOrders();
  const { notifications } = (await poor.get('/api/v3/notifications')).body;
  const refused = notifications.filter(({ kind }: { kind: string }) => kind === 'order_refused');
  expect(refused).toMatchObject([{ parameters: { coin: 'BTC' } }]);
});

async function refusedNotices(who: TestClient): Promise<object[]> {
  await who.get('/api/v3/futures/order-history', { 'x-min-position': String(exchange.services.core.position) });
  await exchange.services.reportRefusedOrders();
  const { notifications } = (await who.get('/api/v3/notifications')).body;
  return notifications.filter(({ kind }: { kind: string }) => kind === 'order_refused');
}

test('orders refused together cause one notification, as does a stop that was only partly filled', async () => {
  const [client, seller, buyer] = await Promise.all(['10000', '10000', '10000'].map(funded));
  if (!client || !seller || !buyer) throw new Error('three clients were opened');
  // Fills the bid from the previous test.
  await order(seller, { side: 'short', order_per_unit: '66300.0', number_of_order: '0.06' });
  await order(client, { side: 'long', order_per_unit: '66000.0', number_of_order: '0.004' });
  await order(seller, { side: 'short', order_per_unit: '66000.0', number_of_order: '0.004' });
  const stop = { side: 'long', effect: 'close', trade_type: 'market', trigger_kind: 'stop' };
  for (let times = 0; times < 2; times++)
    await order(client, { ...stop, trigger_price: '65900.0', number_of_order: '0.001' });
  await mark(659_000);
  expect(await refusedNotices(client)).toHaveLength(1);
  await order(client, { ...stop, trigger_price: '65800.0', number_of_order: '0.002' });
  await order(buyer, { side: 'long', order_per_unit: '65800.0', number_of_order: '0.001' });
  await mark(658_000);
  expect(await refusedNotices(client)).toHaveLength(2);
});
