import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../../staff/secrets.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { OneTimeCodes } from './codes.ts';
import { OneTimeTokens } from './one-time-tokens.ts';

let database: MigratedDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

test('expired codes are deleted, and codes that are still valid work', async () => {
  const codes = new OneTimeCodes(pool, 'a secret of the tests that is long enough');
  await codes.issue('sign_up', 'late@example.com');
  const code = await codes.issue('sign_up', 'live@example.com');
  await pool.query(`update one_time_code set expires_at = now() - interval '1 second' where address like 'late%'`);
  await codes.prune();
  const { rows } = await pool.query('select address from one_time_code');
  expect(rows).toEqual([{ address: 'live@example.com' }]);
  expect(await codes.redeem('sign_up', 'live@example.com', code)).toBe(true);
});

test('emailed codes have six digits and tokens 256 bits, and none is repeated', async () => {
  const [codes, tokens] = [
    new OneTimeCodes(pool, 'a secret of the tests that is long enough'),
    new OneTimeTokens(pool),
  ];
  const of = <T>(make: () => T | Promise<T>) => Promise.all(Array.from({ length: 50 }, make));
  const issued = await of(() => codes.issue('sign_up', 'many@example.com'));
  for (const code of issued) expect(code).toMatch(/^[0-9]{6}$/);
  expect(new Set(issued).size).toBeGreaterThan(45);
  const secrets = [...(await of(newToken)), ...(await of(() => tokens.issue('password_reset', { personId: 'x' }, 60)))];
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set(secrets).size).toBe(100);
});
