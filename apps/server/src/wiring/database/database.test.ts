import { setTimeout as sleep } from 'node:timers/promises';
import { startCuttingProxy } from '@vitrine/tools/cutting-proxy';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresChannel } from '../../kit/postgres/channel.ts';
import { withConnection } from '../../kit/postgres/connect.ts';
import { connectTo, createPool } from './database.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Connection {
  query(sql: string): Promise<pg.QueryResult>;
}

/**
 * Ends the idle connection as a database administrator would, and waits until the message from Postgres has arrived.
 */
async function endIdle(connection: Connection): Promise<void> {
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  await pool.query(`select pg_terminate_backend(${rows[0].pid}, 5000)`);
  await expect(connection.query('select 1')).rejects.toThrow();
}

// An unhandled error, which would end the server, makes the Vitest run fail.
test('a pooled connection lost between two statements fails at the next one and is not reused', async () => {
  const lent = await pool.connect();
  await lent.query('begin');
  await endIdle(lent);
  lent.release();
  const { rows } = await pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
});

test('one statement of the pool uses one processor of the database', async () => {
  const { rows } = await pool.query('show max_parallel_workers_per_gather');
  expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }]);
});

test('losing a connection outside the pool before it has a listener does not end the process', async () => {
  const connection = await connectTo(database.url, 'test')();
  await endIdle(connection);
  await connection.end();
});

describe('connections that die silently', () => {
  test('are abandoned by single queries, as at startup', async () => {
    const proxy = await startCuttingProxy(database.url);
    const asking = withConnection(
      proxy.url,
      'test',
      async (client) => {
        await client.query('select 1');
        proxy.swallowConnections();
        await client.query('select 1');
      },
      500,
    );
    await expect(asking).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await proxy.close();
  });

  test('are dropped by the pool, including those in use, and replaced', async () => {
    const proxy = await startCuttingProxy(database.url);
    const hasty = createPool(proxy.url, { statementMs: 500 });
    const lent = await Promise.all(Array.from({ length: 6 }, () => hasty.connect()));
    await Promise.all(Array.from({ length: 6 }, () => hasty.query('select 1')));
    proxy.swallowConnections();
    await Promise.all(lent.map((client) => expect(client.query('select 1')).rejects.toThrow(/has not responded/)));
    // Release the connections without passing the error on, as a query builder does.
    for (const client of lent) client.release();
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => hasty.query('select 1')));
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await hasty.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await hasty.end();
    await proxy.close();
  });

  test('are detected by a listener, which then receives notifications again', async () => {
    const proxy = await startCuttingProxy(database.url);
    const received: string[] = [];
    let lines = 0;
    const channel = new PostgresChannel({
      connect: connectTo(proxy.url, 'test', 3_000),
      name: 'test',
      received: (payload) => void received.push(payload),
      opened: () => {
        lines += 1;
      },
    });
    await channel.open();
    // Silence alone does not end a connection.
    await sleep(4_000);
    expect(lines).toBe(1);
    proxy.swallowConnections();
    await expect.poll(() => lines).toBe(2);
    await pool.query(`notify test, 'again'`);
    await expect.poll(() => received).toEqual(['again']);
    await channel.close();
    await proxy.close();
  });
});

test('statements beyond the connection limit wait for a free connection', async () => {
  const small = createPool(database.url, { most: 2 });
  await Promise.all(Array.from({ length: 6 }, () => small.query('select pg_sleep(0.05)')));
  expect(small.totalCount).toBe(2);
  await small.end();
});

test('a slow statement is cancelled in the database, and an abandoned transaction is rolled back', async () => {
  const hasty = createPool(database.url, { statementMs: 600 });
  await expect(hasty.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  const lent = await hasty.connect();
  await lent.query('begin');
  await sleep(600);
  await expect(lent.query('select 1')).rejects.toThrow();
  lent.release();
  await hasty.end();
});
