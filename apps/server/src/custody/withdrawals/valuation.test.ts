import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let [buyer, seller]: TestClient[] = [];

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  [buyer, seller] = [await exchange.client({ USDT: '90000' }), await exchange.client({ ETH: '25' })];
});
afterAll(() => exchange.close());

const market = () => exchange.services.core.market(exchange.services.instruments.byName('web', 'ETHUSDT')?.market ?? 0);

async function trade(ticks: number, amount: string): Promise<void> {
  const order = { name: 'ETHUSDT', trade_type: 'limit', order_per_unit: (ticks / 100).toFixed(2) };
  for (const [client, delegate_type] of [
    [buyer, 'BUY'],
    [seller, 'SELL'],
  ] as const)
    expect((await client?.order({ ...order, number_of_order: amount, delegate_type }))?.status).toBe(200);
}

/** Makes a small trade at the lowest price that the band allows. */
const pushDown = () => trade(market()?.lowestTicks ?? 0, '0.02');

/** Advances the clock once the candles have been written to the tables: candles in memory are dropped after a day. */
async function advanceDays(days: number): Promise<void> {
  const reached = { 'x-min-position': String(exchange.services.core.position) };
  expect((await buyer?.get('/api/v3/trades/order-histories', reached))?.status).toBe(200);
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds: days * 86_400 });
}

const coin = (code: string) => {
  const asset = exchange.services.instruments.assetByCode(code);
  if (asset === undefined) throw new Error(`${code} is not listed`);
  return asset;
};

/** The value of one ETH for the limits, in USDT. */
async function value(): Promise<number> {
  const { withdrawals } = exchange.services;
  return ((await withdrawals.limits.valueOf(coin('ETH'), 10 ** coin('ETH').scale)) ?? 0) / 1e6;
}

test('without a reference price, trading the price down lowers the value used for the limits only after a week', async () => {
  const first = (market()?.listedTicks ?? 0) / 100;
  for (let round = 0; round < 9; round += 1) await pushDown();
  expect(market()?.lastTicks).toBeLessThan(first * 50);
  expect(await value()).toBe(first);
  await advanceDays(5);
  expect(await value()).toBe(first);
  await advanceDays(4);
  expect(await value()).toBeLessThan(first / 2);
});

test('a few small trades at high prices do not use up the withdrawal limits of all clients', async () => {
  const before = await value();
  await trade(market()?.lastTicks ?? 0, '20');
  for (let round = 0; round < 9; round += 1) await trade(market()?.highestTicks ?? 0, '0.02');
  expect(market()?.lastTicks).toBeGreaterThan(before * 200);
  expect(await value()).toBeLessThan(before * 1.05);
});

test('in a market without trades for a week, trading the price down lowers the value only after a week', async () => {
  await advanceDays(9);
  const before = await value();
  for (const days of [1, 1, 1]) {
    for (let round = 0; round < 3; round += 1) await trade(market()?.lowestTicks ?? 0, '0.1');
    expect(await value()).toBe(before);
    await advanceDays(days);
  }
  await advanceDays(5);
  expect(await value()).toBeLessThan(before);
});

test('the price that operators set takes precedence over all others', async () => {
  const { exchangeSettings, withdrawals } = exchange.services;
  const set = async (coinValuesUsdt: Readonly<Record<string, string>>) => {
    const { version: baseVersion } = (await exchangeSettings.versions(1))[0] ?? { version: 0 };
    const change = { baseVersion, changes: { coinValuesUsdt }, changedBy: 'a@example.com', reason: 'a test' };
    await exchangeSettings.change(change);
  };
  await set({ ETH: '1950.12345678', BTC: '0.00000001' });
  expect(await value()).toBe(1950.123457);
  expect(await withdrawals.limits.valueOf(coin('BTC'), 1)).toBe(1);
  await set({});
  expect(await value()).not.toBe(1950.123457);
});

test('a reference price raises the value at once, but does not lower it', async () => {
  const set = (referenceTicks: number) =>
    exchange.submit({
      kind: 'SetReferencePrice',
      market: market()?.market as number,
      referenceTicks: priceTicks(referenceTicks),
    });
  const before = await value();
  await set(Math.round(before * 150));
  expect(await value()).toBeCloseTo(before * 1.5, 1);
  await set(Math.round(before * 50));
  expect(await value()).toBe(before);
  await set(0);
  expect(await value()).toBe(before);
});

test('a low price does not set the value while the market is stopped', async () => {
  const id = market()?.market as number;
  await trade(market()?.highestTicks ?? 0, '1');
  await advanceDays(1);
  const before = await value();
  for (let round = 0; round < 3; round += 1) await trade(market()?.lowestTicks ?? 0, '0.05');
  expect(await value()).toBe(before);
  for (const status of ['halted', 'cancel_only'] as const) {
    await exchange.submit({ kind: 'SetMarketStatus', market: id, status });
    await advanceDays(5);
    expect(await value()).toBe(before);
  }
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'open' });
});

test('trading the price down shortly before a delisting does not lower the value, even a week after the delisting', async () => {
  const before = await value();
  for (let round = 0; round < 3; round += 1) await trade(market()?.lowestTicks ?? 0, '0.4');
  expect(market()?.lastTicks).toBeLessThan(before * 90);
  expect(await value()).toBe(before);
  const { core } = exchange.services;
  const id = market()?.market as number;
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'cancel_only' });
  for (const owner of core.ownersWithOrders(id, 100))
    await exchange.submit({ kind: 'CancelAllOrders', owner, market: id });
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'delisted' });
  await advanceDays(9);
  await advanceDays(9);
  expect(await value()).toBe(before);
});

test('a coin without a market has a value only if operators set one', async () => {
  const unlisted = { ...coin('ETH'), asset: 999 as never, code: 'NOMARKET' };
  expect(await exchange.services.withdrawals.limits.valueOf(unlisted, 1)).toBeUndefined();
});
