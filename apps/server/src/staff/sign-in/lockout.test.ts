import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1' });
});
afterAll(() => exchange.close());

test('attempts that an address’s own limit refuses do not lock the member out', async () => {
  const { email } = await exchange.staff('administrator');
  const login = async (password: string, address: string) =>
    (await exchange.visitor.post('/api/v3/console/login', { email, password }, { 'x-forwarded-for': address })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1) statuses.push(await login('wrong password', n < 30 ? '203.0.113.1' : '203.0.113.2'));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect(await login(PASSWORD, '198.51.100.7')).toBe(200);
});
