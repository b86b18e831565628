import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Lets an administrator end the connection while nothing is asked of it, and waits until the server's word has come. */
async function endIdle(connection: Connection): Promise<void> {
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  await pool.query(`select pg_terminate_backend(${rows[0].pid}, 5000)`);
  await expect(connection.query('select 1')).rejects.toThrow();
}

// Vitest fails a run in which an error reaches nobody, as the process would end on it.
test('a connection lent by the pool that is lost between two statements fails at the next, and is not lent again', async () => {
  const lent = await pool.connect();
  await lent.query('begin');
  await endIdle(lent);
  lent.release();
  const { rows } = await pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
});

test('a connection outside the pool that is lost before anyone listens to it ends nothing', async () => {
  const connection = await connectTo(database.url, 'test')();
  await endIdle(connection);
  await connection.end();
});
