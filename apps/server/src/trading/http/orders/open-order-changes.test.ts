import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;
let price: number;

/** The price that is this many percent above the last price. */
const above = (percent: number) => (Math.round(price * (10 + percent / 10)) / 10).toFixed(1);
const sell = { delegate_type: 'SELL', trade_type: 'limit', number_of_order: '0.01' };
const place = async (who: TestClient, fields: object = {}): Promise<string> => {
  const { status, body } = await who.order({ ...sell, order_per_unit: above(1), ...fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.order_id;
};
const openOrders = async (who: TestClient) => (await who.get('/api/v3/trades/open-orders')).body.orders;

beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ BTC: '1', USDT: '1000' });
  other = await exchange.client({ BTC: '1', USDT: '1000000' });
  price = Number((await client.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price);
});
afterAll(() => exchange.close());

describe('POST /api/v3/orders/cancel', () => {
  test.each<[string, () => Promise<string>]>([
    ['that never existed', async () => '999999'],
    ['of another client', () => place(other)],
    [
      'that is already cancelled',
      async () => {
        const id = await place(client);
        await client.post('/api/v3/orders/cancel', { order_id: id });
        return id;
      },
    ],
  ])('an order %s is reported as unknown', async (_, order) => {
    const order_id = await order();
    for (const [path, body] of [
      ['/api/v3/orders/cancel', { order_id }],
      ['/api/v3/orders/amend', { order_id, number_of_order: '0.005', transaction_password: PASSWORD }],
    ] as const) {
      expect(await client.post(path, body)).toMatchObject({ status: 404, body: { code: 'unknown_order' } });
    }
    await other.post('/api/v3/orders/cancel-all', {});
  });

  test('of 64 concurrent cancellations of one order, exactly one succeeds, and the hold returns once', async () => {
    const before = await client.available('BTC');
    const order_id = await place(client);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => client.post('/api/v3/orders/cancel', { order_id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await client.available('BTC')).toBe(before);
  });

  test('a repetition with the same Idempotency-Key returns the first response', async () => {
    const order_id = await place(client);
    const key = { 'idempotency-key': 'cancel-1' };
    const first = await client.post('/api/v3/orders/cancel', { order_id }, key);
    expect((await client.post('/api/v3/orders/cancel', { order_id }, key)).body).toEqual(first.body);
  });
});

describe('POST /api/v3/orders/cancel-all', () => {
  test('cancels the orders of one pair, or all', async () => {
    await place(client);
    await place(client);
    expect((await client.post('/api/v3/orders/cancel-all', { name: 'ETHUSDT' })).status).toBe(200);
    expect(await openOrders(client)).toHaveLength(2);
    expect((await client.post('/api/v3/orders/cancel-all', {})).body).toMatchObject({
      cancelled: 2,
      released: [{ coin: 'BTC', amount: '0.02000000' }],
    });
    expect(await openOrders(client)).toEqual([]);
    expect((await client.post('/api/v3/orders/cancel-all', {})).body).toMatchObject({ cancelled: 0, released: [] });
    expect(await client.post('/api/v3/orders/cancel-all', { name: 'NOPEUSDT' })).toMatchObject({ status: 404 });
  });
});

describe('POST /api/v3/orders/amend', () => {
  test('a smaller amount releases the part of the hold that is no longer needed; the history keeps earlier fills', async () => {
    const order_id = await place(client, { order_per_unit: above(0) });
    await other.order({
      delegate_type: 'BUY',
      trade_type: 'limit',
      order_per_unit: above(0),
      number_of_order: '0.004',
    });
    const amended = await client.post('/api/v3/orders/amend', {
      order_id,
      number_of_order: '0.002',
      transaction_password: PASSWORD,
    });
    expect(amended).toMatchObject({ status: 200, body: { message: 'success', order_id } });
    expect(await openOrders(client)).toMatchObject([
      { id: order_id, number_of_order: '0.00600', filled: '0.00400', open: '0.00200', final_price: `${above(0)}00` },
    ]);
    await client.post('/api/v3/orders/cancel-all', {});
  });

  test('an OCO order cannot be amended, and neither can the trigger of an order in the book', async () => {
    const pair = await client.post('/api/v3/oco-order', {
      name: 'BTCUSDT',
      delegate_type: 'SELL',
      number_of_order: '0.01',
      order_per_unit: above(2),
      trigger_price: above(-2),
      transaction_password: PASSWORD,
    });
    for (const change of [
      { order_id: pair.body.order_id, number_of_order: '0.005' },
      { order_id: pair.body.oco_order_id, trigger_price: above(-3) },
      { order_id: await place(client), trigger_price: above(1) },
    ]) {
      expect(await client.post('/api/v3/orders/amend', { ...change, transaction_password: PASSWORD })).toMatchObject({
        status: 422,
        body: { code: 'not_amendable' },
      });
    }
    await client.post('/api/v3/orders/cancel-all', {});
  });

  test('a reduction that a fill overtakes is refused if it states the open amount that the client saw', async () => {
    const order_id = await place(client, { order_per_unit: above(0), remember: true });
    const amend = (fields: object) => client.post('/api/v3/orders/amend', { order_id, ...fields });
    const buy = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: above(0) };
    await other.order({ ...buy, number_of_order: '0.006' });
    for (const change of [{ number_of_order: '0.005' }, { order_per_unit: above(1) }])
      expect(await amend({ ...change, open_before: '0.01' })).toMatchObject({
        status: 409,
        body: { code: 'open_amount_changed' },
      });
    expect((await amend({ number_of_order: '0.003', open_before: '0' })).body.code).toBe('amount_required');
    expect((await amend({ number_of_order: '0.003', open_before: '0.004000001' })).body.code).toBe('excess_decimals');
    expect((await amend({ open_before: '0.004' })).body.code).toBe('unsupported_combination');
    expect(await openOrders(client)).toMatchObject([{ id: order_id, open: '0.00400' }]);
    expect((await amend({ number_of_order: '0.003', open_before: '0.00400' })).status).toBe(200);
    expect(await openOrders(client)).toMatchObject([{ id: order_id, open: '0.00300' }]);
    await client.post('/api/v3/orders/cancel-all', {});
  });

  test('reductions at the same moment as fills never increase an order', async () => {
    const [seller, buyer] = [await exchange.client({ BTC: '1' }), await exchange.client({ USDT: '100000' })];
    const fill = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: above(0), number_of_order: '0.006' };
    for (let round = 0; round < 8; round += 1) {
      const order_id = await place(seller, { order_per_unit: above(0), remember: true });
      const reduce = () =>
        seller.post('/api/v3/orders/amend', { order_id, number_of_order: '0.005', open_before: '0.01' });
      const both = round % 2 === 0 ? [reduce(), buyer.order(fill)] : [buyer.order(fill), reduce()];
      const reduced = (await Promise.all(both))[round % 2];
      const [left] = await openOrders(seller);
      // If the order is reduced before the fill, it is filled completely; if it is filled first, the reduction is
      // refused.
      if (reduced?.status === 200) expect(left).toBeUndefined();
      else expect([reduced?.body.code, left?.open]).toEqual(['open_amount_changed', '0.00400']);
      for (const who of [seller, buyer]) await who.post('/api/v3/orders/cancel-all', {});
    }
  });

  test('an order that ends during its amendment is reported as no longer open', async () => {
    for (let round = 0; round < 20; round += 1) {
      const order_id = await place(client, { remember: true });
      const answers = await Promise.all([
        client.post('/api/v3/orders/amend', { order_id, number_of_order: '0.02' }),
        client.post('/api/v3/orders/amend', { order_id, number_of_order: '5' }),
        client.post('/api/v3/orders/cancel', { order_id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, expect.toBeOneOf([404, 422]), 200]);
    }
  });

  test('64 concurrent amendments that each ask for the whole remaining balance hold at most the balance', async () => {
    const poor = await exchange.client({ BTC: '0.003' });
    const ids = [await place(poor, { number_of_order: '0.001' }), await place(poor, { number_of_order: '0.001' })];
    await poor.order({ ...sell, number_of_order: '0.0001', order_per_unit: above(5), remember: true });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        poor.post('/api/v3/orders/amend', { order_id: ids[i % 2], number_of_order: '0.0019' }),
      ),
    );
    const accepted = new Set(answers.flatMap(({ status }, i) => (status === 200 ? [ids[i % 2]] : [])));
    expect(accepted.size).toBe(1);
    expect(await poor.available('BTC')).toBe('0.00000000');
  });
});

describe('POST /api/v3/oco-order', () => {
  const oco = () => ({
    name: 'BTCUSDT',
    delegate_type: 'SELL',
    number_of_order: '0.01',
    order_per_unit: above(2),
    trigger_price: above(-2),
    transaction_password: PASSWORD,
  });

  test('holds the larger leg once; cancelling one leg ends both', async () => {
    const before = Number(await client.available('BTC'));
    const { body } = await client.post('/api/v3/oco-order', oco());
    expect(Number(await client.available('BTC'))).toBeCloseTo(before - 0.01, 8);
    expect(await openOrders(client)).toMatchObject([
      { id: body.oco_order_id, type: 'STOP_MARKET', oco_order_id: body.order_id },
      { id: body.order_id, type: 'LIMIT', oco_order_id: body.oco_order_id },
    ]);
    await client.post('/api/v3/orders/cancel', { order_id: body.order_id });
    expect(await openOrders(client)).toEqual([]);
    expect(Number(await client.available('BTC'))).toBeCloseTo(before, 8);
  });

  test('refuses a trigger on the wrong side, which would fire immediately', async () => {
    const answer = await client.post('/api/v3/oco-order', { ...oco(), trigger_price: above(3) });
    expect(answer).toMatchObject({ status: 422, body: { code: 'trigger_not_reached_side' } });
  });

  test('of 64 concurrent requests for the whole balance, exactly one succeeds', async () => {
    const poor = await exchange.client({ BTC: '0.0013' });
    await poor.order({ ...sell, number_of_order: '0.0013', order_per_unit: above(5), remember: true });
    await poor.post('/api/v3/orders/cancel-all', {});
    const { transaction_password: _, ...body } = { ...oco(), number_of_order: '0.0013' };
    const answers = await Promise.all(Array.from({ length: 64 }, () => poor.post('/api/v3/oco-order', body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a market that is not open', () => {
  const setStatus = (status: 'open' | 'cancel_only' | 'halted') =>
    exchange.submit({ kind: 'SetMarketStatus', market: 1, status });

  test('accepts only cancellations, as its rules show', async () => {
    const [order_id, other] = [await place(client), await place(client)];
    await setStatus('halted');
    expect((await client.post('/api/v3/orders/cancel', { order_id: other })).status).toBe(200);
    expect(await client.order({ ...sell, order_per_unit: above(1) })).toMatchObject({
      status: 423,
      body: { code: 'market_halted', message: 'Trading in this market is halted', retryable: true },
    });
    expect((await client.get('/api/v3/getOrder?symbol=BTC')).body.price.status).toBe('halted');
    await setStatus('cancel_only');
    expect(await client.order({ ...sell, order_per_unit: above(1) })).toMatchObject({
      body: { code: 'market_cancel_only' },
    });
    expect((await client.post('/api/v3/orders/cancel', { order_id })).status).toBe(200);
    await setStatus('open');
  });
});

describe('conditional orders', () => {
  test('a stop order stays pending until a trade triggers it, and is then reported as triggered', async () => {
    const id = await place(client, { trade_type: 'market', order_per_unit: undefined, trigger_price: above(-1) });
    expect(await openOrders(client)).toMatchObject([
      { id, type: 'STOP_MARKET', triggered: false, trigger_price: above(-1) },
    ]);
    const maker = await exchange.client({ USDT: '100000' });
    await maker.order({
      delegate_type: 'BUY',
      trade_type: 'limit',
      order_per_unit: above(-1),
      number_of_order: '0.05',
    });
    await other.order({ ...sell, order_per_unit: above(-1), number_of_order: '0.001' });
    const { position } = (await client.get('/api/v3/trades/open-orders')).body;
    const { orders } = (await client.get('/api/v3/trades/order-histories', { 'x-min-position': String(position) }))
      .body;
    expect(orders[0]).toMatchObject({ id, state: 'APPROVED', triggered: true, filled: '0.01000' });
  });

  test.each<[string, object, object]>([
    ['whose trigger is already reached', { trigger_price: '1.0' }, {}],
    ['with a trigger kind but no trigger price', { trigger_kind: 'stop' }, { code: 'price_required' }],
    ['that is post-only but would trade', { order_per_unit: '1.0', post_only: true }, {}],
  ])('an order %s is refused', async (_, fields, body) => {
    const seller = await exchange.client({ BTC: '1' });
    const answer = await seller.order({ ...sell, order_per_unit: above(1), ...fields });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject(body);
  });
});

test('open orders are listed page by page, newest first', async () => {
  const many = await exchange.client({ BTC: '1' });
  for (let percent = 1; percent <= 5; percent += 1) await place(many, { order_per_unit: above(percent) });
  const { body: all } = await many.get('/api/v3/trades/open-orders');
  expect([all.orders.length, all.next_cursor]).toEqual([5, undefined]);
  const paged: unknown[] = [];
  const sizes = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const after = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await many.get(`/api/v3/trades/open-orders?name=BTCUSDT&limit=2${after}`);
    paged.push(...body.orders);
    sizes.push(body.orders.length);
    cursor = body.next_cursor;
  }
  expect(sizes).toEqual([2, 2, 1]);
  expect(paged).toEqual(all.orders);
  const refused = async (query: string) => (await many.get(`/api/v3/trades/open-orders?${query}`)).body.code;
  expect([await refused('limit=201'), await refused('cursor=x')]).toEqual(['invalid_request', 'invalid_request']);
});
