import { withdrawalStages } from '@vitrine/contract';
import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { type State, stateAfter, type WithdrawalEvent, withdrawalSteps } from './states.ts';
import { WithdrawalsTable } from './table.ts';

const OWNER = 1000;
const states: readonly State[] = ['draft', ...withdrawalStages];
const events = Object.keys(withdrawalSteps) as WithdrawalEvent[];

let database: TestDatabase;
let pool: pg.Pool;
let table: WithdrawalsTable;
beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  table = new WithdrawalsTable(pool, Date.now);
  await pool.query(`insert into person (id, name, email, email_verified, created_at, updated_at)
    values ('one', 'one', 'one@test.example', true, now(), now())`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** How each event is applied to the row; those not listed use `move`. */
const calls: Partial<Record<WithdrawalEvent, (id: number) => Promise<unknown>>> = {
  confirm: (id) => table.confirm(id, { valueUnits: 2, limitUnits: 3 }),
  reject: (id) => table.refuse(id, 'reject', 'balance_gone'),
  pass: (id) => table.checked(id, [], 0),
  ask_approval: (id) => table.checked(id, ['new_address'], 1),
  send: async (id) => (await table.beginSending(id, pool)) !== undefined,
  pay_again: (id) => table.payAgain(id, 1, pool),
  give_back: (id) => table.giveBack(id, 1, '', '', pool),
  give_up: (id) => table.refuse(id, 'give_up', 'network_failed'),
  refuse: (id) => table.refuse(id, 'refuse', 'client_request'),
};

async function rowIn(state: State): Promise<number> {
  await pool.query('delete from withdrawals');
  const { rows } = await pool.query(
    `insert into withdrawals (owner, state, asset_id, coin, network, address, units, fee_units, value_units, limit_units,
       is_one_step, drafted_at, expires_at, state_at)
     values ($1, $2, 1, 'USDT', 'TRC20', '', 2, 1, 1, 1, false, now(), now() + interval '1 hour', now()) returning id`,
    [OWNER, state],
  );
  return Number(rows[0]?.id);
}

const cases = events.flatMap((event) =>
  states.map((state) => [event, state, stateAfter(event, state) ?? 'itself'] as const),
);

test.each(cases)('the event %s moves a withdrawal from %s to %s', async (event, state, after) => {
  const id = await rowIn(state);
  const isMoved = await (calls[event] ?? ((row) => table.move(row, event)))(id);
  expect(isMoved).toBe(after !== 'itself');
  expect((await table.one(id)).state).toBe(after === 'itself' ? state : after);
});

test('only final states have no outgoing transition, and only draft has no incoming one', () => {
  const steps = Object.values(withdrawalSteps);
  const left = new Set<State>(steps.flatMap(({ from }) => from));
  const reached = new Set<State>(steps.map(({ to }) => to));
  expect(states.filter((state) => !left.has(state))).toEqual(['completed', 'refused', 'cancelled']);
  expect(states.filter((state) => !reached.has(state))).toEqual(['draft']);
});

test('the check constraint of the withdrawals table allows exactly the states of the state machine', async () => {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'withdrawals_state_check'`,
  );
  const known = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(known.sort()).toEqual([...states].sort());
});
