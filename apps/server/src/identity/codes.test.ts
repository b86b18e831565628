import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../wiring/testing/migrated-database.ts';
import { OneTimeCodes } from './codes.ts';

let database: MigratedDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.close());

test('codes that have run out are dropped, and live ones still open', async () => {
  const codes = new OneTimeCodes(pool, 'a secret of the tests that is long enough');
  await codes.issue('sign_up', 'late@example.com');
  const code = await codes.issue('sign_up', 'live@example.com');
  await pool.query(`update one_time_code set expires_at = now() - interval '1 second' where address like 'late%'`);
  await codes.prune();
  const { rows } = await pool.query('select address from one_time_code');
  expect(rows).toEqual([{ address: 'live@example.com' }]);
  expect(await codes.redeem('sign_up', 'live@example.com', code)).toBe(true);
});
