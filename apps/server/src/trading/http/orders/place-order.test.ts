import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
/** The last price of BTC, and a slightly lower one: both are within the price band. */
let price: string;
let lower: string;

beforeAll(async () => {
  exchange = await TestExchange.open({ LEASE_MS: '3000' });
  client = await exchange.client({ USDT: '10000', BTC: '0.5' });
  price = (await client.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price;
  lower = (Math.floor(Number(price) * 9.9) / 10).toFixed(1);
});
afterAll(() => exchange.close());

const buy = (fields: object) => ({ delegate_type: 'BUY', trade_type: 'limit', order_per_unit: lower, ...fields });

/** USDT as a whole number of its units. */
const units = (text: string) => Number(text.replace('.', ''));

/** Everything that may change when an order is placed. */
const state = async (who: TestClient) => [
  (await who.get('/api/v3/wallets/spot')).body.wallet,
  (await who.get('/api/v3/trades/open-orders')).body.orders,
];

describe('POST /api/v2/my-order', () => {
  test('a limit order rests, holds its maximum cost and fee, and is listed; cancelling releases everything', async () => {
    const before = await client.available('USDT');
    const { status, body, headers } = await client.order(buy({ number_of_order: '0.01' }));
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'success' });
    expect(Number(headers['x-log-position'])).toBeGreaterThanOrEqual(body.position);
    expect(Number(before) - Number(await client.available('USDT'))).toBeCloseTo(Number(lower) * 0.01 * 1.001, 4);
    expect(body.result).toEqual({
      state: 'PENDING',
      ended_because: '',
      filled: '0.00000',
      filled_total: '0.000000',
      final_price: '',
      fee: '0.000000',
    });
    const { orders } = (await client.get('/api/v3/trades/open-orders?name=BTCUSDT')).body;
    expect(orders).toMatchObject([
      {
        id: body.order_id,
        state: 'PENDING',
        type: 'LIMIT',
        delegate_type: 'BUY',
        number_of_order: '0.01000',
        open: '0.01000',
        order_per_unit: lower,
      },
    ]);
    const held = units(before) - units(await client.available('USDT'));
    const cancelled = await client.post('/api/v3/orders/cancel', { order_id: body.order_id });
    expect(cancelled).toMatchObject({ status: 200, body: { cancelled: 1 } });
    expect(cancelled.body.released.map(({ coin }: { coin: string }) => coin)).toEqual(['USDT']);
    expect(units(cancelled.body.released[0].amount)).toBe(held);
    expect(await client.available('USDT')).toBe(before);
  });

  test('two clients trade: both see the fill in their histories, with fees, to the last unit', async () => {
    const seller = await exchange.client({ BTC: '1' });
    const buyer = await exchange.client({ USDT: '1000000' });
    await seller.order({ delegate_type: 'SELL', trade_type: 'limit', order_per_unit: price, number_of_order: '0.2' });
    const bought = await buyer.order({ delegate_type: 'BUY', trade_type: 'market', number_of_order: '0.2' });
    const notional = Math.round(Number(price) * 0.2 * 1e6);
    const takerFee = Math.ceil((notional * 1_000) / 1e6);
    const makerFee = Math.ceil((notional * 800) / 1e6);
    expect(bought.body.result).toEqual({
      state: 'APPROVED',
      ended_because: '',
      filled: '0.20000',
      filled_total: (notional / 1e6).toFixed(6),
      final_price: `${price}00`,
      fee: (takerFee / 1e6).toFixed(6),
    });
    expect(await buyer.available('BTC')).toBe('0.20000000');
    expect(await buyer.available('USDT')).toBe(((1e12 - notional - takerFee) / 1e6).toFixed(6));
    expect(await seller.available('USDT')).toBe(((notional - makerFee) / 1e6).toFixed(6));
    const reached = { 'x-min-position': String(bought.body.position) };
    const { trades } = (await buyer.get('/api/v3/trades/trade-histories', reached)).body;
    expect(trades).toMatchObject([
      {
        order_id: bought.body.order_id,
        role: 'taker',
        number_of_order: '0.20000',
        fee: (takerFee / 1e6).toFixed(6),
        fee_coin: 'USDT',
      },
    ]);
    const { orders } = (await seller.get('/api/v3/trades/order-histories', reached)).body;
    expect(orders).toMatchObject([
      { state: 'APPROVED', filled: '0.20000', fee: (makerFee / 1e6).toFixed(6), ended_because: '' },
    ]);
    const { lines } = (await buyer.get('/api/v3/wallet/statement?name=BTC', reached)).body;
    expect(lines).toMatchObject([{ amount: '0.20000000', balance_after: '0.20000000', cause: 'trade' }]);
  });

  test('a market order by total spends at most the total, fee included', async () => {
    const seller = await exchange.client({ BTC: '1' });
    const buyer = await exchange.client({ USDT: '500' });
    await seller.order({ delegate_type: 'SELL', trade_type: 'limit', order_per_unit: price, number_of_order: '0.5' });
    expect((await buyer.order({ delegate_type: 'BUY', trade_type: 'market', total: '300' })).status).toBe(200);
    const left = Number(await buyer.available('USDT'));
    expect(left).toBeGreaterThanOrEqual(200);
    expect(left).toBeLessThan(202);
    await seller.post('/api/v3/orders/cancel-all', {});
  });

  test('a market order larger than the book reports what was filled, and that the rest was not', async () => {
    const seller = await exchange.client({ BTC: '1' });
    const buyer = await exchange.client({ USDT: '1000000' });
    await seller.order({ delegate_type: 'SELL', trade_type: 'limit', order_per_unit: price, number_of_order: '0.05' });
    const { body } = await buyer.order({ delegate_type: 'BUY', trade_type: 'market', number_of_order: '0.2' });
    expect(body.result).toMatchObject({
      state: 'DISSAPROVED',
      ended_because: 'unfilled',
      filled: '0.05000',
      final_price: `${price}00`,
    });
  });

  test('a missing password is refused, a wrong one gets a message, and `remember` unlocks only this session', async () => {
    const fresh = await exchange.client({ USDT: '1000' });
    const order = { name: 'BTCUSDT', ...buy({ number_of_order: '0.001' }) };
    expect(await fresh.post('/api/v2/my-order', order)).toMatchObject({
      status: 422,
      body: { code: 'transaction_password_required', message: 'Password is required' },
    });
    expect(await fresh.post('/api/v2/my-order', { ...order, transaction_password: 'wrong' })).toMatchObject({
      status: 200,
      body: { message: 'wrong_transaction_password' },
    });
    expect(await fresh.available('USDT')).toBe('1000.000000');
    expect(
      (await fresh.post('/api/v2/my-order', { ...order, transaction_password: PASSWORD, remember: true })).status,
    ).toBe(200);
    expect((await fresh.post('/api/v2/my-order', order)).body.message).toBe('success');
    const elsewhere = await exchange.signIn(fresh.email, fresh.owner);
    expect((await elsewhere.post('/api/v2/my-order', order)).body.code).toBe('transaction_password_required');
  });

  test('a repeated Idempotency-Key returns the first result, or a conflict if the content differs', async () => {
    const who = await exchange.client({ USDT: '1000' });
    const key = { 'idempotency-key': 'order-1' };
    const first = await who.order(buy({ number_of_order: '0.001' }), key);
    const after = await who.available('USDT');
    const again = await who.order(buy({ number_of_order: '0.001' }), key);
    expect(again.body).toEqual(first.body);
    expect(await who.order(buy({ number_of_order: '0.002' }), key)).toMatchObject({
      status: 409,
      body: { code: 'reference_conflict' },
    });
    expect(await who.available('USDT')).toBe(after);
    const other = await exchange.client({ USDT: '1000' });
    expect((await other.order(buy({ number_of_order: '0.001' }), key)).body.order_id).not.toBe(first.body.order_id);
  });

  test('orders that arrive right after a pause longer than the lease are accepted', async () => {
    const who = await exchange.client({ USDT: '1000' });
    await who.order(buy({ number_of_order: '0.001', remember: true }));
    const order = { name: 'BTCUSDT', ...buy({ number_of_order: '0.001' }) };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
    const answers = await Promise.all(Array.from({ length: 8 }, () => who.post('/api/v2/my-order', order)));
    expect(answers.map(({ status, body }) => (status === 200 ? 200 : body.code))).toEqual(Array(8).fill(200));
  });

  test('of 64 concurrent orders for the whole balance, exactly one succeeds', async () => {
    const who = await exchange.client({ BTC: '0.0013' });
    await who.order({
      delegate_type: 'SELL',
      trade_type: 'limit',
      order_per_unit: price,
      number_of_order: '0.0013',
      remember: true,
    });
    await who.post('/api/v3/orders/cancel-all', {});
    const spend = {
      name: 'BTCUSDT',
      delegate_type: 'SELL',
      trade_type: 'limit',
      order_per_unit: price,
      number_of_order: '0.0013',
    };
    const answers = await Promise.all(Array.from({ length: 64 }, () => who.post('/api/v2/my-order', spend)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'exceeds_balance')).toHaveLength(63);
    expect(await who.available('BTC')).toBe('0.00000000');
  });

  test.each<[string, object, number, object]>([
    ['an unknown market', { name: 'NOPEUSDT' }, 404, { code: 'unknown_market' }],
    [
      'a missing amount',
      { number_of_order: undefined },
      422,
      { code: 'amount_required', message: 'Amount is required' },
    ],
    ['a zero amount', { number_of_order: '0' }, 422, { code: 'amount_required', message: 'Amount is required' }],
    ['a negative amount', { number_of_order: '-1' }, 400, { code: 'malformed_amount' }],
    ['an amount with an exponent', { number_of_order: '1e3' }, 400, { code: 'malformed_amount' }],
    ['an amount that is a number', { number_of_order: 1 }, 400, { code: 'invalid_request' }],
    ['an amount with a leading zero', { number_of_order: '01' }, 400, { code: 'malformed_amount' }],
    ['an amount with too many decimals', { number_of_order: '0.0000001' }, 400, { code: 'excess_decimals' }],
    ['an amount beyond the safe range', { number_of_order: '9999999999999999' }, 422, { code: 'exceeds_range' }],
    ['a price with too many decimals', { order_per_unit: '1.23' }, 400, { code: 'excess_decimals' }],
    ['a missing price', { order_per_unit: undefined }, 422, { code: 'price_required', message: 'Price is required' }],
    ['a price outside the price band', { order_per_unit: '30000.0' }, 422, { code: 'outside_price_band' }],
    ['an amount above the maximum', { number_of_order: '100' }, 422, { code: 'above_maximum' }],
    ['an amount below the minimum', { number_of_order: '0.00001' }, 422, { code: 'below_minimum' }],
    ['an amount above the balance', { number_of_order: '1' }, 422, { code: 'exceeds_balance' }],
    ['an unknown field', { nonsense: true }, 400, { code: 'unknown_field', message: 'Unknown field: nonsense' }],
    ['an unknown side', { delegate_type: 'HOLD' }, 400, { code: 'invalid_request' }],
    ['an order with both an amount and a total', { total: '10' }, 422, { code: 'unsupported_combination' }],
    [
      'a market order with both an amount and a total',
      { trade_type: 'market', order_per_unit: undefined, total: '10' },
      422,
      { code: 'unsupported_combination' },
    ],
    [
      'a market order with a trigger and a price',
      { trade_type: 'market', trigger_price: '50000.0' },
      422,
      { code: 'unsupported_combination' },
    ],
    ['a client order id of zero', { client_order_id: '0' }, 400, { code: 'invalid_request' }],
    [
      'a price whose slippage exceeds the safe range',
      { trade_type: 'market', order_per_unit: '900719925474099.1', max_slippage: 500_000 },
      422,
      { code: 'exceeds_range' },
    ],
    ['a post-only market order', { trade_type: 'market', post_only: true }, 422, { code: 'unsupported_combination' }],
    [
      'a market order that would rest',
      { trade_type: 'market', time_in_force: 'GTC' },
      422,
      { code: 'unsupported_combination' },
    ],
  ])('%s is refused and changes nothing', async (_, fields, status, body) => {
    const before = await state(client);
    const answer = await client.order({ ...buy({ number_of_order: '0.01' }), ...fields });
    expect(answer).toMatchObject({ status, body });
    expect(await state(client)).toEqual(before);
  });

  test('the specification’s error messages include the amounts', async () => {
    const { minimum_sell, account_balance_limit_spot } = (await client.get('/api/v3/getOrder?symbol=BTC')).body.price;
    expect(Number(minimum_sell)).toBeGreaterThan(0);
    const small = (await client.order(buy({ number_of_order: '0.00001' }))).body;
    // Two bounds: the minimum cost of a buy, and the minimum size at this price.
    const least = Math.max(Number(account_balance_limit_spot), Number(minimum_sell) * Number(lower)).toFixed(6);
    expect(small.message).toBe(`Amount must be greater than minimum buy amount (${least})`);
    const sell = (
      await client.order({ ...buy({ number_of_order: '0.00001' }), delegate_type: 'SELL', order_per_unit: price })
    ).body;
    expect(sell.message).toMatch(/^Amount must be greater than minimum sell amount \(0\.\d{5}\)$/);
    const much = (await client.order(buy({ number_of_order: '1' }))).body;
    expect(much.message).toBe(`Insufficient balance (${await client.available('USDT')})`);
  });
});

describe('the maximum slippage of a market order', () => {
  const name = 'SOLUSDT';
  let seen: number;
  let maker: TestClient;
  let taker: TestClient;
  /** Number of decimals of the SOL price. */
  let decimals: number;

  beforeAll(async () => {
    maker = await exchange.client({ SOL: '100', USDT: '100000' });
    taker = await exchange.client({ USDT: '100000', SOL: '100' });
    const { price } = (await maker.get('/api/v3/getOrder?symbol=SOL')).body;
    seen = Number(price.unit_price);
    decimals = price.price_decimals;
    for (const part of [1.002, 1.005, 1.02, 1.03]) await offer('SELL', part);
    for (const part of [0.998, 0.98]) await offer('BUY', part);
  });

  const at = (part: number) => (seen * part).toFixed(decimals);
  const offer = async (delegate_type: 'BUY' | 'SELL', part: number) => {
    const order = { name, delegate_type, trade_type: 'limit', number_of_order: '1', order_per_unit: at(part) };
    expect((await maker.order(order)).body.message).toBe('success');
  };
  const market = (fields: object) => taker.order({ name, trade_type: 'market', ...fields });

  test('the part that would trade more than 1% from order_per_unit is not filled, as response and history show', async () => {
    const { body } = await market({ delegate_type: 'BUY', number_of_order: '3', order_per_unit: at(1) });
    expect(body.result).toMatchObject({ ended_because: 'beyond_protection' });
    expect(Number(body.result.filled)).toBe(2);
    const headers = { 'x-min-position': String(body.position) };
    const { orders } = (await taker.get(`/api/v3/trades/order-histories?name=${name}`, headers)).body;
    expect(orders[0]).toMatchObject({ id: body.order_id, ended_because: 'beyond_protection', order_per_unit: '' });
  });

  test('a client’s own max_slippage applies, also by total; zero fills only at the price seen or better', async () => {
    const seenAt = { delegate_type: 'BUY', order_per_unit: at(1.02) };
    const { body } = await market({ ...seenAt, total: String(Math.round(seen * 5)), max_slippage: 0 });
    expect(Number(body.result.filled)).toBeCloseTo(1, 5);
    expect(body.result.ended_because).toBe('beyond_protection');
  });

  test('an order whose order_per_unit is too far from the market is refused and changes nothing', async () => {
    const before = await taker.get('/api/v3/wallets/spot');
    for (const fields of [
      { delegate_type: 'BUY', total: '50', order_per_unit: '1' },
      { delegate_type: 'SELL', number_of_order: '1', order_per_unit: at(1.1) },
    ]) {
      const { status, body } = await market(fields);
      expect([status, body.code, body.retryable]).toEqual([422, 'beyond_protection', true]);
    }
    expect((await taker.get('/api/v3/wallets/spot')).body.wallet).toEqual(before.body.wallet);
  });

  test('without order_per_unit, only the price band limits a market order', async () => {
    const { body } = await market({ delegate_type: 'SELL', number_of_order: '2' });
    expect(Number(body.result.filled)).toBe(2);
  });

  test.each([
    ['a limit order', { trade_type: 'limit', order_per_unit: '100.00' }],
    ['a market order without order_per_unit', {}],
    ['a conversion', { trade_type: 'convert', order_per_unit: '100.00', total: '20' }],
  ])('max_slippage is refused for %s', async (_, fields) => {
    const order = { delegate_type: 'BUY', number_of_order: '1', max_slippage: 5_000, ...fields };
    expect((await market(order)).body.code).toBe('unsupported_combination');
  });
});
