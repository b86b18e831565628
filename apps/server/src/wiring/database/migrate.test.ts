import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { StartError } from '../process/start-error.ts';
import { migrate, readMigrations } from './migrate.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('migrations are applied once, however many servers start at the same time', async () => {
  const database = await createTestDatabase();
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  await migrate(database.url);
  const known = await readMigrations();
  expect(await query(database.url, 'select version, name from schema_version order by version')).toEqual(
    known.map(({ version, name }) => ({ version, name })),
  );
  expect(await query(database.url, 'select position from projector_position')).toEqual([{ position: '0' }]);
  await database.drop();
});

test('a database from a newer release prevents startup with a one-sentence error', async () => {
  const database = await createTestDatabase();
  await migrate(database.url);
  await query(database.url, `insert into schema_version (version, name) values (9999, 'from_the_future')`);
  await expect(migrate(database.url)).rejects.toThrow(StartError);
  await expect(migrate(database.url)).rejects.toThrow('was used by a newer Vitrine (it has migration 9999');
  await database.drop();
});

test('a failed migration leaves no changes behind', async () => {
  const database = await createTestDatabase();
  const bad = [{ version: 1, name: 'bad', sql: 'create table half (n int); select 1 / 0' }];
  await expect(migrate(database.url, { migrations: bad })).rejects.toThrow('Migration 1 (bad) failed');
  expect(await query(database.url, `select to_regclass('half') as half`)).toEqual([{ half: null }]);
  expect(await query(database.url, `select to_regclass('schema_version') as versions`)).toEqual([{ versions: null }]);
  await database.drop();
});
