import type { PriceTicks } from '@vitrine/money';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const BTC = 'BTC-USDT-PERP';
const ETH = 'ETH-USDT-PERP';
const DAY_MS = 86_400_000;
const DAYS_AGO = 40;

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;

/** A client with this much USDT in the future wallet, whose session is unlocked for a while. */
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: amount });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await someone.post('/api/v3/futures/transfer', { ...form, ...unlocking })).status).toBe(200);
  return someone;
}

/** The mark price of each market. */
const prices = new Map<string, string>();

async function place(who: TestClient, name: string, side: string, fields: object = {}): Promise<string> {
  const { status, body } = await who.post('/api/v3/futures/orders', {
    name,
    side,
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.1',
    order_per_unit: prices.get(name),
    ...fields,
  });
  expect([name, side, status]).toEqual([name, side, 200]);
  return body.order_id;
}

/** A trade that opens a position of the client against the other client. */
async function open(name: string, side: 'long' | 'short', fields: object = {}): Promise<void> {
  await place(other, name, side === 'long' ? 'short' : 'long', fields);
  await place(client, name, side, fields);
}

async function close(name: string, side: 'long' | 'short'): Promise<void> {
  const opposite = side === 'long' ? 'short' : 'long';
  await place(client, name, side, { effect: 'close' });
  await place(other, name, opposite, { effect: 'close' });
}

/** Adds a funding payment of an earlier day, as the projector would have stored it. */
const addFunding = (position: number, timeMs: number, market: number, side: string, units: number) =>
  exchange.query(
    `insert into position_changes select $1, $2, 0, $3, $4, 'funding', $5, 0, 'none', false, 0, 0, 0, 0, 0, $6, 0, 10, 1, 1, 1,
       $5, 10, 1, 0, 0, 0, 0, 0, 0, 0`,
    [client.owner, position, market, side, timeMs, units],
  );

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const oldDay = () => dayOf(exchange.services.clock() - DAYS_AGO * DAY_MS);

/**
 * The client opens and closes a long and a short position in BTC, opens a long one in ETH that is liquidated, and
 * cancels one order. Forty days earlier, the client paid and received funding.
 */
beforeAll(async () => {
  exchange = await TestExchange.open();
  [client, other] = await Promise.all([funded('20000'), funded('20000')]);
  const { tickers } = (await exchange.visitor.get('/api/v3/futures/tickers')).body;
  for (const { name, mark_price } of tickers) prices.set(name, mark_price);
  await open(BTC, 'long');
  await close(BTC, 'long');
  await open(BTC, 'short');
  await close(BTC, 'short');
  const order_id = await place(client, BTC, 'long', { order_per_unit: lower(prices.get(BTC)) });
  await client.post('/api/v3/futures/orders/cancel', { order_id });
  await open(ETH, 'long', { number_of_order: '1' });
  const [eth] = exchange.services.instruments.perpetuals().filter(({ base }) => base.code === 'ETH');
  if (eth === undefined) throw new Error('the sandbox has no such market');
  const markTicks = exchange.services.core.perpetual(eth.market)?.markTicks ?? 0;
  const belowLiquidation = Math.round(markTicks * 0.89) as PriceTicks;
  await exchange.submit({ kind: 'SetMarkPrice', market: eth.market, markTicks: belowLiquidation });
  const oldMs = exchange.services.clock() - DAYS_AGO * DAY_MS;
  await addFunding(1, oldMs, 1_001, 'long', -500);
  await addFunding(2, oldMs + 1_000, 1_001, 'short', 700);
  await addFunding(3, oldMs + DAY_MS, eth.market, 'long', -900);
});
afterAll(() => exchange.close());

/** The price lowered by one per cent, rounded to the same number of decimals. */
const lower = (price = '0'): string => (Number(price) * 0.99).toFixed(/\.(\d+)/.exec(price)?.[1]?.length ?? 0);

const lists = {
  orders: ['order-history', 'orders'],
  trades: ['trade-history', 'trades'],
  positions: ['position-history', 'positions'],
  funding: ['funding-payments', 'payments'],
  liquidations: ['own-liquidations', 'liquidations'],
} as const;
type List = keyof typeof lists;
const tabs = {
  orders: 'order',
  trades: 'trade',
  positions: 'position',
  funding: 'funding',
  liquidations: 'liquidation',
} as const;

type Item = Readonly<Record<string, string>>;

const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });

async function page(list: List, query: string, who = client) {
  const [path, field] = lists[list];
  const { status, body } = await who.get(`/api/v3/futures/${path}?${query}`, reached());
  expect([list, query, status]).toEqual([list, query, 200]);
  return { ...body, items: body[field] as Item[] };
}

const read = async (list: List, query = '', who = client): Promise<Item[]> => (await page(list, query, who)).items;

async function file(list: List, query = '', who = client): Promise<string[][]> {
  const { status, body, headers } = await who.get(`/api/v3/futures/history.csv?tab=${tabs[list]}&${query}`, reached());
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''futures-${tabs[list]}-history.csv`);
  const lines: string[] = body.replace('\uFEFF', '').trimEnd().split('\r\n');
  return lines.map((line) => line.split(','));
}

const all = Object.keys(lists) as List[];

describe.each(all)('the history of %s', (list) => {
  test('sorts from newest to oldest, or the other way round', async () => {
    const newest = await read(list);
    expect(newest.length).toBeGreaterThan(0);
    expect(await read(list, 'sort=newest')).toEqual(newest);
    expect(await read(list, 'sort=oldest')).toEqual(newest.toReversed());
  });

  test.each(['newest', 'oldest'])('can be paged there and back, %s first', async (sort) => {
    const whole = await read(list, `sort=${sort}`);
    const pages = [];
    for (let cursor = ''; ; ) {
      const found = await page(list, `limit=1&sort=${sort}${cursor}`);
      pages.push(found);
      if (found.next_cursor === undefined) break;
      cursor = `&cursor=${found.next_cursor}`;
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(whole);
    expect(pages[0].previous_cursor).toBeUndefined();
    for (let index = pages.length - 1; index > 0; index -= 1) {
      const back = await page(list, `limit=1&sort=${sort}&cursor=${pages[index].previous_cursor}`);
      expect(back.items).toEqual(pages[index - 1].items);
      expect(back.previous_cursor === undefined).toBe(index === 1);
    }
  });

  test('filters by market and by side', async () => {
    const whole = await read(list);
    for (const name of [BTC, ETH])
      expect(await read(list, `name=${name}`)).toEqual(whole.filter((item) => item.name === name));
    for (const side of ['long', 'short'])
      expect(await read(list, `side=${side}`)).toEqual(whole.filter((item) => item.side === side));
    expect(await read(list, `name=${BTC}&side=short&sort=oldest`)).toEqual(
      whole.filter((item) => item.name === BTC && item.side === 'short').reverse(),
    );
  });

  test('filters by days', async () => {
    const whole = await read(list);
    const isOld = list === 'funding';
    const today = dayOf(exchange.services.clock());
    expect(await read(list, `from=${today}&to=${today}`)).toEqual(isOld ? [] : whole);
    const old = await read(list, `from=${oldDay()}&to=${oldDay()}`);
    expect(old.map(({ amount }) => amount)).toEqual(isOld ? ['0.000700', '-0.000500'] : []);
    expect(await read(list, 'to=2020-01-01')).toEqual([]);
  });

  test('contains only the caller’s own rows, whatever cursor is sent', async () => {
    const ids = new Set((await read(list)).map(({ id }) => id));
    const { next_cursor } = await page(list, 'limit=1&sort=oldest');
    const stranger = await exchange.client();
    expect(await read(list, '', stranger)).toEqual([]);
    if (next_cursor !== undefined) expect(await read(list, `cursor=${next_cursor}`, stranger)).toEqual([]);
    for (const { id } of list === 'orders' ? await read(list, '', other) : []) expect(ids.has(String(id))).toBe(false);
    expect(await file(list, '', stranger)).toHaveLength(1);
  });

  test('refuses unknown markets, malformed days and cursors it did not issue', async () => {
    const refused = async (query: string) => (await client.get(`/api/v3/futures/${lists[list][0]}?${query}`)).body.code;
    expect(await refused('name=NO-USDT-PERP')).toBe('unknown_market');
    expect(await refused('name=BTCUSDT')).toBe('invalid_request');
    expect(await refused('from=2026-02-31')).toBe('invalid_request');
    expect(await refused('from=2026-02-02&to=2026-02-01')).toBe('invalid_request');
    expect(await refused('sort=price')).toBe('invalid_request');
    expect(await refused('side=up')).toBe('invalid_request');
    for (const cursor of ['12', 'b_1_2_3', 'a_x']) expect(await refused(`cursor=${cursor}`)).toBe('invalid_request');
  });

  test('is exported with the filters of its list', async () => {
    for (const query of ['', 'side=long', `name=${ETH}`, 'sort=oldest', `to=${oldDay()}`]) {
      const items = await read(list, `limit=200&${query}`);
      const [heading = [], ...rows] = await file(list, query);
      expect(heading).toEqual(expect.arrayContaining(['Market', 'Side']));
      const [name, side] = [heading.indexOf('Market'), heading.indexOf('Side')];
      expect(rows.map((row) => [row[name], row[side]])).toEqual(items.map((item) => [item.name, item.side]));
      for (const row of rows) expect(row).toHaveLength(heading.length);
    }
    expect((await client.get(`/api/v3/futures/history.csv?tab=${tabs[list]}&name=NO-USDT-PERP`)).body.code).toBe(
      'unknown_market',
    );
  });
});

test('orders are filtered by what they do and how they ended', async () => {
  const whole = await read('orders');
  expect(new Set(whole.map(({ effect }) => effect))).toEqual(new Set(['open', 'close']));
  for (const effect of ['open', 'close'])
    expect(await read('orders', `effect=${effect}`)).toEqual(whole.filter((order) => order.effect === effect));
  expect(await read('orders', 'state=filled')).toEqual(whole.filter(({ state }) => state === 'APPROVED'));
  const cancelled = await read('orders', 'state=cancelled');
  expect(cancelled.map(({ ended_because }) => ended_because)).toContain('cancelled');
  expect(cancelled).toEqual(whole.filter(({ state }) => state === 'DISSAPROVED'));
  const [heading = [], ...rows] = await file('orders', 'state=cancelled&effect=open');
  expect(rows.map((row) => row[heading.indexOf('Ended because')])).toContain('cancelled');
});

test('trades are filtered by what they did and by role', async () => {
  const whole = await read('trades');
  for (const effect of ['open', 'close'])
    expect(await read('trades', `effect=${effect}`)).toEqual(whole.filter((trade) => trade.effect === effect));
  expect(new Set(whole.map(({ role }) => role))).toEqual(new Set(['maker', 'taker', 'liquidated']));
  for (const role of ['maker', 'taker', 'liquidated', 'counterparty'])
    expect(await read('trades', `role=${role}`)).toEqual(whole.filter((trade) => trade.role === role));
  expect(await file('trades', 'role=liquidated')).toHaveLength(
    1 + whole.filter(({ role }) => role === 'liquidated').length,
  );
});

test.each([
  ['order', 'role=taker', 'role'],
  ['trade', 'state=filled', 'state'],
  ['position', 'effect=open', 'effect'],
  ['funding', 'state=filled', 'state'],
  ['liquidation', 'role=liquidated', 'role'],
])('a file of tab %s with %s, a field that its list does not have, is refused', async (tab, query, field) => {
  const { status, body } = await client.get(`/api/v3/futures/history.csv?tab=${tab}&${query}`);
  expect([status, body.code, body.parameters]).toEqual([400, 'invalid_request', { reason: 'field_not_of_tab', field }]);
});

test.each(all)('a file of %s contains only rows that existed when it was started', async (list) => {
  const { histories, core } = exchange.services;
  const before = await read(list, 'limit=200&sort=oldest');
  const { position } = core;
  const reading = list === 'orders' || list === 'liquidations' ? list : 'positionChanges';
  const spied = vi.spyOn(histories, reading);
  onTestFinished(() => spied.mockRestore());
  expect(await file(list, 'sort=oldest')).toHaveLength(1 + before.length);
  expect(spied.mock.calls.map(([query]) => query.throughPosition)).toEqual([position]);
});
