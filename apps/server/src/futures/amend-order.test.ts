import { expect, onTestFinished, test } from 'vitest';
import { compareTables } from '../projections/projector/compare-tables.ts';
import { withClient } from '../projections/testing/table-contents.ts';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';

/** An exchange with two clients who each have 10,000 USDT in the future wallet and an unlocked session. */
async function opened() {
  const exchange = await TestExchange.open();
  onTestFinished(() => exchange.close());
  const funded = async (): Promise<TestClient> => {
    const client = await exchange.client({ USDT: '10000' });
    const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
    await client.post('/api/v3/futures/transfer', { ...form, transaction_password: PASSWORD, remember: true });
    return client;
  };
  return { exchange, client: await funded(), other: await funded() };
}

const place = async (who: TestClient, fields: object = {}): Promise<string> => {
  const terms = { name: NAME, effect: 'open', trade_type: 'limit', side: 'long', number_of_order: '0.01' };
  const placed = await who.post('/api/v3/futures/orders', { ...terms, order_per_unit: '60000.0', ...fields });
  expect(placed.status).toBe(200);
  return placed.body.order_id;
};
const amend = (who: TestClient, order_id: string, fields: object, headers = {}) =>
  who.post('/api/v3/orders/amend', { order_id, ...fields }, headers);
const refusal = async (answer: ReturnType<typeof amend>) => (await answer).body.code;
const ticket = async (who: TestClient) => Number((await who.get(`/api/v3/futures/ticket?name=${NAME}`)).body.available);

/** Requires that the tables, once they have caught up, agree with the core. */
async function demandAgreement({ services, databaseUrl }: TestExchange, client: TestClient): Promise<void> {
  const { core } = services;
  await client.get('/api/v3/trades/order-histories', { 'x-min-position': String(core.position) });
  expect(await withClient(databaseUrl, (admin) => compareTables(admin, core))).toBeUndefined();
}
const openOrders = async (who: TestClient) => (await who.get('/api/v3/futures/open-orders')).body.orders;

test('a repeated amendment of an order in a perpetual market changes the order and its margin once, and the tables agree with the core', async () => {
  const { exchange, client, other } = await opened();
  const free = await ticket(client);
  const order = await place(client, { take_profit_price: '70000.0', stop_loss_price: '50000.0' });
  // A margin of 10% of 600 USDT, and the taker fee.
  expect(free - (await ticket(client))).toBeCloseTo(60.6, 6);
  const change = () =>
    amend(client, order, { number_of_order: '0.02', order_per_unit: '61000.0' }, { 'idempotency-key': 'once' });
  const { status, body } = await change();
  expect([status, body.order_id]).toEqual([200, order]);
  expect(free - (await ticket(client))).toBeCloseTo(123.22, 6);
  expect((await change()).body).toEqual(body);
  expect(await openOrders(client)).toMatchObject([
    { id: order, number_of_order: '0.02000', order_per_unit: '61000.0', take_profit_price: '70000.0' },
  ]);
  await place(other, { side: 'short', number_of_order: '0.005', order_per_unit: '61000.0' });
  expect((await amend(client, order, { number_of_order: '0.001' })).status).toBe(200);
  const { positions } = (await client.get('/api/v3/futures/positions')).body;
  expect(positions).toMatchObject([{ side: 'long', size: '0.00500' }]);
  await client.post('/api/v3/futures/orders/cancel', { order_id: order });
  await demandAgreement(exchange, client);
});

test('an amendment to terms that no order may have is refused, and changes nothing', async () => {
  const { client, other } = await opened();
  const order = await place(client);
  const free = await ticket(client);
  expect(await refusal(amend(other, order, { number_of_order: '0.02' }))).toBe('unknown_order');
  expect(await refusal(amend(client, order, { number_of_order: '40' }))).toBe('above_position_limit');
  expect(await refusal(amend(client, order, { number_of_order: '5' }))).toBe('exceeds_balance');
  expect(await refusal(amend(client, order, { number_of_order: '0.00001' }))).toBe('below_minimum');
  expect(await refusal(amend(client, order, { order_per_unit: '99999.0' }))).toBe('outside_price_band');
  expect(await refusal(amend(client, order, { order_per_unit: '60000.05' }))).toBe('excess_decimals');
  expect(await refusal(amend(client, order, { trigger_price: '70000.0' }))).toBe('not_amendable');
  expect(await ticket(client)).toBe(free);
  expect(await openOrders(client)).toMatchObject([{ number_of_order: '0.01000', order_per_unit: '60000.0' }]);
});

test('a reduction that a fill overtakes is refused if it states the open amount that the client saw', async () => {
  const { exchange, client, other } = await opened();
  const order = await place(client, { order_per_unit: '66000.0' });
  await place(other, { side: 'short', number_of_order: '0.006', order_per_unit: '66000.0' });
  const reduce = (number_of_order: string, open_before: string) =>
    amend(client, order, { number_of_order, open_before }, { 'idempotency-key': `once-${number_of_order}` });
  expect(await refusal(reduce('0.005', '0.01'))).toBe('open_amount_changed');
  expect(await openOrders(client)).toMatchObject([{ open: '0.00400' }]);
  const reduced = await reduce('0.003', '0.004');
  expect(reduced, JSON.stringify(reduced.body)).toMatchObject({ status: 200 });
  // A repetition of the request gets the same response, although the open amount is no longer the 0.004 that it states.
  expect((await reduce('0.003', '0.004')).body).toEqual(reduced.body);
  expect(await openOrders(client)).toMatchObject([{ open: '0.00300' }]);
  await client.post('/api/v3/futures/orders/cancel', { order_id: order });
  await demandAgreement(exchange, client);
});

test('an amendment at a leverage that is no longer offered names the maximum leverage, or the maximum amount if that is exceeded', async () => {
  const { exchange, client } = await opened();
  const order = await place(client);
  const terms = exchange.services.core.perpetual(1_001);
  if (terms === undefined) throw new Error('the market is not listed');
  await exchange.submit({ ...terms, kind: 'ChangePerpetualTerms', market: 1_001, maxLeverage: 5 });
  expect((await amend(client, order, { number_of_order: '0.02' })).body).toMatchObject({
    code: 'leverage_too_high',
    parameters: { most: '5' },
  });
  expect(await refusal(amend(client, order, { number_of_order: '1000' }))).toBe('above_maximum');
  // A reduction is accepted even at a leverage that is no longer offered.
  expect((await amend(client, order, { number_of_order: '0.005' })).status).toBe(200);
});

test('an amendment at the same moment as a fill and a cancellation leaves no margin behind', async () => {
  const { exchange, client, other } = await opened();
  const free = await ticket(client);
  for (let round = 0; round < 10; round += 1) {
    const order = await place(client, { order_per_unit: '66000.0' });
    await Promise.all([
      amend(client, order, { number_of_order: '0.03' }),
      place(other, { side: 'short', order_per_unit: '66000.0' }),
      amend(client, order, { order_per_unit: '65990.0' }),
      client.post('/api/v3/futures/orders/cancel', { order_id: order }),
    ]);
    for (const who of [client, other]) await who.post('/api/v3/futures/orders/cancel-all', { name: NAME });
  }
  const { positions } = (await client.get('/api/v3/futures/positions')).body;
  const { positions: opposite } = (await other.get('/api/v3/futures/positions')).body;
  const sizeOf = (list: readonly { size: string }[]) => list.reduce((sum, { size }) => sum + Number(size), 0);
  expect(sizeOf(positions)).toBeCloseTo(sizeOf(opposite), 8);
  expect(await ticket(client)).toBeLessThanOrEqual(free);
  await demandAgreement(exchange, client);
});
