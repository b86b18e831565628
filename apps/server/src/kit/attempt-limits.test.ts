import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ACCOUNT_CHECK, AttemptLimits } from './attempt-limits.ts';

/**
 * A pool with slow queries that records the maximum number of concurrent ones. The database executes updates of the
 * same row one at a time, so more connections for one subject would only wait.
 */
function slowPool() {
  const seen = { running: 0, most: 0 };
  const query = async () => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await sleep(1);
    seen.running -= 1;
    return { rows: [{ attempts: 1, wait: 1 }] };
  };
  return { seen, pool: { query } as unknown as Pool };
}

test('attempts of one subject use one connection; those of many subjects use all connections', async () => {
  const { seen, pool } = slowPool();
  const limits = new AttemptLimits(pool);
  await Promise.all(Array.from({ length: 20 }, () => limits.countFrom('192.0.2.1', ACCOUNT_CHECK)));
  expect(seen.most).toBe(1);
  await Promise.all([1, 2, 3].map((last) => limits.countFrom(`192.0.2.${last}`, ACCOUNT_CHECK)));
  expect(seen.most).toBe(3);
});

test('if one subject makes too many attempts at once, the excess ones are refused as busy', async () => {
  const limits = new AttemptLimits(slowPool().pool);
  const attempts = Array.from({ length: 205 }, () => limits.count(ACCOUNT_CHECK, 'one'));
  const refused = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5);
});
