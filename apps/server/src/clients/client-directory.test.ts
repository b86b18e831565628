import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import { ClientDirectory } from './client-directory.ts';

const CROWD = 20_000;

let database: MigratedDatabase;
let pool: Pool;
let directory: ClientDirectory;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
  directory = new ClientDirectory(pool);
  await pool.query(
    `insert into person (id, name, email, email_verified, created_at, updated_at)
     select number, '', md5(number::text) || '@crowd.example', true, now(), now() from generate_series(1, $1) as number`,
    [CROWD],
  );
  await pool.query(
    `insert into person (id, name, email, email_verified, created_at, updated_at)
     values ('zoe', '', 'zoe.quixote_100%@wonder.example', true, now(), now())`,
  );
  await pool.query(
    `insert into profile (owner, name) select owner, 'Zoë van der Łąka' from client where person_id = 'zoe'`,
  );
  await pool.query(`update client set mobile_number = '4915755512345', unique_id = '99' where person_id = 'zoe'`);
  await pool.query('analyze');
});
afterAll(() => database.close());

const find = async (search: string) => (await directory.find({ search, limit: 5 })).map(({ email }) => email);
const ZOE = ['zoe.quixote_100%@wonder.example'];

test.each([
  ['the email', 'zoe.quixote_100%@wonder.example'],
  ['a part of it, in any case', 'QUIXOTE'],
  ['three letters', 'xot'],
  ['two letters', 'xo'],
  ['special characters of patterns', 'e_100%@'],
  ['part of the name', 'DER ŁĄK'],
  ['part of the phone number', '5755 512'],
  ['the beginning of the UID', '99'],
])('a client is found among twenty thousand by %s', async (_, search) => {
  expect(await find(search)).toEqual(search === '99' ? expect.arrayContaining(ZOE) : ZOE);
});

test('a search does not match scattered characters, or treat pattern characters as wildcards', async () => {
  for (const search of ['quixoteexample', 'exotiuq', 'zoe%wonder', 'zoe_quixote'])
    expect(await find(search)).toEqual([]);
});

test('without a search text, the newest clients are listed first', async () => {
  const crowd = (number: number) => `${createHash('md5').update(String(number)).digest('hex')}@crowd.example`;
  expect((await directory.find({ limit: 3 })).map(({ email }) => email)).toEqual([
    ...ZOE,
    crowd(CROWD),
    crowd(CROWD - 1),
  ]);
});

test('a search for part of an email or phone number uses indexes, without scanning all clients', async () => {
  const figures = async () => {
    const { rows } = await pool.query<{ name: string; scans: string }>(
      `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where indexrelname like '%trigrams'
       union all select relname, seq_scan from pg_stat_user_tables where relname in ('person', 'client')`,
    );
    return Object.fromEntries(rows.map(({ name, scans }) => [name, Number(scans)]));
  };
  // Makes the scan counts of this database session visible now; those of other database sessions become visible within
  // a second.
  const settled = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    return figures();
  };
  const before = await settled();
  for (let time = 0; time < 20; time += 1) {
    await find('quixote');
    await find('5755512');
  }
  await expect
    .poll(async () => {
      const after = await settled();
      const used = ['person_email_trigrams', 'client_mobile_trigrams'].map(
        (name) => (after[name] ?? 0) - (before[name] ?? 0) >= 20,
      );
      return [...used, after.person === before.person && after.client === before.client];
    })
    .toEqual([true, true, true]);
});
