import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTables } from '../projections/projector/compare-tables.ts';
import { withClient } from '../projections/testing/table-contents.ts';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';
const PRICE = '66461.0';

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.passOpeningPause();
  [client, other] = await Promise.all([funded(), funded()]);
});
afterAll(() => exchange.close());

/** A client with USDT in the future wallet, whose session is unlocked for a while. */
async function funded(): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '30000' });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await someone.post('/api/v3/futures/transfer', { ...form, ...unlocking })).status).toBe(200);
  return someone;
}

const order = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', {
    name: NAME,
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.02',
    order_per_unit: PRICE,
    ...fields,
  });
const openOrders = async (who: TestClient) => (await who.get('/api/v3/futures/open-orders')).body.orders;
const attached = { take_profit_price: '68000.0', stop_loss_price: '65000.0' };

test('a take-profit and a stop-loss attached to an order protect each fill, and end with the position', async () => {
  const placed = await order(client, { side: 'long', ...attached });
  expect(placed).toMatchObject({ status: 200, body: { result: { state: 'PENDING' } } });
  expect(await openOrders(client)).toMatchObject([{ id: placed.body.order_id, ...attached }]);
  await order(other, { side: 'short', number_of_order: '0.005' });
  const orders = await openOrders(client);
  expect(orders).toMatchObject([
    { type: 'STOP_MARKET', side: 'long', effect: 'close', trigger_price: '65000.0', open: '0.00500' },
    { type: 'TAKE_PROFIT_MARKET', side: 'long', effect: 'close', trigger_price: '68000.0', open: '0.00500' },
    { id: placed.body.order_id, open: '0.01500', ...attached },
  ]);
  await order(other, { side: 'short', number_of_order: '0.015' });
  expect(await openOrders(client)).toMatchObject([{ open: '0.02000' }, { open: '0.02000' }]);
  const { core } = exchange.services;
  await client.get('/api/v3/futures/order-history', { 'x-min-position': String(core.position) });
  expect(await withClient(exchange.databaseUrl, (admin) => compareTables(admin, core))).toBeUndefined();

  await order(other, { side: 'short', effect: 'close' });
  const closing = { name: NAME, side: 'long', number_of_order: '0.02' };
  expect((await client.post('/api/v3/futures/positions/close', closing)).body.result.state).toBe('APPROVED');
  expect(await openOrders(client)).toEqual([]);
  const { body } = await client.get('/api/v3/futures/order-history', { 'x-min-position': String(core.position) });
  expect(body.orders.slice(1)).toMatchObject([
    { type: 'STOP_MARKET', ended_because: 'position_closed' },
    { type: 'TAKE_PROFIT_MARKET', ended_because: 'position_closed' },
    { id: placed.body.order_id, state: 'APPROVED', ...attached },
  ]);
});

test('prices on the wrong side, or attached to a closing order, are refused', async () => {
  const code = async (fields: object) => (await order(client, { side: 'long', ...fields })).body.code;
  expect(await code({ take_profit_price: '66461.0' })).toBe('take_profit_wrong_side');
  expect(await code({ stop_loss_price: '66461.0' })).toBe('stop_loss_wrong_side');
  expect(await code({ side: 'short', ...attached })).toBe('take_profit_wrong_side');
  expect(await code({ take_profit_price: '68000.05' })).toBe('excess_decimals');
  expect(await code({ ...attached, effect: 'close' })).toBe('unsupported_combination');
});

test('an opening order with a trigger waits with its margin on hold, and then opens and protects the position', async () => {
  const trigger = { trigger_price: '66500.0', trigger_kind: 'stop', trade_type: 'market', order_per_unit: undefined };
  const placed = await order(client, { side: 'long', ...trigger, ...attached });
  expect(placed).toMatchObject({ status: 200, body: { result: { state: 'PENDING' } } });
  const available = async () => (await client.get(`/api/v3/futures/ticket?name=${NAME}`)).body.available;
  expect(Number(await available())).toBeLessThan(9_900);
  await order(other, { side: 'short', order_per_unit: '66500.0', number_of_order: '0.05' });
  // A trade at the trigger price changes nothing; the mark price fires the order.
  const third = await funded();
  await order(third, { side: 'long', order_per_unit: '66500.0', number_of_order: '0.01' });
  expect((await client.get('/api/v3/futures/positions')).body.positions).toEqual([]);
  const [market] = exchange.services.core.perpetuals().map((perpetual) => perpetual.market);
  if (market === undefined) throw new Error('no perpetual market is listed');
  await exchange.submit({ kind: 'SetMarkPrice', market, markTicks: priceTicks(665_000) });
  const { positions } = (await client.get('/api/v3/futures/positions')).body;
  expect(positions).toMatchObject([{ side: 'long', size: '0.02000' }]);
  expect(await openOrders(client)).toMatchObject([{ type: 'STOP_MARKET' }, { type: 'TAKE_PROFIT_MARKET' }]);
});

test('a spot buy with attached prices puts the bought coins on hold for the two orders that protect them', async () => {
  const seller = await exchange.client({ BTC: '1' });
  const price = (await client.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price;
  const at = (percent: number) => (Number(price) * (1 + percent / 100)).toFixed(1);
  const prices = { take_profit_price: at(5), stop_loss_price: at(-5) };
  const limit = { trade_type: 'limit', order_per_unit: at(0), number_of_order: '0.01' };
  expect(await seller.order({ ...limit, delegate_type: 'SELL', ...prices })).toMatchObject({
    status: 422,
    body: { code: 'unsupported_combination' },
  });
  expect((await seller.order({ ...limit, delegate_type: 'SELL' })).status).toBe(200);
  const bought = await client.order({ ...limit, delegate_type: 'BUY', ...prices });
  expect(bought).toMatchObject({ status: 200, body: { result: { state: 'APPROVED' } } });
  expect(await client.available('BTC')).toBe('0.00000000');
  const { orders } = (await client.get('/api/v3/trades/open-orders')).body;
  expect(orders).toMatchObject([
    { type: 'STOP_MARKET', delegate_type: 'SELL', trigger_price: at(-5), open: '0.01000' },
    { type: 'TAKE_PROFIT_MARKET', delegate_type: 'SELL', trigger_price: at(5), open: '0.01000' },
  ]);
  await client.post('/api/v3/orders/cancel', { order_id: orders[1].id });
  expect((await client.get('/api/v3/trades/open-orders')).body.orders).toMatchObject([{ id: orders[0].id }]);
  await client.post('/api/v3/orders/cancel', { order_id: orders[0].id });
  expect(await client.available('BTC')).toBe('0.01000000');
});

test('of 16 equal requests with one Idempotency-Key, one order is placed', async () => {
  const key = { 'idempotency-key': 'attached-1' };
  const body = { name: NAME, effect: 'open', trade_type: 'limit', number_of_order: '0.01', side: 'long' };
  const fields = { ...body, order_per_unit: '64000.0', take_profit_price: '67000.0' };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => client.post('/api/v3/futures/orders', fields, key)),
  );
  expect(new Set(answers.map((answer) => answer.body.order_id)).size).toBe(1);
  const differing = await client.post('/api/v3/futures/orders', { ...fields, stop_loss_price: '60000.0' }, key);
  expect(differing.status).toBe(409);
});
