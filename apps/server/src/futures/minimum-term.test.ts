import type { PriceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;
const DAY_MS = 86_400_000;

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  [client, other] = await Promise.all([funded('10000'), funded('10000')]);
  await exchange.submit({ kind: 'SetMarketStatus', market: MARKET, status: 'halted' });
  await exchange.submit({ kind: 'SetMinimumTerm', market: MARKET, days: 30 });
  await exchange.submit({ kind: 'SetMarketStatus', market: MARKET, status: 'open' });
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
    number_of_order: '0.1',
    order_per_unit: '66461.0',
    ...fields,
  });
const setMark = (ticks: number) =>
  exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: ticks as PriceTicks });

test('a position with a minimum term is closed at its end, or early at a profit of its margin, or at a loss of half of it', async () => {
  expect((await order(client, { side: 'long', take_profit_price: '70000.0' })).body.code).toBe('take_profit_in_term');
  expect((await order(other, { side: 'short' })).status).toBe(200);
  expect((await order(client, { side: 'long' })).body.result.state).toBe('APPROVED');
  const openedMs = exchange.services.core.timeMs;
  const [position] = (await client.get('/api/v3/client-margin')).body.margin;
  expect(Math.abs(Date.parse(position.end_date) - openedMs - 30 * DAY_MS)).toBeLessThan(60_000);

  const refusal = { daysLeft: 30, futureTarget: '664.610000', futureFundsToAdd: '332.305000' };
  const close = { future_id: `${MARKET}-long` };
  const { status, body } = await client.post('/api/v3/futures/close', close);
  expect({ status, body }).toEqual({ status: 200, body: { message: 'closePositionError', ...refusal } });
  const part = { name: NAME, side: 'long', number_of_order: '0.01' };
  const refused = await client.post('/api/v3/futures/positions/close', part);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'before_term_end',
    parameters: { days: '30', target: '664.610000', funds: '332.305000' },
  });

  // A stop-loss is accepted, a take-profit is not.
  const stop = { side: 'long', effect: 'close', trade_type: 'market', order_per_unit: undefined };
  expect((await order(client, { ...stop, trigger_kind: 'stop', trigger_price: '60000.0' })).status).toBe(200);
  expect((await order(client, { ...stop, trigger_kind: 'take_profit', trigger_price: '70000.0' })).body.code).toBe(
    'before_term_end',
  );

  // At a profit of the margin, and with half of the margin left, it may be closed early.
  await order(other, { side: 'long', number_of_order: '0.02', order_per_unit: '64000.0' });
  await setMark(731_070);
  expect((await client.post('/api/v3/futures/close', close)).body.message).toBe('closePositionError');
  await setMark(731_071);
  const early = { ...part, trade_type: 'limit', order_per_unit: '73000.0' };
  expect((await client.post('/api/v3/futures/positions/close', early)).status).toBe(200);
  await setMark(664_610);
  expect((await client.post('/api/v3/futures/close', close)).body.daysLeft).toBe(30);

  await exchange.submit({ kind: 'AdvanceClock', byMs: 29 * DAY_MS });
  expect((await client.post('/api/v3/futures/close', close)).body).toEqual({
    message: 'closePositionError',
    ...refusal,
    daysLeft: 1,
  });
  await exchange.submit({ kind: 'AdvanceClock', byMs: DAY_MS });
  await order(other, { side: 'long', number_of_order: '0.1', order_per_unit: '66461.0' });
  const closed = await client.post('/api/v3/futures/close', close);
  expect(closed.body).toMatchObject({ message: 'closeRequest', result: { state: 'APPROVED' } });
  expect((await client.get('/api/v3/client-margin')).body.margin).toEqual([]);
});
