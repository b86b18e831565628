import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../testing/test-exchange.ts';
import { duties } from './duties.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

/** Runs the duty until it has nothing more to do; returns the number of batches. */
async function pruned(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let batches = 0;
  const pruneExpired = async () => {
    batches += 1;
    const hasMore = await exchange.services.pruneExpired();
    if (!hasMore) resolve(batches);
    return hasMore;
  };
  const log = { error: ({ err }: { err: Error }) => reject(err) };
  const all = duties({ ...exchange.services, pruneExpired, log: log as never });
  for (const duty of all) await duty.start();
  const count = await promise;
  for (const duty of all) await duty.stop();
  return count;
}

const leftIn = async (table: string, where: string) =>
  (await exchange.query(`select count(*)::int as n from ${table} where ${where}`))[0]?.n;

test('expired data of visitors is deleted in batches, and no other data is', async () => {
  await exchange.query(`
    insert into one_time_token (purpose, token_hash, data, expires_at)
      select 'wallet_nonce', decode(md5(n::text), 'hex'), '{}', now() + make_interval(secs => 600 - n)
      from generate_series(1, 5000) n;
    insert into one_time_code (purpose, address, code_hash, expires_at)
      select 'sign_up', 'flood' || n, '', now() + make_interval(secs => 600 - n) from generate_series(1, 5000) n;
    insert into attempt_window (subject, window_start, attempts)
      select 'flood:' || n, now() + make_interval(secs => 600 - n - 86400), 1 from generate_series(1, 5000) n;`);
  expect(await pruned()).toBe(3);
  const left = [
    await leftIn('one_time_token', `purpose = 'wallet_nonce'`),
    await leftIn('one_time_code', `address like 'flood%'`),
    await leftIn('attempt_window', `subject like 'flood:%'`),
  ];
  for (const count of left) {
    // In each table, 599 of the inserted rows had not expired at first. With each second until the deletion, one more
    // of them expires.
    expect(count).toBeGreaterThan(450);
    expect(count).toBeLessThan(600);
  }
});

test.each(['one_time_token', 'one_time_code', 'attempt_window', 'session'])(
  'expired rows of the table %s are found by an index',
  async (table) => {
    const column = table === 'attempt_window' ? 'window_start' : 'expires_at';
    const indexes = await exchange.query('select indexdef from pg_indexes where tablename = $1', [table]);
    expect(indexes.map(({ indexdef }) => indexdef)).toContainEqual(expect.stringMatching(`\\(${column}\\)$`));
  },
);
