import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';
import { ServerProcess } from '../process/testing/server-process.ts';
import { migrate, readMigrations } from './migrate.ts';
import { makeNewerRelease } from './testing/newer-release.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

test('a newer release beside a running leader is refused before it migrates; after its stop it migrates', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const newer = makeNewerRelease({ name: '9999_newer', sql: 'create table newer (n int)' });
  const leader = await TestExchange.openOn(database.url, dataDir);
  const client = await leader.client({ USDT: '1000' });
  const isThere = () => query(database.url, `select to_regclass('newer') is not null as newer`);

  const environment = { DATABASE_URL: database.url, DATA_DIR: join(dataDir, 'newer'), HOUSE: 'off' };
  expect(await ServerProcess.refusal(environment, newer.file)).toMatch(
    /^The log is being written by process \d+ on \S+/,
  );
  expect(await isThere()).toEqual([{ newer: false }]);
  const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.01' };
  expect((await client.order(bid)).status).toBe(200);
  await leader.close();
  await (await TestExchange.openOn(database.url, dataDir)).close();

  const migrations = [...(await readMigrations()), { version: 9999, name: 'newer', sql: 'create table newer (n int)' }];
  await migrate(database.url, { migrations });
  expect(await isThere()).toEqual([{ newer: true }]);
  newer.remove();
  await database.drop();
  rmSync(dataDir, { recursive: true });
}, 240_000);
