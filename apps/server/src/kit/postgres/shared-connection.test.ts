import { eventually } from '@vitrine/tools/eventually';
import { createTestDatabase } from '@vitrine/tools/test-database';
import { afterAll, expect, test } from 'vitest';
import { PostgresChannel } from './channel.ts';
import { connect } from './connect.ts';
import { SharedConnection } from './shared-connection.ts';

const database = await createTestDatabase();
const other = await connect(database.url, 'vitrine test', 10_000);
afterAll(async () => {
  await other.end();
  await database.drop();
});

const NAME = 'vitrine shared';
const connections = async (): Promise<number> =>
  (await other.query('select 1 from pg_stat_activity where application_name = $1', [NAME])).rows.length;

function listener(shared: SharedConnection, name: string) {
  const heard: string[] = [];
  let caughtUp = 0;
  const channel = new PostgresChannel({
    connect: () => shared.line(),
    name,
    received: (payload) => void heard.push(payload),
    catchUp: async () => void caughtUp++,
  });
  return { channel, heard, caughtUp: () => caughtUp };
}

test('channels share a database connection, receive only their own notifications, and the last channel closes it', async () => {
  const shared = new SharedConnection(() => connect(database.url, NAME, 10_000));
  const [news, prices] = [listener(shared, 'news'), listener(shared, 'prices')];
  await Promise.all([news.channel.open(), prices.channel.open()]);
  expect(await connections()).toBe(1);
  await other.query(`notify news, 'first'; notify prices, '7'`);
  await eventually(() => expect([news.heard, prices.heard]).toEqual([['first'], ['7']]));

  await other.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [NAME]);
  await eventually(() => expect([news.caughtUp(), prices.caughtUp()]).toEqual([1, 1]));
  expect(await connections()).toBe(1);
  await other.query(`notify news, 'second'; notify prices, '8'`);
  await eventually(() =>
    expect([news.heard, prices.heard]).toEqual([
      ['first', 'second'],
      ['7', '8'],
    ]),
  );

  await news.channel.close();
  await other.query(`notify news, 'third'; notify prices, '9'`);
  await eventually(() => expect(prices.heard).toEqual(['7', '8', '9']));
  expect(news.heard).toEqual(['first', 'second']);
  await prices.channel.close();
  await eventually(async () => expect(await connections()).toBe(0));
});

test('after a database connection could not be opened, the next caller retries', async () => {
  let isUp = false;
  const shared = new SharedConnection(() =>
    isUp ? connect(database.url, NAME, 10_000) : Promise.reject(new Error('the database is not available')),
  );
  const { channel } = listener(shared, 'news');
  await expect(channel.open()).rejects.toThrow('the database is not available');
  isUp = true;
  await channel.open();
  expect(await connections()).toBe(1);
  await channel.close();
});

test('queries are sent one at a time, however many callers share the connection', async () => {
  const shared = new SharedConnection(() => connect(database.url, NAME, 10_000));
  const warnings: string[] = [];
  const hear = ({ message }: Error) => void warnings.push(message);
  process.on('warning', hear);
  const lines = await Promise.all([shared.line(), shared.line()]);
  const asked = [...lines, ...lines].map((line, index) => line.query(`select ${index}`));
  await expect(lines[0]?.query('select no_such_column')).rejects.toThrow('no_such_column');
  await Promise.all(asked);
  process.off('warning', hear);
  expect(warnings).toEqual([]);
  for (const line of lines) await line.end();
});
