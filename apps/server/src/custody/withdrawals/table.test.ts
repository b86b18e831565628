import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { OutgoingTable } from '../outgoing/table.ts';
import { WithdrawalsTable } from './table.ts';

/** The owners of the first two clients. */
const [ONE, TWO] = [1000, 1001] as const;
let database: MigratedDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = database.pool;
  await pool.query(`insert into person (id, name, email, email_verified, created_at, updated_at)
    select n, n, n || '@test.example', true, now(), now() from generate_series(1, 2) n`);
});
afterAll(() => database.close());
beforeEach(() => pool.query('truncate outgoing_payments cascade; delete from withdrawals'));

/** Inserts withdrawals of one client; returns the ids of their payments. */
async function insert(owner: number, state: string, count: number): Promise<string[]> {
  const { rows } = await pool.query(
    `insert into withdrawals (owner, state, asset_id, coin, network, address, units, fee_units, value_units, limit_units,
       is_one_step, drafted_at, expires_at, state_at)
     select $1, $2, 1, 'USDT', 'TRC20', '', 2, 1, 1, 1, false, now(), now(), now() from generate_series(1, $3)
     returning payment_id`,
    [owner, state, count],
  );
  return rows.map(({ payment_id }) => payment_id);
}

async function countOf(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
}

test('withdrawals that cannot advance do not block others, however many there are', async () => {
  const table = new WithdrawalsTable(pool, Date.now);
  await insert(ONE, 'sending', 1_001);
  await insert(TWO, 'sending', 1);
  expect(await countOf(table.leaving('TRC20'))).toBe(1_002);
  await insert(ONE, 'requested', 1_000);
  await insert(TWO, 'checking', 1);
  expect(await countOf(table.toMoveOn())).toBe(1_001);
});

test('open payments are interleaved: the oldest of each client and of the exchange, then the second oldest', async () => {
  const table = new OutgoingTable(pool);
  const many = await insert(ONE, 'sending', 3);
  const few = await insert(TWO, 'sending', 2);
  const sweeps = ['sweep:1', 'sweep:2'];
  for (const id of [...many, ...sweeps, ...few])
    await table.want(pool, {
      id,
      network: 'TRC20',
      purpose: sweeps.includes(id) ? 'sweep' : 'withdrawal',
      source: { kind: 'hot' },
      coin: 'USDT',
      to: 'T',
      amount: 1n,
    });
  expect((await table.open('TRC20')).map(({ id }) => id)).toEqual([
    many[0],
    sweeps[0],
    few[0],
    many[1],
    sweeps[1],
    few[1],
    many[2],
  ]);
});
