import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopDuty, type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let maker: TestClient;
let holder: TestClient;
let buyer: TestClient;

const limit = (delegate_type: 'BUY' | 'SELL', order_per_unit: string) =>
  maker.order({ delegate_type, trade_type: 'limit', number_of_order: '0.01', order_per_unit });

const get = async (path: string) =>
  (await holder.get(path, { 'x-min-position': `${exchange.services.core.position}` })).body;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'mark prices');
  maker = await exchange.client({ BTC: '1', USDT: '100000' });
  holder = await exchange.client({ BTC: '2' });
  buyer = await exchange.client({ USDT: '10000' });
  await limit('SELL', '65000.0');
  await buyer.order({ delegate_type: 'BUY', trade_type: 'limit', number_of_order: '0.01', order_per_unit: '65000.0' });
  // Profit is known from the first day that opens with a price.
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 86_400 });
});
afterAll(() => exchange.close());

test('a coin is valued at the last trade while a side of its order book is empty', async () => {
  await limit('SELL', '66000.3');
  expect((await get('/api/v3/overview')).rates.BTC).toBe('65000.0');
  expect((await get('/api/v3/overview')).overviewTotal).toBe('130000.000000');
});

test('a coin is valued at the mid price of its order book, in half ticks, by every call that values coins', async () => {
  await limit('BUY', '65000.0');
  const overview = await get('/api/v3/overview');
  expect(overview.rates.BTC).toBe('65500.15');
  expect(overview).toMatchObject({ spotTotal: '131000.300000', overviewTotal: '131000.300000' });
  const { wallet } = await get('/api/v3/wallets/spot');
  expect(wallet.find(({ name }: { name: string }) => name === 'BTC').usdt_value).toBe('131000.300000');
  expect((await get('/api/v3/wallet-single-coin?name=BTC')).balance.usdt_value).toBe('131000.300000');
  expect((await get('/api/v3/wallet-single-coin-pnl?name=BTC')).value).toBe('131000.300000');
  expect((await get('/api/v3/pnl')).periods[0].now).toBe('131000.300000');
  expect((await get('/api/v3/top-assets')).assets[0].usdt_value).toBe('131000.300000');
  expect((await get('/api/v3/trades/funds')).funds[0].usdt_value).toBe('131000.300000');
});

test('coins that stay in the wallet yield no profit while the index differs from our own book, today or tomorrow', async () => {
  const { services } = exchange;
  await limit('SELL', '65500.2');
  await buyer.order({ delegate_type: 'BUY', trade_type: 'limit', number_of_order: '0.01', order_per_unit: '65500.2' });
  await limit('BUY', '65000.1');
  services.indexFeed.add({
    name: 'a test',
    quote: ({ market }) => (market === 1_001 ? { ticks: 700_000, atMs: services.clock() } : undefined),
  });
  for (const day of ['today', 'tomorrow']) {
    await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 86_400 });
    await services.indexFeed.run();
    expect(services.indexFeed.stateOf(1_001)?.ticks, day).toBe(700_000);
    const overview = await get('/api/v3/overview');
    expect(overview.rates.BTC, day).toBe('65500.2');
    expect(overview.overviewTotal, day).toBe('131000.400000');
    expect((await get('/api/v3/pnl')).periods[0], day).toMatchObject({
      opening: '131000.400000',
      now: '131000.400000',
      profit: '0.000000',
    });
  }
});
