import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
beforeAll(async () => {
  // Production's limit.
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1', RATE_PER_ADDRESS: '200' });
  client = await exchange.client({ USDT: '10' });
});
afterAll(() => exchange.close());

const refusedOf = async (count: number, path: string, address: string): Promise<number> => {
  const get = () => client.get(path, { 'x-forwarded-for': address });
  const responses = await Promise.all(Array.from({ length: count }, get));
  return responses.filter(({ status }) => status === 429).length;
};

test.each([
  ['long pages', '/api/v3/ledger?limit=200', '192.0.2.1'],
  ['pages that are filtered', '/api/v3/ledger?limit=1&cause=reward', '192.0.2.2'],
  ['long pages of fills', '/api/v3/trades/trade-histories?limit=200', '192.0.2.3'],
])('%s are refused after a burst from one address', async (_, path, address) => {
  const refused = await refusedOf(100, path, address);
  expect(refused).toBeGreaterThan(30);
  expect(refused).toBeLessThan(80);
});

test('as many short pages as other requests are admitted', async () => {
  expect(await refusedOf(300, '/api/v3/ledger?limit=10', '192.0.2.4')).toBe(0);
});

test('of many files of one client, one is sent and one waits; the others are refused as busy', async () => {
  const files = Array.from({ length: 20 }, () => client.get('/api/v3/history.csv?tab=ledger'));
  const statuses = (await Promise.all(files)).map(({ status }) => status);
  const sent = statuses.filter((status) => status === 200).length;
  expect(sent).toBeGreaterThanOrEqual(1);
  expect(sent).toBeLessThan(10);
  expect(statuses.filter((status) => status === 503)).toHaveLength(20 - sent);
  expect((await client.get('/api/v3/history.csv?tab=ledger')).status).toBe(200);
});
