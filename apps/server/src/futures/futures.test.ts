import type { PriceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { compareTables } from '../projections/projector/compare-tables.ts';
import { withClient } from '../projections/testing/table-contents.ts';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  [client, other] = await Promise.all([funded('10000'), funded('10000')]);
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

const order = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', {
    name: NAME,
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.01',
    order_per_unit: '66461.0',
    ...fields,
  });

/** The client opens a long position against the other client's short. */
async function open(number_of_order = '0.01'): Promise<void> {
  expect((await order(other, { side: 'short', number_of_order })).status).toBe(200);
  expect((await order(client, { side: 'long', number_of_order })).body.result.state).toBe('APPROVED');
}
/** Both clients close their positions. */
async function closeAll(): Promise<void> {
  for (const who of [client, other])
    for (const position of (await who.get('/api/v3/futures/positions')).body.positions) {
      const taker = who === client ? other : client;
      const { side, size } = position;
      const price = { name: NAME, trade_type: 'limit', order_per_unit: '66461.0' };
      await who.post('/api/v3/futures/positions/close', { ...price, side, number_of_order: size });
      const opposite = side === 'long' ? 'short' : 'long';
      await taker.post('/api/v3/futures/positions/close', { ...price, side: opposite, number_of_order: size });
    }
}
const positionsOf = async (who: TestClient) => (await who.get('/api/v3/futures/positions')).body.positions;
const upToDate = () => ({ 'x-min-position': String(exchange.services.core.position) });
const setMark = (ticks: number) =>
  exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: ticks as PriceTicks });

test('a client opens a position over HTTP, sees it and closes it; ledger and tables agree with the core', async () => {
  expect((await order(other, { side: 'short' })).body).toMatchObject({
    message: 'success',
    result: { state: 'PENDING' },
  });
  const opened = await order(client, { side: 'long', trade_type: 'market' });
  expect(opened.body.result).toMatchObject({ state: 'APPROVED', filled: '0.01000', fee: '0.664610' });
  expect(await positionsOf(client)).toMatchObject([
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
  const closing = { name: NAME, side: 'long', number_of_order: '0.01' };
  const closed = await client.post('/api/v3/futures/positions/close', closing);
  expect(closed.body.result).toMatchObject({ state: 'APPROVED', filled: '0.01000' });
  expect(await positionsOf(client)).toEqual([]);
  const { available } = (await client.get(`/api/v3/futures/ticket?name=${NAME}`)).body;
  expect(available).toBe('9998.670780');

  const { positions } = (await client.get('/api/v3/futures/position-history', upToDate())).body;
  expect(positions).toMatchObject([
    {
      side: 'long',
      size: '0.01000',
      entry_price: '66461.000',
      realized_profit: '0.000000',
      fees: '1.329220',
      net_profit: '-1.329220',
    },
  ]);
  const { trades } = (await client.get('/api/v3/futures/trade-history')).body;
  expect(trades).toMatchObject([
    { effect: 'close', role: 'taker' },
    { effect: 'open', role: 'taker' },
  ]);
  expect((await client.get('/api/v3/futures/order-history')).body.orders).toHaveLength(2);
  // Futures orders and trades do not appear in the spot histories.
  expect((await client.get('/api/v3/trades/order-histories')).body.orders).toEqual([]);
  expect((await client.get('/api/v3/trades/trade-histories')).body.trades).toEqual([]);
  const { core } = exchange.services;
  expect(await withClient(exchange.databaseUrl, (admin) => compareTables(admin, core))).toBeUndefined();
});

test('margin can be added, and removed as far as the position does not need it; the wallet shows the profit', async () => {
  await open();
  await setMark(660_000);
  const [{ removable_margin, profit }] = await positionsOf(client);
  expect([removable_margin, profit]).toEqual(['0.000000', '-4.610000']);
  const change = (fields: object) => client.post('/api/v3/futures/margin', { name: NAME, side: 'long', ...fields });
  expect((await change({ change: 'add', amount: '50' })).body).toMatchObject({
    message: 'success',
    margin: '116.461000',
  });
  const spare = (await positionsOf(client))[0].removable_margin;
  expect(spare).toBe('45.390000');
  const refused = await change({ change: 'remove', amount: '45.390001' });
  expect([refused.status, refused.body.code, refused.body.parameters]).toEqual([
    422,
    'below_initial_margin',
    { value: spare },
  ]);
  const setStatus = (status: 'open' | 'cancel_only') =>
    exchange.submit({ kind: 'SetMarketStatus', market: MARKET, status });
  await setStatus('cancel_only');
  expect((await positionsOf(client))[0].removable_margin).toBe('0.000000');
  expect((await change({ change: 'remove', amount: '1' })).body.code).toBe('market_cancel_only');
  const raise = { name: NAME, side: 'long', leverage: 20 };
  expect((await client.post('/api/v3/futures/leverage', raise)).body.code).toBe('market_cancel_only');
  await setStatus('open');
  expect((await change({ change: 'remove', amount: spare })).body.message).toBe('success');
  expect((await change({ change: 'add', amount: '99999' })).body.code).toBe('margin_too_high');
  const { wallet } = (await client.get('/api/v3/wallets/future')).body;
  expect(wallet.find(({ name }: { name: string }) => name === 'USDT')).toMatchObject({ upnl: '-4.610000' });
  await setMark(664_610);
  await closeAll();
});

test('each refusal by the core becomes an error with the relevant amounts', async () => {
  const refusal = async (answer: ReturnType<typeof order>) => (await answer).body.code;
  expect(await refusal(order(client, { side: 'long', number_of_order: '0' }))).toBe('amount_required');
  expect(await refusal(order(client, { side: 'long', effect: 'close' }))).toBe('no_position');
  expect(await refusal(order(client, { side: 'long', number_of_order: '40' }))).toBe('above_position_limit');
  expect(await refusal(order(client, { side: 'long', number_of_order: '5' }))).toBe('exceeds_balance');
  expect(await refusal(order(client, { side: 'long', number_of_order: '0.00001' }))).toBe('below_minimum');
  expect(await refusal(order(client, { side: 'long', order_per_unit: '99999.0' }))).toBe('outside_price_band');
  expect(await refusal(order(client, { side: 'long', trade_type: 'market' }))).toBe('no_liquidity');
  expect(await refusal(client.post('/api/v3/futures/orders', { name: 'XYZ-USDT-PERP' }))).toBe('invalid_request');
  const leverage = (fields: object) => client.post('/api/v3/futures/leverage', { name: NAME, side: 'long', ...fields });
  expect((await leverage({ leverage: 7 })).body).toMatchObject({
    code: 'leverage_not_offered',
    parameters: { choices: '3, 5, 10, 15, 20' },
  });
  await order(client, { side: 'long', order_per_unit: '60000.0' });
  expect((await leverage({ leverage: 20 })).body.code).toBe('has_open_orders');
  expect((await client.post('/api/v3/futures/orders/cancel-all', { name: NAME })).body.cancelled).toBe(1);
  expect((await leverage({ leverage: 20 })).body.message).toBe('success');
  // With a leverage of 20, a fill far above the mark price would be liquidated immediately.
  await order(other, { side: 'short', order_per_unit: '72000.0' });
  expect(await refusal(order(client, { side: 'long', order_per_unit: '72000.0' }))).toBe('would_liquidate');
  await other.post('/api/v3/futures/orders/cancel-all', { name: NAME });
  expect((await leverage({ leverage: 10 })).body.message).toBe('success');
});

test('cancelling all spot orders does not cancel a position’s stop-loss', async () => {
  await open();
  const stop = { side: 'long', effect: 'close', trade_type: 'market', order_per_unit: undefined };
  expect((await order(client, { ...stop, trigger_price: '60000.0' })).status).toBe(200);
  expect((await positionsOf(client))[0].closing).toBe('0.01000');
  expect((await client.post('/api/v3/orders/cancel-all', {})).body).toMatchObject({ cancelled: 0 });
  const { orders } = (await client.get('/api/v3/futures/open-orders')).body;
  expect(orders).toMatchObject([{ type: 'STOP_MARKET', side: 'long', effect: 'close', trigger_price: '60000.0' }]);
  expect((await client.get('/api/v3/trades/open-orders')).body.orders).toEqual([]);
  await closeAll();
  // The position is closed, so the order that would have closed it ends too.
  expect((await client.get('/api/v3/futures/open-orders')).body.orders).toEqual([]);
});

test('cancelling returns the margin and the fee of opening orders, also when the call is repeated', async () => {
  const { available: before } = (await client.get(`/api/v3/futures/ticket?name=${NAME}`)).body;
  const placed = await order(client, { side: 'long', order_per_unit: '60000.0' });
  await order(client, { side: 'short', number_of_order: '0.02', order_per_unit: '70000.0' });
  await order(client, { side: 'long', order_per_unit: '59000.0' });
  const held = async () =>
    Number(before) - Number((await client.get(`/api/v3/futures/ticket?name=${NAME}`)).body.available);
  const all = await held();
  const one = await client.post('/api/v3/futures/orders/cancel', { order_id: placed.body.order_id });
  // A margin of 10% of 600 USDT, and the taker fee.
  expect(one.body).toMatchObject({ cancelled: 1, released: [{ coin: 'USDT', amount: '60.600000' }] });
  const rest = await held();
  expect(all - rest).toBeCloseTo(60.6, 6);
  const cancelAll = () =>
    client.post('/api/v3/futures/orders/cancel-all', { name: NAME }, { 'idempotency-key': 'cancel-all-once' });
  const { body } = await cancelAll();
  expect(body).toMatchObject({ message: 'success', cancelled: 2, released: [{ coin: 'USDT' }] });
  expect(Number(body.released[0].amount)).toBeCloseTo(rest, 6);
  expect(await held()).toBe(0);
  expect((await cancelAll()).body).toEqual(body);
  expect((await client.post('/api/v3/futures/orders/cancel-all', { name: NAME })).body).toMatchObject({
    cancelled: 0,
    released: [],
  });
});

test('buy-more opens, client-margin shows and futures/close closes a position, in the specification’s terms', async () => {
  await order(other, { side: 'long', number_of_order: '0.1' });
  const opening = {
    name: 'BTCUSDT',
    delegate_type: 'SELL_EMPTY',
    margin: '100',
    leverage: 20,
    opening_price: '66461.0',
  };
  const { body } = await client.post('/api/v2/buy-more', opening);
  expect(body).toMatchObject({ message: 'success', result: { state: 'APPROVED', filled: '0.03009' } });
  await setMark(660_000);
  const { margin } = (await client.get('/api/v2/client-margin', upToDate())).body;
  expect(margin).toMatchObject([
    {
      id: '1001-short',
      coin_pair: { pair_name: 'BTCUSDT' },
      delegate_type: 'SELL_EMPTY',
      leverage: 20,
      income: '13.871490',
      total_top_up: '0.000000',
      rate_of_return: '13.87',
      current_price: '66000.0',
    },
  ]);
  expect(margin[0].start_date).toMatch(/^\d{4}-\d{2}-\d{2}T/);
  await other.post('/api/v3/futures/orders/cancel-all', { name: NAME });
  await order(other, { side: 'long', effect: 'close', number_of_order: '0.03009', order_per_unit: '66000.0' });
  const closed = await client.post('/api/v3/futures/close', { future_id: '1001-short' });
  expect(closed.body).toMatchObject({ message: 'closeRequest', result: { state: 'APPROVED' } });
  expect((await client.post('/api/v3/futures/close', { future_id: '1001-short' })).body.code).toBe('no_position');
  await setMark(664_610);
});

test('a repeated futures/close with the same Idempotency-Key closes once, at any later mark price; the key is refused for another position', async () => {
  await open('0.02');
  const close = (future_id: string) =>
    client.post('/api/v3/futures/close', { future_id }, { 'idempotency-key': 'close-once' });
  await order(other, { side: 'long', number_of_order: '0.01' });
  const first = await close('1001-long');
  expect(first.body).toMatchObject({ message: 'closeRequest', result: { filled: '0.01000' } });
  await order(other, { side: 'long', number_of_order: '0.01' });
  await setMark(664_000);
  const sizes = await positionsOf(client);
  const repeated = await Promise.all([close('1001-long'), close('1001-long')]);
  for (const one of repeated) expect(one).toMatchObject({ status: 200, body: first.body });
  expect(await positionsOf(client)).toEqual(sizes);
  expect((await close('1001-short')).body.code).toBe('reference_conflict');
  await setMark(664_610);
  await other.post('/api/v3/futures/orders/cancel-all', { name: NAME });
  await closeAll();
});

test('a buy-more that is refused, or whose password is wrong, leaves the leverage as it was', async () => {
  const leverage = async () => (await client.get(`/api/v3/futures/ticket?name=${NAME}`)).body.leverage.long;
  const opening = { name: 'BTCUSDT', delegate_type: 'BUY_MORE', margin: '100', opening_price: '66461.0' };
  await client.post('/api/v3/futures/leverage', { name: NAME, side: 'long', leverage: 5 });
  const refusal = async (fields: object) =>
    (await client.post('/api/v2/buy-more', { ...opening, ...fields })).body.code;
  expect(await refusal({ leverage: 3, margin: '900000' })).toBe('above_position_limit');
  expect(await refusal({ leverage: 3, margin: '9000000000', opening_price: '0.1' })).toBe('exceeds_range');
  expect(await refusal({ leverage: 7 })).toBe('leverage_not_offered');
  expect(await refusal({ leverage: 25 })).toBe('leverage_not_offered');
  expect(await refusal({ leverage: 3, margin: '0' })).toBe('amount_required');
  expect(await refusal({ leverage: 3, margin: '0.000001' })).toBe('size_off_lot');
  const locked = await exchange.signIn(client.email, client.owner);
  const guess = { ...opening, leverage: 3, transaction_password: 'not the password' };
  expect((await locked.post('/api/v2/buy-more', guess)).body).toEqual({ message: 'wrong_transaction_password' });
  expect((await locked.post('/api/v2/buy-more', { ...opening, leverage: 3 })).body.code).toBe(
    'transaction_password_required',
  );
  expect(await leverage()).toBe(5);
  await client.post('/api/v3/futures/leverage', { name: NAME, side: 'long', leverage: 10 });
});

test('concurrent calls of buy-more trade at their own leverage each', async () => {
  await order(other, { side: 'short', number_of_order: '0.1' });
  const opening = { name: 'BTCUSDT', delegate_type: 'BUY_MORE', opening_price: '66461.0' };
  const [first, second] = await Promise.all(
    [5, 20].map((leverage) =>
      client.post('/api/v2/buy-more', { ...opening, leverage, margin: String(1_000 / leverage) }),
    ),
  );
  expect([first?.body.message, second?.body.message]).toEqual(['success', 'success']);
  // Each call opens 1,000 USDT: one with a margin of a fifth, the other with a margin of a twentieth.
  const { positions } = (await client.get('/api/v3/futures/positions')).body;
  const long = positions.find(({ side }: { side: string }) => side === 'long');
  expect(Number(long.margin)).toBeCloseTo(1_000 / 5 + 1_000 / 20, -1);
  await other.post('/api/v3/futures/orders/cancel-all', { name: NAME });
  await closeAll();
});

test('client-margin reads the histories of all positions with one query', async () => {
  const { histories } = exchange.services;
  const read = vi.spyOn(histories, 'newestPositions');
  onTestFinished(() => read.mockRestore());
  expect((await client.get('/api/v3/client-margin')).body.margin).toEqual([]);
  await open();
  await order(client, { side: 'short', number_of_order: '0.02' });
  await order(other, { side: 'long', number_of_order: '0.02' });
  await client.post('/api/v3/futures/margin', { name: NAME, side: 'short', amount: '5', change: 'add' });
  read.mockClear();
  const { margin } = (await client.get('/api/v3/client-margin', upToDate())).body;
  expect(read).toHaveBeenCalledTimes(1);
  expect(margin).toMatchObject([
    { id: '1001-long', open_interest: '0.01000', total_top_up: '0.000000' },
    { id: '1001-short', open_interest: '0.02000', total_top_up: '5.000000' },
  ]);
  await closeAll();
});

test('a position is liquidated when the mark price reaches its liquidation price; the liquidation is public, without a name', async () => {
  await open('0.1');
  await setMark(598_000);
  expect(await positionsOf(client)).toEqual([]);
  const { liquidations } = (await exchange.visitor.get(`/api/v3/futures/liquidations?name=${NAME}`, upToDate())).body;
  expect(liquidations).toMatchObject([{ side: 'long', size: '0.10000', mark_price: '59800.0' }]);
  expect((await client.get('/api/v3/futures/own-liquidations')).body.liquidations).toEqual(liquidations);
  expect((await other.get('/api/v3/futures/own-liquidations')).body.liquidations).toEqual([]);
  const [history] = (await client.get('/api/v3/futures/position-history')).body.positions;
  expect(history).toMatchObject({ side: 'long', size: '0.10000', liquidated: '0.10000' });
  const fund = (await exchange.visitor.get('/api/v3/futures/insurance-fund')).body;
  expect(fund).toMatchObject({ coin: 'USDT', positions: [{ name: NAME, side: 'long', size: '0.10000' }] });
  const { core } = exchange.services;
  expect(await withClient(exchange.databaseUrl, (admin) => compareTables(admin, core))).toBeUndefined();
});
