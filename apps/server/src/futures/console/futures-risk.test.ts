import { systemOwners } from '@vitrine/core';
import type { PriceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../../testing/test-exchange.ts';
import { BookSource } from '../index-price/book-source.ts';
import type { IndexQuote } from '../index-price/index-source.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;

let exchange: TestExchange;
let operator: TestStaff;
let long: TestClient;
let short: TestClient;
let other: TestClient;
/** The quote of the only index source besides our own spot book. */
let quote: IndexQuote | undefined;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'mark prices');
  await stopDuty(exchange.exchange, 'insurance fund');
  exchange.services.indexFeed.add(new BookSource(exchange.services));
  exchange.services.indexFeed.add({ name: 'a test', quote: ({ market }) => (market === MARKET ? quote : undefined) });
  operator = await exchange.staff('treasury');
  [long, short, other] = await Promise.all([funded(), funded(), funded()]);
});
afterAll(() => exchange.close());

async function funded(): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '10000' });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await someone.post('/api/v3/futures/transfer', { ...form, ...unlocking })).status).toBe(200);
  return someone;
}

const uidOf = async (who: TestClient): Promise<string> =>
  (await who.get('/api/v3/account-client')).body.client.user.user_unique_id;
const order = async (who: TestClient, side: 'long' | 'short', number_of_order: string, order_per_unit = '66461.0') => {
  const fields = { name: NAME, effect: 'open', trade_type: 'limit', side, number_of_order, order_per_unit };
  expect((await who.post('/api/v3/futures/orders', fields)).status).toBe(200);
};
const setMark = (ticks: number) =>
  exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: ticks as PriceTicks });

const risk = async () => (await operator.get('/api/v3/console/futures/risk')).body;
const marketRisk = async () => (await risk()).markets.find(({ name }: { name: string }) => name === NAME);
const positions = async () => (await operator.get(`/api/v3/console/futures/positions?name=${NAME}`)).body;
/** Polls for up to 15 seconds, because responses may be a few seconds old. */
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 15_000, interval: 500 });

test('operators see who holds how much, who is closest to liquidation, and who would be deleveraged next', async () => {
  await setMark(664_610);
  await order(short, 'short', '0.03');
  await order(long, 'long', '0.02');
  await order(other, 'long', '0.01');
  await eventually(marketRisk).toMatchObject({
    open_interest: '0.03000',
    open_interest_value: '1993.830000',
    long: { positions: 2, largest_percent: '66.66', five_largest_percent: '100.00', near_positions: 0 },
    short: { positions: 1, largest_percent: '100.00', uncovered_at_ten_percent: '0.000000' },
    house: [],
  });
  const [longUid, shortUid, otherUid] = [await uidOf(long), await uidOf(short), await uidOf(other)];
  const found = await positions();
  expect(found).toMatchObject({ name: NAME, mark_price: '66461.0' });
  expect(found.long.largest).toMatchObject([
    { holder: { kind: 'client', id: longUid }, size: '0.02000', share_percent: '66.66', effective_leverage: '10.0' },
    { holder: { kind: 'client', id: otherUid }, size: '0.01000' },
  ]);
  expect(found.short.queue).toMatchObject([
    { holder: { kind: 'client', id: shortUid }, profit: '0.000000', distance_percent: '9.56' },
  ]);

  // The long positions are near liquidation, and a sudden fall would cause losses that their margins do not cover.
  await setMark(630_000);
  await eventually(marketRisk).toMatchObject({ long: { near_positions: 2, near_liquidation: '1890.000000' } });
  const { totals } = await risk();
  expect(totals).toMatchObject({ open_interest_value: '3780.000000', near_positions: 2 });
  expect(Number(totals.uncovered_if_falling)).toBeGreaterThan(90);
  await setMark(664_610);
});

test('tiers, terms and funding are shown as the core has them', async () => {
  const { tiers, funding, ...terms } = await marketRisk();
  expect(terms).toMatchObject({ maximum_leverage: 100, liquidation_fee_percent: '0.2500' });
  expect(tiers.slice(0, 2)).toEqual([
    { cost_up_to: '50000.000000', maintenance_percent: '0.4000', positions: 3 },
    { cost_up_to: '300000.000000', maintenance_percent: '0.9000', positions: 0 },
  ]);
  expect(tiers.at(-1)).toMatchObject({ cost_up_to: '' });
  expect(funding).toMatchObject({ last_at: 0, last_collected: '' });
  expect(funding.next_at).toBeGreaterThan(exchange.services.clock());
});

test('each source of the index has its price, age and state', async () => {
  const { services } = exchange;
  const index = async () => (await marketRisk()).index;
  quote = { ticks: 664_612.5, atMs: services.clock() };
  await services.indexFeed.run();
  const confirmed = await index();
  expect(confirmed).toMatchObject({ price: '66461.25', is_protected: false });
  expect(confirmed.confirmed_at).toBeGreaterThan(0);
  expect(confirmed.sources.at(-1)).toEqual({ name: 'a test', state: 'used', price: '66461.25', at: quote.atMs });
  quote = undefined;
  await services.indexFeed.run();
  expect((await index()).sources.at(-1)).toEqual({ name: 'a test', state: 'silent', price: '', at: 0 });
});

test('a client who sets the prices of our own spot book cannot move the index, whether or not another source has a price', async () => {
  const { services } = exchange;
  const client = await exchange.client({ USDT: '1000', BTC: '1' });
  for (const [delegate_type, order_per_unit] of [
    ['BUY', '68000.0'],
    ['SELL', '68200.0'],
  ]) {
    const order = { delegate_type, trade_type: 'limit', order_per_unit, number_of_order: '0.0002' };
    expect((await client.order(order)).status).toBe(200);
  }
  const index = async () => {
    await services.indexFeed.run();
    const { price, sources } = (await marketRisk()).index;
    return [price, ...sources.map((source: { state: string; price: string }) => `${source.state} ${source.price}`)];
  };
  quote = { ticks: 664_612, atMs: services.clock() };
  expect(await index()).toEqual(['66461.20', 'compared 68100.00', 'used 66461.20']);
  quote = { ticks: 664_612, atMs: services.clock() - 11_000 };
  expect(await index()).toEqual(['', 'compared 68100.00', 'stale 66461.20']);
  quote = undefined;
  expect(await index()).toEqual(['', 'compared 68100.00', 'silent ']);
  await client.post('/api/v3/orders/cancel-all');
});

test('operators see how a liquidated position was closed, and which positions the insurance fund took over', async () => {
  await setMark(598_000);
  await eventually(async () => (await risk()).liquidations).toHaveLength(2);
  const { liquidations, fund, last_deleveraging_at } = await risk();
  expect(liquidations).toMatchObject([
    { name: NAME, side: 'long', in_book: '0.00000', own_position: '0.00000', deleveraged: '0.00000' },
    { name: NAME, side: 'long' },
  ]);
  for (const { size, insurance_fund, fee } of liquidations) {
    expect(insurance_fund).toBe(size);
    // A position that is closed at the bankruptcy price leaves nothing for a fee.
    expect(fee).toBe('0.000000');
  }
  expect(last_deleveraging_at).toBe(0);
  expect(fund.positions).toMatchObject([{ name: NAME, side: 'long', size: '0.03000' }]);
  const sum = (...texts: string[]) => texts.reduce((total, text) => total + Math.round(Number(text) * 1e6), 0);
  expect(sum(fund.available, fund.margin, fund.profit)).toBe(sum(fund.equity));
  await eventually(async () => (await risk()).day).toMatchObject({ liquidations: 2, deleveraged: '0.000000' });
  await eventually(async () => (await positions()).long.closest.length).toBe(0);
  expect((await positions()).long.queue).toMatchObject([
    { holder: { kind: 'insurance', id: String(systemOwners.insurance) } },
  ]);
});

test('a market without an index is protected; a market that an operator stops stays stopped', async () => {
  const { services } = exchange;
  const lister = await exchange.staff('listing');
  const shown = async () => {
    const { status, index } = await marketRisk();
    const { protected_markets } = (await operator.get('/api/v3/console/health')).body;
    return [status, index.is_protected, protected_markets.includes(NAME)];
  };
  const unconfirmed = async () => {
    quote = undefined;
    await services.indexFeed.run();
    await exchange.submit({ kind: 'AdvanceClock', byMs: 31_000 });
    await services.indexFeed.run();
  };
  const confirmed = async () => {
    quote = { ticks: 598_000, atMs: services.clock() };
    // A protected market opens after five cycles in which the index is confirmed.
    for (let i = 0; i < 5; i += 1) await services.indexFeed.run();
  };
  await unconfirmed();
  expect(await shown()).toEqual(['cancel_only', true, true]);
  await confirmed();
  expect(await shown()).toEqual(['open', false, false]);

  await unconfirmed();
  const stop = { name: NAME, status: 'cancel_only', reason: 'The index is in doubt' };
  expect((await lister.post('/api/v3/console/markets/stop', stop)).status).toBe(200);
  expect((await lister.post('/api/v3/console/markets/stop', stop)).body.code).toBe('nothing_to_change');
  await confirmed();
  expect(await shown()).toEqual(['cancel_only', false, false]);
});

test('a market that two operators open accepts orders only once its mark has reached the index', async () => {
  const { services } = exchange;
  const [lister, second] = [await exchange.staff('listing'), await exchange.staff('listing')];
  const ask = () => lister.post('/api/v3/console/markets/ask-to-open', { name: NAME, reason: 'All is well' });
  const approve = async ({ body }: TestResponse) =>
    (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
  const market = () => {
    const { status, markTicks } = services.core.perpetual(MARKET) ?? {};
    return { status, markTicks };
  };
  const follow = async (ticks: number) => {
    await exchange.submit({ kind: 'AdvanceClock', byMs: 1_000 });
    quote = { ticks, atMs: services.clock() };
    await services.indexFeed.run();
  };
  await lister.post('/api/v3/console/markets/stop', { name: NAME, status: 'halted', reason: 'The index is in doubt' });
  await setMark(598_000);
  quote = undefined;
  expect((await ask()).body).toMatchObject({ code: 'listing_invalid', parameters: { reason: 'no_index' } });
  quote = { ticks: 625_000, atMs: services.clock() };
  const [asked, again, later] = [await ask(), await ask(), await ask()];
  quote = undefined;
  expect(await approve(asked)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  quote = { ticks: 625_000, atMs: services.clock() };
  // The mark price is more than one step away from the index: liquidations would begin at an outdated price.
  expect(await approve(again)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  expect(market()).toEqual({ status: 'halted', markTicks: 598_000 });
  while (market().markTicks !== 625_000) await follow(625_000);
  await exchange.submit({ kind: 'AdvanceClock', byMs: 1_000 });
  quote = { ticks: 630_000, atMs: services.clock() };
  expect(await approve(later)).toMatchObject({ state: 'done' });
  expect(market()).toEqual({ status: 'cancel_only', markTicks: 630_000 });
  expect((await ask()).body.code).toBe('nothing_to_change');
  await follow(700_000);
  expect(market()).toMatchObject({ status: 'cancel_only' });
  while (market().markTicks !== 700_000) {
    expect(market()).toMatchObject({ status: 'cancel_only' });
    await follow(700_000);
  }
  expect(market()).toMatchObject({ status: 'open' });
});

test('reading who holds positions is audited, and forbidden to other roles', async () => {
  const seen = await exchange.query(`select subject from audit_trail where action = 'consoleFuturesPositions'`);
  expect(seen.length).toBeGreaterThan(0);
  const support = await exchange.staff('support');
  for (const path of ['risk', `positions?name=${NAME}`])
    expect((await support.get(`/api/v3/console/futures/${path}`)).body.code).toBe('not_permitted');
  expect((await operator.get('/api/v3/console/futures/positions?name=XYZ-USDT-PERP')).body.code).toBe('unknown_market');
});
