import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../wiring/database/migrate.ts';

/** The last migration before requests to close a position specified a distance instead of a price. */
const BEFORE = 429;

test('a pending request to close a position at a fixed price fails after the upgrade; others are unaffected', async () => {
  const database = await createTestDatabase();
  const migrations = (await readMigrations()).filter(({ version }) => version <= BEFORE);
  await migrate(database.url, { migrations });
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query(`insert into staff_member (id, email, name, roles, created_by, password)
    values ('officer', 'a@test.example', 'a', '{compliance}', 'a', 'hash')`);
  await pool.query(`
    insert into approval (kind, subject, parameters, before, after, reason, asked_by, expires_at, state)
    select kind, 'client 1', parameters::jsonb, '{}', '{}', 'r', 'officer', now() + interval '1 day', state
    from (values ('close_position', '{"limitTicks": 9, "lots": 5}', 'waiting'),
      ('close_position', '{"limitTicks": 9, "lots": 5}', 'done'),
      ('delist_market', '{"market": 1}', 'waiting')) as given (kind, parameters, state)`);
  await migrate(database.url);
  const { rows } = await pool.query('select state, failure, decided_at is null as is_open from approval order by id');
  expect(rows).toEqual([
    { state: 'failed', failure: 'request_outdated', is_open: false },
    { state: 'done', failure: '', is_open: true },
    { state: 'waiting', failure: '', is_open: true },
  ]);
  await pool.end();
  await database.drop();
});
