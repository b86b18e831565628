import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../wiring/migrate.ts';
import { OneTimeCodes } from './codes.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

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
