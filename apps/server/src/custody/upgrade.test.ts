import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../wiring/database/migrate.ts';

/**
 * The last migration before the one that dropped the columns with the ledger state of withdrawals and deposits. That
 * state is now read from the log.
 */
const BEFORE = 319;

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  const migrations = (await readMigrations()).filter(({ version }) => version <= BEFORE);
  await migrate(database.url, { migrations });
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const rows = async (text: string) => (await pool.query(text)).rows;

const deposit = (txid: string, columns: string, values: string) =>
  pool.query(
    `insert into chain_deposits (network, txid, output, coin, owner_id, address, chain_amount, units, remainder, height${columns})
     values ('TRC20', $1, '0', 'USDT', 1000, 'T', 5, 5, 0, 7${values})`,
    [txid],
  );

test('an upgraded database keeps its deposits and withdrawals, and pending ones continue', async () => {
  await pool.query(`insert into person (id, name, email, email_verified, created_at, updated_at)
    values ('one', 'one', 'one@test.example', true, now(), now())`);
  await pool.query(`insert into staff_member (id, email, name, roles, created_by, password)
    values ('treasurer', 'a@test.example', 'a', '{treasury}', 'a', 'hash')`);
  await pool.query(`
    insert into withdrawals (owner, state, asset_id, coin, network, address, units, fee_units, value_units, limit_units,
      is_one_step, drafted_at, expires_at, state_at, hold_id, position, is_settled, approvals_needed)
    select 1000, state, 1, 'USDT', 'TRC20', '', 2, 1, 1, 1, false, now(), now(), now(), number, number, is_settled, needed
    from (values ('approved', 1, false, 1), ('completed', 2, true, 0), ('cancelled', 3, true, 0), ('refused', 4, false, 0))
      as given (state, number, is_settled, needed);
    insert into withdrawal_approvals (withdrawal_id, staff_id, email, reason, at)
      values (1, 'treasurer', 'a@test.example', 'right', now());
    insert into money_records (purpose, record, position, line, hold_id, owner_id, wallet, asset_id, units, state, time_ms,
      ended_position, ended_ms)
    select 'withdrawal', id, id, 0, id, 1000, 'spot', 1, -2, case when is_settled then 'voided' else 'pending' end, 1,
      case when is_settled then 9 end, case when is_settled then 9 end from withdrawals`);
  await pool.query(
    `insert into deposit_addresses (family, address_index, owner_id, address) values ('tron', 3, 1000, 'T')`,
  );
  await deposit('seen', '', '');
  await deposit('frozen', ', ledger, hold_id, attempt, credited_at', `, 'frozen', 5, 1, now()`);
  await deposit('available', ', ledger, hold_id, available_at, available_position', `, 'available', 6, now(), 8`);
  await pool.query(`
    insert into money_records (purpose, record, position, line, hold_id, owner_id, wallet, asset_id, units, state, time_ms)
    select 'deposit', deposit_id, 20, 0, 20, 1000, 'spot', 1, 5, 'pending', 1 from chain_deposits where txid = 'frozen'`);

  await migrate(database.url);

  expect(
    await rows('select txid, available_position, reaches_minimum from client_deposits order by deposit_id'),
  ).toEqual([
    { txid: 'seen', available_position: null, reaches_minimum: false },
    { txid: 'frozen', available_position: null, reaches_minimum: true },
    { txid: 'available', available_position: '8', reaches_minimum: false },
  ]);
  expect(await rows('select coin, address_index, amount from unswept_deposits')).toEqual([
    { coin: 'USDT', address_index: 3, amount: '5' },
  ]);
  expect(await rows('select id, state from withdrawals order by id')).toEqual([
    { id: '1', state: 'approved' },
    { id: '2', state: 'completed' },
    { id: '3', state: 'cancelled' },
    { id: '4', state: 'refused' },
  ]);
  expect(await rows('select id from withdrawals_to_send')).toEqual([{ id: '1' }]);
  await pool.query('update staff_member set disabled_at = now()');
  expect(await rows('select id from withdrawals_to_send')).toEqual([]);
  expect(await rows('select state from withdrawals where id = 1')).toEqual([{ state: 'waiting_approval' }]);
});

test('the upgrade is refused while deposits that an older release credited under another reference are frozen', async () => {
  await deposit('old', ', ledger, hold_id, credited_at', `, 'frozen', 5, '2000-01-01'`);
  const upgrade = () => migrate(database.url).catch(({ cause }: Error) => (cause as Error).message);
  expect(await upgrade()).toContain('deposits that an older release has credited are frozen still');
  await pool.query(`update chain_deposits set ledger = 'available', available_at = now(), available_position = 8`);
  expect(await upgrade()).toBeUndefined();
});
