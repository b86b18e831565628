import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedConnection } from '../../kit/postgres/shared-connection.ts';
import { TestExchange } from '../../testing/test-exchange.ts';
import { connectTo } from '../../wiring/database/database.ts';
import { openCoins } from './coins.ts';
import type { ReadModelTables } from './tables.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());

test('a description changed on one server changes on every server', async () => {
  const pool = new pg.Pool({ connectionString: exchange.databaseUrl, max: 1 });
  const database = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  const channels = new SharedConnection(connectTo(exchange.databaseUrl, 'test'));
  const other = await openCoins(database, () => channels.line());
  const { coins } = exchange.services;
  expect(other.all()).toEqual(coins.all());
  expect(other.isDescribed('NEW')).toBe(false);

  const described = { ...coins.byCode('BTC'), code: 'NEW', fullName: 'A new coin' };
  await coins.describe([described]);
  await expect.poll(() => other.byCode('NEW')).toEqual(described);
  await other.describe([{ ...described, fullName: 'Another name' }]);
  await expect.poll(() => coins.byCode('NEW').fullName).toBe('Another name');
  await other.close();
  await database.destroy();
});
