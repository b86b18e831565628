import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../../testing/test-exchange.ts';

let exchange: TestExchange;
let buyer: TestClient;
let seller: TestClient;
beforeAll(async () => {
  exchange = await TestExchange.open();
  buyer = await exchange.client({ USDT: '3000000', BTC: '20' });
  seller = await exchange.client({ USDT: '3000000', BTC: '20' });
});
afterAll(() => exchange.close());

const order = (who: TestClient, delegate_type: string, number_of_order: string, order_per_unit: string) =>
  who.order({ name: 'BTCUSDT', trade_type: 'limit', delegate_type, number_of_order, order_per_unit, remember: true });
const flow = async (window: string) =>
  (await exchange.visitor.get(`/api/v3/trading-data/taker-flow?name=BTCUSDT&window=${window}`)).body;
const units = (text: string) => BigInt(text.replace('.', ''));
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + units(text), 0n);

test('without trades, there is no size, no price and no change', async () => {
  const { sizes, periods, step_seconds } = (
    await exchange.visitor.get('/api/v3/trading-data/taker-flow?name=ETHUSDT&window=1h')
  ).body;
  expect(sizes.map(({ least }: { least: string }) => least)).toEqual([
    '1000000',
    '500000',
    '100000',
    '10000',
    '1000',
    '0',
  ]);
  expect(sizes[0]).toEqual({ least: '1000000', buy: '0.000000', sell: '0.000000', buys: 0, sells: 0 });
  expect(step_seconds).toBe(300);
  expect(periods).toHaveLength(12);
  expect(periods.at(-1)).toMatchObject({ buy: '0.000000', sell: '0.000000', close: '' });
  const { markets } = (await exchange.visitor.get('/api/v3/trading-data/markets?window=1h')).body;
  expect(markets.find(({ name }: { name: string }) => name === 'ETHUSDT')).toMatchObject({
    percent: '',
    volume_usdt: '0.000000',
  });
  expect((await exchange.visitor.get('/api/v3/trading-data/taker-flow?name=NOSUCH&window=1h')).body.code).toBe(
    'unknown_market',
  );
  expect((await exchange.visitor.get('/api/v3/trading-data/markets?window=2h')).body.code).toBe('invalid_request');
});

test('an order filled by several makers is counted once, with its total size; the makers are not counted', async () => {
  // 66,000 + 66,010 = 132,010 USDT in two fills: one buy above 100,000.
  await order(seller, 'SELL', '1', '66000.0');
  await order(seller, 'SELL', '1', '66010.0');
  expect((await order(buyer, 'BUY', '2', '66010.0')).body.result.state).toBe('APPROVED');
  // 659.8 USDT: a small sale.
  await order(buyer, 'BUY', '0.01', '65980.0');
  const sold = await order(seller, 'SELL', '0.01', '65980.0');
  await exchange.services.histories.reached(sold.body.position, 10_000);

  const { sizes, periods, position } = await flow('24h');
  expect(position).toBeGreaterThanOrEqual(sold.body.position);
  const ofSize = (least: string) => sizes.find((one: { least: string }) => one.least === least);
  expect(ofSize('100000')).toEqual({ least: '100000', buy: '132010.000000', sell: '0.000000', buys: 1, sells: 0 });
  expect(ofSize('0')).toEqual({ least: '0', buy: '0.000000', sell: '659.800000', buys: 0, sells: 1 });
  expect(ofSize('10000')).toMatchObject({ buys: 0, sells: 0 });
  expect(periods).toHaveLength(24);
  expect(periods.at(-1)).toMatchObject({ buy: '132010.000000', sell: '659.800000', close: '65980.0' });

  const { markets } = (await exchange.visitor.get('/api/v3/trading-data/markets?window=24h')).body;
  const bitcoin = markets.find(({ name }: { name: string }) => name === 'BTCUSDT');
  // The price fell from 66,000 to 65,980.
  expect(bitcoin).toMatchObject({ base: 'BTC', close: '65980.0', percent: '-0.0303', volume_usdt: '132669.800000' });
  expect(bitcoin.volumes).toHaveLength(24);
  expect(sum(bitcoin.volumes)).toBe(units('132669.800000'));
});

test('the position in the header of a shared read is that of the data, even if a later one was required', async () => {
  const path = '/api/v3/trading-data/taker-flow?name=BTCUSDT&window=7d';
  const first = await exchange.visitor.get(path);
  expect(Number(first.headers['x-log-position'])).toBe(first.body.position);
  const { body } = await order(seller, 'SELL', '0.01', '66100.0');
  expect(body.position).toBeGreaterThan(first.body.position);
  const again = await exchange.visitor.get(path, { 'x-min-position': String(body.position) });
  expect(again.body).toEqual(first.body);
  expect(Number(again.headers['x-log-position'])).toBe(first.body.position);
});

test('all visitors share one read for fifteen seconds', async () => {
  const before = await flow('4h');
  await order(seller, 'SELL', '0.01', '66000.0');
  const { body } = await order(buyer, 'BUY', '0.01', '66000.0');
  await exchange.services.histories.reached(body.position, 10_000);
  expect(await flow('4h')).toEqual(before);
});
