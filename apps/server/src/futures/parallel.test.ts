import { priceTicks } from '@vitrine/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { compareTables } from '../projections/projector/compare-tables.ts';
import { withClient } from '../projections/testing/table-contents.ts';
import { PASSWORD, type TestClient, TestExchange, type TestResponse } from '../testing/test-exchange.ts';
import { closeWhole } from './orders/close-position.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;
const TIMES = 64;
const MARK = '66461.0';
/** The margin of 0.01 BTC at the mark price and the default leverage of 10, in units of USDT. */
const MARGIN = 66_461_000;
/** The taker fee for 0.01 BTC at the mark price. */
const FEE = 664_610;

let exchange: TestExchange;
/** Trades with the other clients, and has sufficient funds for all of them. */
let maker: TestClient;
let client: TestClient;
/** The same client's second session. */
let second: TestClient;
const known: TestClient[] = [];

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  maker = await funded('900000');
});
afterAll(() => exchange.close());

beforeEach(async () => {
  for (const who of known) await cancelAll(who);
  client = await funded('1000');
  second = await exchange.signIn(client.email, client.owner);
  await unlock(second);
});

/** A client with this much USDT in the future wallet, whose session is unlocked. */
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: String(Number(amount) + 10) });
  await unlock(someone);
  expect((await move(someone, 'SPOT', 'FUTURE', amount)).status).toBe(200);
  known.push(someone);
  return someone;
}

async function unlock(session: TestClient): Promise<void> {
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await move(session, 'SPOT', 'FUNDING', '1', unlocking)).status).toBe(200);
}

const move = (who: TestClient, from: string, to: string, transfer_amount: string, fields: object = {}) =>
  who.post('/api/v3/futures/transfer', { coin_name: 'USDT', from, to, transfer_amount, ...fields });
const order = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', {
    name: NAME,
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.01',
    order_per_unit: MARK,
    ...fields,
  });
const closeAtMarket = (who: TestClient, number_of_order: string) =>
  who.post('/api/v3/futures/positions/close', { name: NAME, side: 'long', number_of_order });
const margin = (who: TestClient, change: 'add' | 'remove', amount: string) =>
  who.post('/api/v3/futures/margin', { name: NAME, side: 'long', change, amount });
const buyMore = (who: TestClient, leverage: number, amount = '60') =>
  who.post('/api/v2/buy-more', {
    name: 'BTCUSDT',
    delegate_type: 'BUY_MORE',
    margin: amount,
    opening_price: MARK,
    leverage,
  });
const cancel = (who: TestClient, order_id: string) => who.post('/api/v3/futures/orders/cancel', { order_id });
const cancelAll = (who: TestClient) => who.post('/api/v3/futures/orders/cancel-all', { name: NAME });

async function placed(who: TestClient, fields: object): Promise<string> {
  const { status, body } = await order(who, fields);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.order_id;
}

/** The client opens a long position at the mark price against the maker. */
async function openLong(number_of_order = '0.01'): Promise<void> {
  await placed(maker, { side: 'short', number_of_order });
  await placed(client, { side: 'long', number_of_order });
}

/** Sends 64 calls at once, alternating between the client's two sessions. */
const many = (call: (session: TestClient, n: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: TIMES }, (_, n) => call(n % 2 === 0 ? client : second, n)));

/** How often each result occurred: 200 for a success, otherwise the error's code. */
function resultsOf(answers: readonly TestResponse[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const result = status === 200 ? '200' : String(body.code);
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}
const successes = (answers: readonly TestResponse[]) => answers.filter(({ status }) => status === 200);
const sumOf = (answers: readonly TestResponse[], amount: (body: TestResponse['body']) => number) =>
  successes(answers).reduce((sum, { body }) => sum + amount(body), 0);
/** The lots that these orders traded. */
const filledLots = (answers: readonly TestResponse[]) =>
  sumOf(answers, ({ result }) => Math.round(Number(result.filled) * 100_000));

const positionsOf = async (who: TestClient) => (await who.get('/api/v3/futures/positions')).body.positions;
const ordersOf = async (who: TestClient) => (await who.get('/api/v3/futures/open-orders')).body.orders;
const ticketOf = async (who: TestClient) => (await who.get(`/api/v3/futures/ticket?name=${NAME}`)).body;

const units = (text: string): number => Math.round(Number(text) * 1_000_000);
const text = (amount: number): string => (amount / 1_000_000).toFixed(6);
function balance(who = client) {
  const usdt = exchange.services.instruments.assetByCode('USDT');
  return exchange.services.core.balance(who.owner, 'future', usdt?.asset ?? 0);
}

/** Moves USDT out of the client's future wallet, so that exactly these units remain available there. */
async function leave(amount: number): Promise<void> {
  const rest = text(balance().availableUnits - amount);
  expect((await move(client, 'FUTURE', 'SPOT', rest)).status).toBe(200);
  expect(balance().availableUnits).toBe(amount);
}

/**
 * Checks that all sums are zero, the tables agree with the core, no client's balance is negative, each client's hold is
 * exactly the margin of their positions plus what their orders hold, longs equal shorts, and the API returns the figures
 * of the core.
 */
afterEach(async () => {
  const { core } = exchange.services;
  const upToDate = { 'x-min-position': String(core.position) };
  const { assets } = (await exchange.visitor.get('/api/v3/ledger-sums', upToDate)).body;
  expect(assets.length).toBeGreaterThan(1);
  for (const { coin, sum } of assets) expect([coin, Number(sum)]).toEqual([coin, 0]);
  await client.get('/api/v3/futures/order-history', upToDate);
  expect(await withClient(exchange.databaseUrl, (admin) => compareTables(admin, core))).toBeUndefined();
  const lots = { long: 0, short: 0 };
  for (const who of known) {
    const { availableUnits, heldUnits } = balance(who);
    const positions = core.positions(who.owner);
    const inPositions = positions.reduce((sum, { marginUnits }) => sum + marginUnits, 0);
    const inOrders = core.openOrders(who.owner, MARKET).reduce((sum, one) => sum + one.heldUnits, 0);
    expect([availableUnits >= 0, heldUnits]).toEqual([true, inPositions + inOrders]);
    for (const { position, sizeLots } of positions) lots[position] += sizeLots;
  }
  const openInterest = core.perpetual(MARKET)?.openInterestLots;
  expect(lots).toEqual({ long: openInterest, short: openInterest });
  expect(units((await ticketOf(client)).available)).toBe(balance().availableUnits);
  const { wallet } = (await client.get('/api/v3/wallets/future')).body;
  const inWallet = wallet.find(({ name }: { name: string }) => name === 'USDT');
  expect(units(inWallet.available)).toBe(balance().availableUnits);
  const shown: Record<'side' | 'size' | 'margin', string>[] = await positionsOf(client);
  expect(shown.map(({ side, size, margin }) => [side, Number(size), units(margin)])).toEqual(
    core
      .positions(client.owner)
      .map(({ position, sizeLots, marginUnits }) => [position, sizeLots / 100_000, marginUnits]),
  );
  expect(await ordersOf(client)).toHaveLength(core.openOrders(client.owner, MARKET).length);
});

test('of 64 concurrent opening orders that each need the whole balance, exactly one is accepted, whether they rest or trade', async () => {
  await leave(MARGIN + FEE);
  expect(resultsOf(await many((who) => order(who, { side: 'long' })))).toEqual({ 200: 1, exceeds_balance: 63 });
  expect(balance()).toEqual({ availableUnits: 0, heldUnits: MARGIN + FEE });
  await cancelAll(client);
  await placed(maker, { side: 'short', number_of_order: '0.64' });
  const taking = await many((who, n) => order(who, { side: 'long', time_in_force: n % 3 === 0 ? 'IOC' : 'GTC' }));
  expect(resultsOf(taking)).toEqual({ 200: 1, exceeds_balance: 63 });
  expect(filledLots(taking)).toBe(1_000);
  expect(balance()).toEqual({ availableUnits: 0, heldUnits: MARGIN });
  expect(await positionsOf(client)).toMatchObject([{ side: 'long', size: '0.01000' }]);
});

test('with the balance for three of 64 concurrent opening orders exactly three are accepted, and two if one unit is missing', async () => {
  await leave(3 * (MARGIN + FEE));
  const protectedOrder = { side: 'long', take_profit_price: '70000.0', stop_loss_price: '64000.0' };
  const answers = await many((who, n) => order(who, n % 2 === 0 ? { side: 'long' } : protectedOrder));
  expect(resultsOf(answers)).toEqual({ 200: 3, exceeds_balance: 61 });
  await cancelAll(client);
  await leave(3 * (MARGIN + FEE) - 1);
  expect(resultsOf(await many((who) => order(who, { side: 'long' })))).toEqual({ 200: 2, exceeds_balance: 62 });
});

test('of 64 concurrent calls of buy-more with most of the balance, exactly one opens a position, at its own leverage', async () => {
  await placed(maker, { side: 'short', number_of_order: '1' });
  await leave(units('70'));
  const answers = await many((who, n) => buyMore(who, n % 4 < 2 ? 5 : 20));
  expect(resultsOf(answers)).toEqual({ 200: 1, exceeds_balance: 63 });
  const winner = answers.findIndex(({ status }) => status === 200);
  const leverage = winner % 4 < 2 ? 5 : 20;
  expect((await ticketOf(client)).leverage.long).toBe(leverage);
  const [position] = await positionsOf(client);
  expect(Number(position.cost) / Number(position.margin)).toBeCloseTo(leverage, 2);
});

test('of 64 concurrent calls that close the whole position, by all three calls, exactly one trades', async () => {
  await openLong();
  await placed(maker, { side: 'long', number_of_order: '0.64' });
  const answers = await many((who, n) => {
    if (n % 3 === 0) return closeAtMarket(who, '0.01');
    if (n % 3 === 1) return who.post('/api/v3/futures/close', { future_id: '1001-long' });
    return order(who, { side: 'long', effect: 'close', time_in_force: 'IOC' });
  });
  expect(resultsOf(answers)).toEqual({ 200: 1, no_position: 63 });
  expect(filledLots(answers)).toBe(1_000);
  expect(await positionsOf(client)).toEqual([]);
});

test.each(['positions/close', 'close'])(
  'of 64 concurrent calls of futures/%s alone, exactly one closes the position',
  async (path) => {
    await openLong();
    await placed(maker, { side: 'long', number_of_order: '0.64' });
    const answers = await many((who) =>
      path === 'close' ? who.post('/api/v3/futures/close', { future_id: '1001-long' }) : closeAtMarket(who, '0.01'),
    );
    expect(resultsOf(answers)).toEqual({ 200: 1, no_position: 63 });
    expect(await positionsOf(client)).toEqual([]);
  },
);

test('64 concurrent closes of 40% of a position close 40%, 40% and 20%', async () => {
  await openLong();
  await placed(maker, { side: 'long', number_of_order: '0.64' });
  const answers = await many((who) => closeAtMarket(who, '0.004'));
  expect(resultsOf(answers)).toEqual({ 200: 3, no_position: 61 });
  expect(
    successes(answers)
      .map(({ body }) => body.result.filled)
      .sort(),
  ).toEqual(['0.00200', '0.00400', '0.00400']);
  expect(await positionsOf(client)).toEqual([]);
});

test('of 64 resting orders that each close the whole position, a large taker fills one; the others end', async () => {
  await openLong();
  const resting = await many((who) => order(who, { side: 'long', effect: 'close', order_per_unit: '66500.0' }));
  expect(resultsOf(resting)).toEqual({ 200: 64 });
  const taker = await order(maker, {
    side: 'long',
    number_of_order: '0.64',
    order_per_unit: '66500.0',
    time_in_force: 'IOC',
  });
  expect(taker.body.result.filled).toBe('0.01000');
  expect([await positionsOf(client), await ordersOf(client)]).toEqual([[], []]);
});

test('of 64 concurrent additions of the whole balance to the margin, exactly one succeeds', async () => {
  await openLong();
  await leave(units('50'));
  expect(resultsOf(await many((who) => margin(who, 'add', '50')))).toEqual({ 200: 1, exceeds_balance: 63 });
  expect(balance()).toEqual({ availableUnits: 0, heldUnits: MARGIN + units('50') });
});

test.each([
  ['50', 1],
  ['20', 2],
])('of 64 concurrent removals of %s of 50 USDT of removable margin, exactly %i succeed', async (amount, permitted) => {
  await openLong();
  await margin(client, 'add', '50');
  await leave(0);
  const answers = await many((who) => margin(who, 'remove', amount));
  expect(resultsOf(answers)).toEqual({ 200: permitted, below_initial_margin: 64 - permitted });
  const removed = permitted * units(amount);
  expect(balance()).toEqual({ availableUnits: removed, heldUnits: MARGIN + units('50') - removed });
});

test('32 additions and 32 removals of the same margin at once leave the sum of balance and margin as it was', async () => {
  await openLong();
  await leave(units('30'));
  const answers = await many((who, n) => margin(who, n % 4 < 2 ? 'add' : 'remove', '30'));
  const [added, removed] = [0, 1].map(
    (change) => successes(answers.filter((_, n) => Math.floor((n % 4) / 2) === change)).length,
  );
  const surplus = ((added ?? 0) - (removed ?? 0)) * units('30');
  expect([0, units('30')]).toContain(surplus);
  expect(balance()).toEqual({ availableUnits: units('30') - surplus, heldUnits: MARGIN + surplus });
  const refusals = Object.keys(resultsOf(answers));
  expect(['200', 'exceeds_balance', 'below_initial_margin']).toEqual(expect.arrayContaining(refusals));
});

test('of 64 concurrent calls of different kinds that each spend more than half of the balance, exactly one succeeds', async () => {
  await openLong();
  await placed(maker, { side: 'short', number_of_order: '1' });
  await leave(units('100'));
  const calls = [
    (who: TestClient) => order(who, { side: 'long' }),
    (who: TestClient) => order(who, { side: 'short', order_per_unit: '67000.0' }),
    (who: TestClient) => buyMore(who, 10),
    (who: TestClient) => margin(who, 'add', '70'),
    (who: TestClient) => move(who, 'FUTURE', 'SPOT', '80'),
  ];
  const answers = await many((who, n) => (calls[n % calls.length] as (typeof calls)[number])(who));
  expect(resultsOf(answers)).toEqual({ 200: 1, exceeds_balance: 63 });
});

test('of 64 concurrent cancellations of one order, exactly one succeeds, and its margin returns once', async () => {
  const before = balance();
  const order_id = await placed(client, { side: 'long' });
  const answers = await many((who) => cancel(who, order_id));
  expect(resultsOf(answers)).toEqual({ 200: 1, unknown_order: 63 });
  expect(successes(answers)[0]?.body).toMatchObject({ cancelled: 1, released: [{ amount: text(MARGIN + FEE) }] });
  expect(balance()).toEqual(before);
});

test('64 concurrent mass cancellations and single cancellations end each order once, and release each margin once', async () => {
  const before = balance();
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await placed(client, { side: 'long' }));
  const answers = await many((who, n) => (n % 8 === 7 ? cancelAll(who) : cancel(who, ids[n % 8] as string)));
  const allowed = ['200', 'unknown_order'];
  expect(allowed).toEqual(expect.arrayContaining(Object.keys(resultsOf(answers))));
  expect(sumOf(answers, ({ cancelled }) => cancelled)).toBe(8);
  const released = sumOf(answers, (body) =>
    body.released.reduce((sum: number, one: { amount: string }) => sum + units(one.amount), 0),
  );
  expect(released).toBe(8 * (MARGIN + FEE));
  expect(balance()).toEqual(before);
});

test('an order that 32 calls cancel while 32 takers try to fill it is either cancelled once or filled once', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const order_id = await placed(client, { side: 'short' });
    const answers = await many((who, n) =>
      n % 4 < 2 ? cancel(who, order_id) : order(maker, { side: 'long', time_in_force: 'IOC' }),
    );
    const isCancel = (_: unknown, n: number) => n % 4 < 2;
    const cancelled = successes(answers.filter(isCancel)).length;
    const filled = filledLots(answers.filter((one, n) => !isCancel(one, n)));
    expect([cancelled, filled]).toEqual(cancelled === 1 ? [1, 0] : [0, 1_000]);
  }
});

test('64 concurrent calls with one Idempotency-Key act once, on every call that moves money, and all return the same', async () => {
  await openLong('0.02');
  await placed(maker, { side: 'short', number_of_order: '0.5' });
  await placed(maker, { side: 'long', number_of_order: '0.5', order_per_unit: '66460.9' });
  const cancelled = await placed(client, { side: 'long', order_per_unit: '60000.0' });
  const bodies: Readonly<Record<string, object>> = {
    'v3/futures/orders/cancel': { order_id: cancelled },
    'v3/futures/orders': {
      name: NAME,
      side: 'long',
      effect: 'open',
      trade_type: 'limit',
      number_of_order: '0.01',
      order_per_unit: '60000.0',
    },
    'v3/futures/orders/cancel-all': { name: NAME },
    'v3/futures/margin': { name: NAME, side: 'long', change: 'add', amount: '40' },
    'v2/buy-more': { name: 'BTCUSDT', delegate_type: 'BUY_MORE', margin: '60', opening_price: MARK, leverage: 10 },
    'v3/futures/positions/close': { name: NAME, side: 'long', number_of_order: '0.005' },
    'v3/futures/close': { future_id: '1001-long' },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const before = exchange.services.core.position;
    const answers = await many((who) =>
      who.post(`/api/${path}`, body, { 'idempotency-key': path.replaceAll('/', '-') }),
    );
    expect([path, resultsOf(answers)]).toEqual([path, { 200: 64 }]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect([path, exchange.services.core.position > before]).toEqual([path, true]);
  }
  expect([await positionsOf(client), await ordersOf(client)]).toEqual([[], []]);
});

test('of two concurrent calls of futures/close with one Idempotency-Key at different mark prices, both get the first result', async () => {
  await openLong('0.02');
  await placed(maker, { side: 'long', number_of_order: '0.02' });
  const setMark = (ticks: number) =>
    exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: priceTicks(ticks) });
  const waiting = Promise.withResolvers<void>();
  const close = (unlock: () => Promise<void>) =>
    closeWhole(exchange.services, { owner: client.owner, may: () => true, unlock }, MARKET, 'long', 'close-twice');
  const later = close(() => waiting.promise);
  await setMark(664_000);
  const first = await close(async () => {});
  waiting.resolve();
  expect(await later).toEqual(first);
  expect([first.outcome.filledLots, await positionsOf(client)]).toEqual([2_000, []]);
  await setMark(664_610);
});
