import { systemOwners } from '@vitrine/core';
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

const DAY_MS = 24 * 3_600_000;

let exchange: TestExchange;
/** The index of each coin, in ticks of its market. */
const index = new Map<string, number>();
let lister: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open({ DELISTING_INDEX_SECONDS: '0' });
  for (const duty of ['mark prices', 'delistings', 'index prices']) await stopDuty(exchange.exchange, duty);
  exchange.services.indexFeed.add({
    name: 'a test',
    quote: ({ base }) => {
      const ticks = index.get(base.code);
      return ticks === undefined ? undefined : { ticks, atMs: exchange.services.clock() };
    },
  });
  // No index is recorded yet.
  await exchange.query('delete from index_prices');
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(() => exchange.close());

const ask = (name: string, how = 'ask-to-delist', more: object = {}) =>
  lister.post(`/api/v3/console/markets/${how}`, { name, ...more, reason: 'The index stays away' });
async function approve({ status, body }: TestResponse) {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
const market = async (name: string) => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find((one: { name: string }) => one.name === name);
};
const idOf = (name: string) => exchange.services.instruments.byName('web', name)?.market as number;
const faultOf = async (name: string, settlement_price: string) => {
  const { code, parameters } = (await ask(name, 'ask-to-delist', { settlement_price })).body;
  return `${code} ${parameters?.reason ?? ''}`.trim();
};
async function funded(): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '10000' });
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  await someone.post('/api/v3/futures/transfer', { ...transfer, transaction_password: PASSWORD, remember: true });
  return someone;
}
async function pair(name: string, number_of_order: string, leverage = 3) {
  const [long, short] = await Promise.all([funded(), funded()]);
  for (const [who, side] of [
    [long, 'long'],
    [short, 'short'],
  ] as const)
    await who.post('/api/v3/futures/leverage', { name, side, leverage });
  const order_per_unit = (await market(name)).reference_price;
  const order = { name, effect: 'open', trade_type: 'limit', number_of_order, order_per_unit };
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  return { long, short, order };
}

test('a settlement price requires positions, an unconfirmed index, and a distance of at most 10% from the last confirmed index', async () => {
  const name = 'BTC-USDT-PERP';
  expect(await faultOf('SOLUSDT', '80')).toBe('listing_invalid settlement_unneeded');
  expect(await faultOf(name, '66000.0')).toBe('listing_invalid settlement_unneeded');
  await pair(name, '0.1');
  const id = idOf(name);
  const mark = exchange.services.core.perpetual(id)?.markTicks as number;
  const text = (ticks: number) => (ticks / 10).toFixed(1);
  expect(text(mark)).toBe((await market(name)).reference_price);
  expect(await faultOf(name, text(Math.round(mark * 1.11)))).toBe('listing_invalid settlement_distance');
  expect(await faultOf(name, text(Math.round(mark * 0.89)))).toBe('listing_invalid settlement_distance');
  expect(await faultOf(name, '66000.01')).toMatch(/excess_decimals|price_off_tick/);
  expect(await faultOf(name, '0')).toBe('price_required');
  // The price must be close to the last confirmed index, not to the mark price.
  const minute = Math.floor(exchange.services.clock() / 60_000) * 60_000;
  const insert = (at: number, ticks: number) =>
    exchange.query(`insert into index_prices values (${id}, ${at}, ${ticks}, ${ticks}, ${ticks}, ${ticks}, 2)`);
  await insert(minute, mark * 2);
  expect(await faultOf(name, text(mark))).toBe('listing_invalid settlement_distance');
  expect((await ask(name, 'ask-to-delist', { settlement_price: text(mark * 2) })).status).toBe(200);
  // An index counts if it was confirmed less than a day ago; an older one is ignored.
  await exchange.query('delete from index_prices');
  await insert(minute - DAY_MS + 120_000, mark * 2);
  expect(await faultOf(name, text(mark))).toBe('listing_invalid settlement_distance');
  await exchange.query('delete from index_prices');
  await insert(minute - DAY_MS - 120_000, mark * 2);
  expect((await ask(name, 'ask-to-delist', { settlement_price: text(mark) })).status).toBe(200);
  await exchange.query('delete from index_prices');
});

test('two people close the positions of a market without an index at a price they state', async () => {
  const name = 'ETH-USDT-PERP';
  const id = idOf(name);
  const { long, short, order } = await pair(name, '1');
  const waiting = await funded();
  const resting = { ...order, side: 'long', order_per_unit: (Number(order.order_per_unit) * 0.97).toFixed(2) };
  expect((await waiting.post('/api/v3/futures/orders', resting)).status).toBe(200);
  const { core, delistings } = exchange.services;
  const mark = core.perpetual(id)?.markTicks as number;
  expect((await ask(name)).body).toMatchObject({ code: 'listing_invalid', parameters: { reason: 'no_index' } });
  const settlement = Math.round(mark * 1.05);
  const settlement_price = (settlement / 100).toFixed(2);
  const asked = await ask(name, 'ask-to-delist', { settlement_price });
  const [request] = (await second.get('/api/v3/console/approvals?list=waiting')).body.approvals;
  expect(request).toMatchObject({ after: { settlement_price }, current: { positions: 2 } });
  expect(request.after).not.toHaveProperty('mark_price');
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'delisted', is_delisting: false });
  expect(core.perpetual(id)).toMatchObject({ openInterestLots: 0, markTicks: mark });
  expect(core.openOrders(waiting.owner)).toEqual([]);
  const reached = { 'x-min-position': String(core.position) };
  for (const who of [long, short]) {
    const { trades } = (await who.get(`/api/v3/futures/trade-history?name=${name}`, reached)).body;
    expect(trades).toMatchObject([{ role: 'delisted', fee: '0.000000' }, { effect: 'open' }]);
    expect(Number(trades[0].unit_price)).toBe(Number(settlement_price));
  }
  // Both clients are notified once, with the price.
  const notices = async (who: TestClient) =>
    (await who.get('/api/v3/notifications')).body.notifications.filter(
      (one: { kind: string }) => one.kind === 'position_settled',
    );
  const [size, price] = ['1.0000 ETH', `${settlement_price} USDT`];
  for (const who of [long, short]) {
    await expect
      .poll(async () => {
        await exchange.services.settlementNotices.next();
        return notices(who);
      })
      .toMatchObject([{ parameters: { name, size, price } }]);
    await exchange.services.settlementNotices.next();
    expect(await notices(who)).toHaveLength(1);
    const mails = await exchange.query('select text from mail_queue where owner = $1 and subject like $2', [
      who.owner,
      '%closed because the market was delisted',
    ]);
    expect(mails).toMatchObject([{ text: expect.stringContaining(`at the settlement price of ${price}`) }]);
  }
  expect(await notices(waiting)).toEqual([]);
  const [trail] = await exchange.query(
    "select details from audit_trail where action = 'consoleApprove' and phase = 'done' order by id desc limit 1",
  );
  expect(JSON.parse(String(trail?.details)).after.after).toMatchObject({ settlement_price });
});

test('after a delay, a delisting does not use a stated price that would no longer be approved', async () => {
  const name = 'XRP-USDT-PERP';
  const id = idOf(name);
  const { core, delistings } = exchange.services;
  const { order } = await pair(name, '100');
  const waiting = await funded();
  const bid = { ...order, side: 'long', order_per_unit: (Number(order.order_per_unit) * 0.97).toFixed(5) };
  expect((await waiting.post('/api/v3/futures/orders', bid)).status).toBe(200);
  const mark = core.perpetual(id)?.markTicks as number;
  const settlement_price = (await market(name)).reference_price;
  expect(await approve(await ask(name, 'ask-to-delist', { settlement_price }))).toMatchObject({ state: 'done' });
  const left = { status: 'open', is_delisting: true, delisting_obstacle: 'settlement_outdated' };
  // The mark price has moved by more than 10% since the approval.
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(Math.round(mark * 1.15)) });
  await delistings.run();
  expect(await market(name)).toMatchObject(left);
  const blocked = async () => (await lister.get('/api/v3/console/health')).body.blocked_delistings;
  expect(await blocked()).toEqual([name]);
  // An index has returned.
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(mark) });
  index.set('XRP', mark);
  await delistings.run();
  expect(await market(name)).toMatchObject(left);
  // Orders and positions are unchanged.
  expect(core.openOrders(waiting.owner)).toHaveLength(1);
  expect(core.perpetual(id)?.openInterestLots).toBeGreaterThan(0);
  index.clear();
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'delisted' });
  expect(await blocked()).toEqual([]);
  expect(core.perpetual(id)).toMatchObject({ openInterestLots: 0, markTicks: mark });
});

const tradesOf = async (who: TestClient, name: string) => {
  const reached = { 'x-min-position': String(exchange.services.core.position) };
  return (await who.get(`/api/v3/futures/trade-history?name=${name}`, reached)).body.trades;
};

test('a halted market is settled at the stated price too; if the index has returned, the approval is refused', async () => {
  const name = 'SOL-USDT-PERP';
  const id = idOf(name);
  const { core, delistings } = exchange.services;
  const { long } = await pair(name, '10', 10);
  const mark = core.perpetual(id)?.markTicks as number;
  await ask(name, 'stop', { status: 'halted' });
  // At this price, the long position would have to be liquidated, but is solvent.
  const settlement = Math.round(mark * 0.903);
  const settlement_price = (settlement / 1_000).toFixed(3);
  const late = await ask(name, 'ask-to-delist', { settlement_price });
  const asked = await ask(name, 'ask-to-delist', { settlement_price });
  index.set('SOL', mark);
  expect(await faultOf(name, settlement_price)).toBe('listing_invalid settlement_has_index');
  expect(await approve(late)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  index.clear();
  // While the market is halted, another mark price has been set, but positions are closed at the stated price.
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(mark + 1) });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'delisted' });
  expect(core.perpetual(id)).toMatchObject({ openInterestLots: 0, markTicks: mark + 1 });
  const trades = await tradesOf(long, name);
  expect(trades).toMatchObject([{ role: 'delisted', fee: '0.000000' }, { effect: 'open' }]);
  expect(Number(trades[0].unit_price)).toBe(Number(settlement_price));
});

test('a settlement of a bankrupt position does not count as part of an earlier liquidation', async () => {
  const name = 'BNB-USDT-PERP';
  const id = idOf(name);
  const { core, delistings, histories } = exchange.services;
  const mark = core.perpetual(id)?.markTicks as number;
  const { long: liquidated } = await pair(name, '1', 20);
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(Math.round(mark * 0.953)) });
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: priceTicks(mark) });
  const { long: bankrupt } = await pair(name, '2', 20);
  const price = (await market(name)).reference_price;
  const settlement_price = (Number(price) * 0.92).toFixed(price.split('.')[1]?.length ?? 0);
  expect(await approve(await ask(name, 'ask-to-delist', { settlement_price }))).toMatchObject({ state: 'done' });
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'delisted' });
  expect(await tradesOf(bankrupt, name)).toMatchObject([{ role: 'liquidated' }, { effect: 'open' }]);
  const [last] = await histories.endedLiquidations(1);
  expect(last).toMatchObject({ owner: liquidated.owner, market: id });
  expect((last?.fundLots ?? 0) + (last?.inBookLots ?? 0)).toBe(last?.sizeLots);
});

test('a position that is bankrupt at the stated price loses its margin, and the fund covers the rest of its loss', async () => {
  const name = 'DOGE-USDT-PERP';
  const { core, delistings } = exchange.services;
  const quote = core.perpetual(idOf(name))?.quote as number;
  const total = (owner: number) => {
    const { availableUnits, heldUnits } = core.balance(owner, 'future', quote);
    return availableUnits + heldUnits;
  };
  const { long, short } = await pair(name, '10000', 20);
  const [margin] = core.positions(long.owner).map(({ marginUnits }) => marginUnits);
  const mark = Number((await market(name)).reference_price);
  const before = [long.owner, short.owner, systemOwners.insurance].map(total);
  const settlement_price = (mark * 0.92).toFixed(5);
  expect(await approve(await ask(name, 'ask-to-delist', { settlement_price }))).toMatchObject({ state: 'done' });
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'delisted' });
  const [lost = 0, won = 0, paid = 0] = [long.owner, short.owner, systemOwners.insurance].map(
    (owner, at) => total(owner) - (before[at] as number),
  );
  expect(lost).toBe(-(margin as number));
  expect(won).toBeCloseTo(10_000 * (mark - Number(settlement_price)) * 1e6, -4);
  expect(lost + won + paid).toBe(0);
  expect(paid).toBeLessThan(0);
  expect(await tradesOf(long, name)).toMatchObject([{ role: 'liquidated', effect: 'close' }, { effect: 'open' }]);
  expect(await tradesOf(short, name)).toMatchObject([{ role: 'delisted' }, { effect: 'open' }]);
});
