import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../testing/test-exchange.ts';

const SECONDS = 60;
let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
/** The index of the markets that have one, in ticks. */
const index = new Map<number, number>();
beforeAll(async () => {
  exchange = await TestExchange.open({ DELISTING_INDEX_SECONDS: String(SECONDS) });
  for (const duty of ['mark prices', 'fundings', 'delistings']) await stopDuty(exchange.exchange, duty);
  exchange.services.indexFeed.add({
    name: 'a test',
    quote: ({ base, quote }) => {
      const all = exchange.services.instruments.all();
      const perpetual = all.find((one) => one.isPerpetual && one.base === base && one.quote === quote);
      const ticks = perpetual && index.get(perpetual.market);
      return ticks === undefined ? undefined : { ticks, atMs: exchange.services.clock() };
    },
  });
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(() => exchange.close());

const ask = (name: string, how = 'ask-to-delist', more: object = {}) =>
  lister.post(`/api/v3/console/markets/${how}`, { name, ...more, reason: 'As announced' });
async function approve({ status, body }: TestResponse) {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
const market = async (name: string) => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find((one: { name: string }) => one.name === name);
};
const idOf = (name: string) => exchange.services.instruments.byName('web', name)?.market as number;
const markOf = (id: number) => exchange.services.core.perpetual(id)?.markTicks as number;
const advance = (seconds: number) => exchange.visitor.post('/sandbox/clock', { advanceSeconds: seconds });
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: amount });
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  await someone.post('/api/v3/futures/transfer', { ...transfer, transaction_password: PASSWORD, remember: true });
  return someone;
}
const futuresOrder = (who: TestClient, fields: object) =>
  who.post('/api/v3/futures/orders', { effect: 'open', trade_type: 'limit', ...fields });
async function pair(name: string, amount: string, leverage = 3) {
  const [long, short] = await Promise.all([funded('10000'), funded('10000')]);
  for (const [who, side] of [
    [long, 'long'],
    [short, 'short'],
  ] as const)
    expect((await who.post('/api/v3/futures/leverage', { name, side, leverage })).status).toBe(200);
  const order = { name, number_of_order: amount, order_per_unit: (await market(name)).reference_price };
  expect((await futuresOrder(short, { ...order, side: 'short' })).status).toBe(200);
  expect((await futuresOrder(long, { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  index.set(idOf(name), markOf(idOf(name)));
  return { long, short };
}
const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });
/** Advances the clock by this many seconds, and lets the delisting observe the index every ten seconds. */
async function observe(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await advance(10);
    await exchange.services.delistings.run();
  }
}

test('an index that is wrong for seconds does not determine the price at which positions are closed', async () => {
  const name = 'BTC-USDT-PERP';
  const id = idOf(name);
  const { long } = await pair(name, '0.1');
  const fair = markOf(id);
  await approve(await ask(name));
  const { delistings } = exchange.services;
  await delistings.run();
  const waiting = { status: 'cancel_only', is_delisting: true };
  expect(await market(name)).toMatchObject({ ...waiting, delisting_obstacle: 'index_observed' });
  await observe(SECONDS - 10);
  expect(await market(name)).toMatchObject({ ...waiting, delisting_obstacle: 'index_observed' });
  // The index is raised at the end of the observation, so that it is too far from its mean.
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(Math.round(fair * 1.1)) });
  index.set(id, Math.round(fair * 1.1));
  await observe(10);
  expect(await market(name)).toMatchObject({ ...waiting, delisting_obstacle: 'index_moving' });
  // After more than a minute without a confirmed index, the window starts over.
  index.delete(id);
  await observe(70);
  expect(await market(name)).toMatchObject({ ...waiting, delisting_obstacle: 'index_unconfirmed' });
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(fair) });
  index.set(id, fair);
  await observe(SECONDS);
  expect(await market(name)).toMatchObject({ ...waiting, delisting_obstacle: 'index_observed' });
  // At the end of the window, the index is one percent higher: the positions are closed at the mean.
  index.set(id, fair * 1.01);
  await observe(10);
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'delisted', is_delisting: false });
  const mean = Math.round((6 * fair + Math.round(fair * 1.01)) / 7);
  // The mark price stays at the index: nobody is liquidated at the mean.
  expect(markOf(id)).toBe(Math.round(fair * 1.01));
  const [trade] = (await long.get(`/api/v3/futures/trade-history?name=${name}`, reached())).body.trades;
  expect(trade).toMatchObject({ role: 'delisted' });
  expect(Number(trade.unit_price)).toBeCloseTo(mean / 10);
});

test('clients can cancel orders in a halted market, and a delisting cancels all orders before it ends the halt', async () => {
  const name = 'ETH-USDT-PERP';
  const id = idOf(name);
  const { long } = await pair(name, '3', 10);
  const fair = markOf(id);
  const [maker, other] = await Promise.all([funded('10000'), funded('10000')]);
  const price = (Number((await market(name)).reference_price) * 0.98).toFixed(2);
  const order = { name, side: 'long', number_of_order: '3', order_per_unit: price };
  for (const who of [maker, other]) expect((await futuresOrder(who, order)).status).toBe(200);
  expect((await ask(name, 'stop', { status: 'halted' })).status).toBe(200);
  expect((await other.post('/api/v3/futures/orders/cancel-all', { name })).status).toBe(200);
  expect(exchange.services.core.openOrders(other.owner)).toEqual([]);
  const fallen = Math.round(fair * 0.903);
  index.set(id, fallen);
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(fallen) });
  await approve(await ask(name));
  await exchange.services.delistings.run();
  await observe(SECONDS + 20);
  expect(await market(name)).toMatchObject({ status: 'delisted' });
  const tradesOf = async (who: TestClient) =>
    (await who.get(`/api/v3/futures/trade-history?name=${name}`, reached())).body.trades;
  expect(await tradesOf(maker)).toEqual([]);
  expect(await tradesOf(long)).toMatchObject([{ role: 'liquidated' }, { effect: 'open' }]);
});

test('funding of the interval that ended is settled before positions are closed', async () => {
  const name = 'SOL-USDT-PERP';
  const id = idOf(name);
  const { long, short } = await pair(name, '10');
  const EIGHT_HOURS = 8 * 3_600_000;
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(markOf(id) + 1) });
  index.set(id, markOf(id));
  await ask(name, 'stop', { status: 'halted' });
  await exchange.submit({ kind: 'AdvanceClock', byMs: EIGHT_HOURS - (exchange.services.clock() % EIGHT_HOURS) + 1000 });
  await exchange.services.fundings.run();
  await approve(await ask(name));
  await exchange.services.delistings.run();
  await observe(SECONDS + 20);
  expect(await market(name)).toMatchObject({ status: 'delisted' });
  for (const who of [long, short])
    expect((await who.get('/api/v3/futures/funding-payments', reached())).body.payments).toMatchObject([{ name }]);
});

test('a failed halt does not withdraw the delisting, and a halt does not wait for a step in progress', async () => {
  const name = 'LTCUSDT';
  const id = idOf(name);
  const { core, delistings, sequencer } = exchange.services;
  const client = await exchange.client({ USDT: '1000' });
  const order = { name, delegate_type: 'BUY', trade_type: 'limit', number_of_order: '1' };
  expect((await client.order({ ...order, order_per_unit: (await market(name)).reference_price })).status).toBe(200);
  await approve(await ask(name));
  const submit = sequencer.submit;
  sequencer.submit = (command) =>
    command.kind === 'SetMarketStatus' && command.status === 'halted'
      ? Promise.resolve({ position: 0, refusal: 'busy', events: [] } as never)
      : submit.call(sequencer, command);
  expect((await ask(name, 'stop', { status: 'halted' })).status).not.toBe(200);
  expect(await market(name)).toMatchObject({ is_delisting: true });
  // An operator halts the market while the delisting is waiting for the log's response to a command.
  let finish = () => {};
  sequencer.submit = (command) =>
    command.kind === 'CancelAllOrders'
      ? new Promise((resolve) => {
          finish = () => resolve(submit.call(sequencer, command));
        })
      : submit.call(sequencer, command);
  const run = delistings.run();
  await expect.poll(() => core.market(id)?.status).toBe('cancel_only');
  const halting = ask(name, 'stop', { status: 'halted' });
  await expect.poll(() => core.market(id)?.status).toBe('halted');
  sequencer.submit = submit;
  finish();
  await run;
  expect((await halting).body.market).toMatchObject({ status: 'halted', is_delisting: false });
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'halted', is_delisting: false });
});
