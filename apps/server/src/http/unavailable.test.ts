import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDatabaseLoss } from '../kit/postgres/database-loss.ts';
import { TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_PER_ADDRESS: '1' });
});
afterAll(() => exchange.close());

describe('a database that cannot serve', () => {
  test.each([
    ['a full disk', '53100'],
    ['exhausted memory', '53200'],
    ['too many connections', '53300'],
    ['a read or write that failed', '58030'],
    ['a file system that has become read-only', '25006'],
    ['a damaged page', 'XX001'],
    ['a damaged index', 'XX002'],
    ['a statement that took too long', '57014'],
    ['a transaction that was left open for too long', '25P03'],
    ['a shutdown', '57P01'],
  ])('%s (%s) is treated as a loss of the database', (_, code) => {
    expect(isDatabaseLoss(new Error('the query failed', { cause: Object.assign(new Error(), { code }) }))).toBe(true);
  });

  test.each([
    ['a duplicate key', '23505'],
    ['an unknown column', '42703'],
  ])('%s (%s) is not treated as a loss of the database', (_, code) => {
    expect(isDatabaseLoss(Object.assign(new Error(), { code }))).toBe(false);
  });

  test('on a full disk a call returns unavailable, and says when to retry', async () => {
    await exchange.query(`
      create function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger disk_full before insert on outbox for each row execute function disk_full();`);
    const answer = await exchange.visitor.post('/api/v2/send-code', { email: 'somebody@test.example' });
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { code: 'unavailable', retryable: true },
    });
  });
});

test('probes have a separate rate limit, which other requests from their address do not use up', async () => {
  const statuses = async (path: string, count: number) =>
    (await Promise.all(Array.from({ length: count }, () => exchange.visitor.get(path)))).map(({ status }) => status);
  expect(await statuses('/api/v3/system', 40)).toContain(429);
  expect(new Set(await statuses('/healthz', 30))).toEqual(new Set([200]));
  expect(new Set(await statuses('/readyz', 30))).toEqual(new Set([200]));
  const refused = (await statuses('/healthz', 500)).filter((status) => status === 429);
  expect(refused.length).toBeGreaterThan(300);
});
