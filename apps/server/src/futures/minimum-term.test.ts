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

test('an order that opens a position requires that its client has accepted the notice on risks and the minimum term', async () => {
  const newcomer = await funded('1000');
  await exchange.query('delete from futures_acceptances where owner = $1', [newcomer.owner]);
  const ticket = async () => (await newcomer.get(`/api/v3/futures/ticket?name=${NAME}`)).body;
  const bid = () => order(newcomer, { side: 'long', number_of_order: '0.01', order_per_unit: '60000.0' });
  const buyMore = {
    name: 'BTCUSDT',
    delegate_type: 'BUY_MORE',
    margin: '10',
    leverage: 5,
    opening_price: '66461.0',
  };
  const acceptTerm = (days: number, who = newcomer) =>
    who.post('/api/v3/futures/accept-term', { name: NAME, minimum_term_days: days });
  expect(await ticket()).toMatchObject({ risks_accepted: false, accepted_term_days: 0 });
  expect((await bid()).body.code).toBe('futures_risks_not_accepted');
  expect((await newcomer.post('/api/v2/buy-more', buyMore)).body.code).toBe('futures_risks_not_accepted');

  expect((await newcomer.post('/api/v3/futures/accept-risks')).body).toEqual({ message: 'success' });
  expect(await ticket()).toMatchObject({ risks_accepted: true, accepted_term_days: 0 });
  expect((await bid()).body).toMatchObject({ code: 'minimum_term_not_accepted', parameters: { days: '30' } });
  expect((await newcomer.post('/api/v2/buy-more', buyMore)).body.code).toBe('minimum_term_not_accepted');
  // The refused buy-more has not changed the leverage.
  expect((await ticket()).leverage).toEqual({ long: 10, short: 10 });

  // Only the current minimum term can be accepted, and the acceptance of one client does not count for another.
  expect((await acceptTerm(7)).body).toMatchObject({ code: 'minimum_term_changed', parameters: { days: '30' } });
  expect((await acceptTerm(366)).status).toBe(400);
  expect((await acceptTerm(30, client)).status).toBe(200);
  expect((await bid()).body.code).toBe('minimum_term_not_accepted');
  const accepted = await Promise.all(Array.from({ length: 5 }, () => acceptTerm(30)));
  expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await ticket()).toMatchObject({ risks_accepted: true, accepted_term_days: 30 });
  expect(
    await exchange.query('select market_id, days from futures_acceptances where owner = $1 order by days', [
      newcomer.owner,
    ]),
  ).toEqual([
    { market_id: 0, days: 0 },
    { market_id: MARKET, days: 30 },
  ]);

  const { status, body } = await bid();
  expect(status).toBe(200);
  // No acceptance is needed in a market without a minimum term, or to cancel an order.
  const elsewhere = { name: 'ETH-USDT-PERP', side: 'long', number_of_order: '0.01', order_per_unit: '1800.00' };
  expect((await order(newcomer, elsewhere)).status).toBe(200);
  expect((await newcomer.post('/api/v3/futures/orders/cancel', { order_id: body.order_id })).status).toBe(200);
});

test('a position with a minimum term is closed at its end, or early at a profit of its margin, or at a loss of half of it', async () => {
  for (const who of [client, other]) {
    const term = { name: NAME, minimum_term_days: 30 };
    expect((await who.post('/api/v3/futures/accept-term', term)).status).toBe(200);
  }
  expect((await order(client, { side: 'long', take_profit_price: '70000.0' })).body.code).toBe('take_profit_in_term');
  expect((await order(other, { side: 'short' })).status).toBe(200);
  expect((await order(client, { side: 'long' })).body.result.state).toBe('APPROVED');
  const openedMs = exchange.services.core.timeMs;
  const [position] = (await client.get('/api/v3/client-margin')).body.margin;
  expect(Math.abs(Date.parse(position.end_date) - openedMs - 30 * DAY_MS)).toBeLessThan(60_000);

  const positionOf = async () => (await client.get('/api/v3/futures/positions')).body.positions[0];
  expect(await positionOf()).toMatchObject({ is_bound: true, term_ends_at: Date.parse(position.end_date) });
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

  // The position may be closed early once its profit equals its margin, or once only half of its margin is left.
  await order(other, { side: 'long', number_of_order: '0.02', order_per_unit: '64000.0' });
  await setMark(731_070);
  expect((await client.post('/api/v3/futures/close', close)).body.message).toBe('closePositionError');
  await setMark(731_071);
  expect(await positionOf()).toMatchObject({ is_bound: false });
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

test('adding to a position restarts its term, and margin cannot be removed before it ends', async () => {
  const [long, short] = await Promise.all([funded('10000'), funded('10000')]);
  for (const who of [long, short]) await who.post('/api/v3/futures/accept-term', { name: NAME, minimum_term_days: 30 });
  const trade = async (number_of_order: string) => {
    expect((await order(short, { side: 'short', number_of_order })).status).toBe(200);
    expect((await order(long, { side: 'long', number_of_order })).body.result.state).toBe('APPROVED');
  };
  const termOf = async () => {
    const [position] = (await long.get('/api/v3/futures/positions')).body.positions;
    const [older] = (await long.get('/api/v3/client-margin')).body.margin;
    expect(Date.parse(older.end_date)).toBe(position.term_ends_at);
    return position;
  };
  await trade('0.05');
  const first = (await termOf()).term_ends_at;
  await exchange.submit({ kind: 'AdvanceClock', byMs: 30 * DAY_MS });
  expect(await termOf()).toMatchObject({ is_bound: false });
  await trade('0.001');
  const again = await termOf();
  expect(again.is_bound).toBe(true);
  expect(again.term_ends_at - first).toBeGreaterThanOrEqual(30 * DAY_MS);
  const close = { name: NAME, side: 'long', number_of_order: '0.05' };
  expect((await long.post('/api/v3/futures/positions/close', close)).body.code).toBe('before_term_end');

  const margin = (change: string) =>
    long.post('/api/v3/futures/margin', { name: NAME, side: 'long', change, amount: '50' });
  expect((await margin('add')).status).toBe(200);
  expect(await termOf()).toMatchObject({ removable_margin: '0.000000', term_ends_at: again.term_ends_at });
  const refused = await margin('remove');
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'before_term_end', parameters: { days: '30' } });
  await exchange.submit({ kind: 'AdvanceClock', byMs: 30 * DAY_MS });
  expect((await margin('remove')).status).toBe(200);
});

test('an order that is sent again with its Idempotency-Key returns the first result, even if a minimum term was set since', async () => {
  const name = 'ETH-USDT-PERP';
  const market = exchange.services.instruments.byName('web', name)?.market ?? 0;
  const bid = { name, side: 'long', number_of_order: '0.01', order_per_unit: '1800.00' };
  const terms = { effect: 'open', trade_type: 'limit', ...bid };
  const send = (key: string) => client.post('/api/v3/futures/orders', terms, { 'idempotency-key': key });
  const first = await send('before-the-term');
  expect(first.body.message).toBe('success');
  for (const owner of exchange.services.core.ownersWithOrders(market, 100))
    await exchange.submit({ kind: 'CancelAllOrders', owner, market });
  await exchange.submit({ kind: 'SetMarketStatus', market, status: 'halted' });
  await exchange.submit({ kind: 'SetMinimumTerm', market, days: 7 });
  expect((await send('after-the-term')).body.code).toBe('minimum_term_not_accepted');
  expect(await send('before-the-term')).toMatchObject({ status: 200, body: { order_id: first.body.order_id } });
});
