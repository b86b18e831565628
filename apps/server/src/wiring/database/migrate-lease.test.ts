import { join } from 'node:path';
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

test('a newer release does not migrate the database while a leader is running, only after it has stopped', async () => {
  const { url, folder, drop } = await TestExchange.installation();
  const newer = makeNewerRelease({ name: '9999_newer', sql: 'create table newer (n int)' });
  const leader = await TestExchange.openOn(url, folder);
  const client = await leader.client({ USDT: '1000' });
  const isThere = () => query(url, `select to_regclass('newer') is not null as newer`);

  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'newer'), HOUSE: 'off' };
  expect(await ServerProcess.refusal(environment, newer.file)).toMatch(
    /^The log is being written by process \d+ on \S+/,
  );
  expect(await isThere()).toEqual([{ newer: false }]);
  const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.01' };
  expect((await client.order(bid)).status).toBe(200);
  await leader.close();
  await (await TestExchange.openOn(url, folder)).close();

  const migrations = [...(await readMigrations()), { version: 9999, name: 'newer', sql: 'create table newer (n int)' }];
  await migrate(url, { migrations });
  expect(await isThere()).toEqual([{ newer: true }]);
  newer.remove();
  await drop();
}, 240_000);
