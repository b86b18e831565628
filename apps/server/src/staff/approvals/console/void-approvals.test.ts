import { endpoints, mayCall, staffRoles } from '@vitrine/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatedChain } from '../../../custody/testing/books.ts';
import { type TestClient, TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';
import { together } from '../../../testing/two-persons.ts';
import { approveAbove, withdraw } from '../../../testing/withdraw.ts';

let exchange: TestExchange;
let administrators: readonly [TestStaff, TestStaff];
let remaining: TestStaff;
const about = (name: string) => `/api/v3/console/${name}`;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await approveAbove(exchange, '20', '100');
  administrators = [await exchange.staff('administrator'), await exchange.staff('administrator')];
  remaining = await exchange.staff('treasury');
});
afterAll(() => exchange.close());

const approve = (who: TestStaff, withdrawal_id: number) =>
  who.post(about('withdrawals/approve'), { withdrawal_id, reason: 'looks right' });
const disable = ({ id }: TestStaff) => administrators[0].post(about('staff/disable'), { id, reason: 'Has left' });
const itemOf = async (client: TestClient) => (await client.get('/api/v3/withdraw-history')).body.withdraw[0];
/** The withdrawal as the console shows it to approvers. */
const shown = async (withdrawal_id: number) => {
  for (const which of ['waiting', 'under_way', 'over']) {
    const { withdrawals } = (await remaining.get(about(`withdrawals?which=${which}`))).body;
    const found = withdrawals.find(({ id }: { id: number }) => id === withdrawal_id);
    if (found !== undefined) return found;
  }
};
async function asked(amount: string): Promise<{ client: TestClient; id: number }> {
  const client = await exchange.client({ USDT: '400' });
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: amount })).body;
  return { client, id: withdrawal_id };
}
/** Keeps an approved withdrawal from being sent until `release`. */
const hold = ({ owner }: TestClient) =>
  exchange.query(`update client set withdrawals_held_until = now() + interval '1 hour' where owner = $1`, [owner]);
const release = ({ owner }: TestClient) =>
  exchange.query('update client set withdrawals_held_until = null where owner = $1', [owner]);

test('an approval by a member who has since been disabled is void, and another one is needed', async () => {
  const { client, id } = await asked('150');
  const first = await exchange.staff('compliance');
  await approve(first, id);
  expect((await itemOf(client)).approvals).toBe(1);
  await disable(first);
  expect((await itemOf(client)).approvals).toBe(0);
  expect((await approve(remaining, id)).body.withdrawal).toMatchObject({
    stage: 'waiting_approval',
    approvals: [
      { by: first.email, void_reason: 'access_ended' },
      { by: remaining.email, void_reason: '' },
    ],
  });
  expect((await approve(await exchange.staff('treasury'), id)).body.withdrawal.stage).not.toBe('waiting_approval');
});

test('a withdrawal is pending again once its approver loses the role; after regaining the role, they can approve the withdrawal again', async () => {
  const { client, id } = await asked('50');
  const approver = await exchange.staff('treasury');
  await hold(client);
  expect((await approve(approver, id)).body.withdrawal.stage).toBe('approved');
  const roles = (next: string[]) => together(administrators, 'staff/roles', { id: approver.id, roles: next });
  await roles(['support']);
  expect(await shown(id)).toMatchObject({
    stage: 'waiting_approval',
    approvals: [{ by: approver.email, void_reason: 'role_lost' }],
    may_approve: true,
  });
  await release(client);
  await exchange.services.custody.readOn('TRC20');
  expect((await itemOf(client)).stage).toBe('waiting_approval');
  await roles(['treasury']);
  expect((await shown(id)).stage).toBe('waiting_approval');
  expect((await approve(approver, id)).status).toBe(200);
  expect((await shown(id)).approvals).toHaveLength(2);
});

test('an approval by a former administrator who still has the treasury role stays valid', async () => {
  const { client, id } = await asked('50');
  const approver = await exchange.staff('treasury', 'administrator');
  await hold(client);
  await approve(approver, id);
  await together(administrators, 'staff/roles', { id: approver.id, roles: ['treasury'] });
  expect((await shown(id)).stage).toBe('approved');
});

test('a payment requested but not signed yet is cancelled if its approver is disabled', async () => {
  const chain = simulatedChain(exchange, 'TRC20');
  const { fee } = chain;
  // The network fee exceeds the maximum, so the payment is requested but not built.
  chain.fee = 10n ** 15n;
  const { client, id } = await asked('50');
  const approver = await exchange.staff('treasury');
  await approve(approver, id);
  await exchange.services.custody.readOn('TRC20');
  expect((await itemOf(client)).stage).toBe('sending');
  await disable(approver);
  await exchange.services.custody.readOn('TRC20');
  chain.fee = fee;
  await expect.poll(async () => (await itemOf(client)).stage).toBe('waiting_approval');
  await exchange.services.custody.readOn('TRC20');
  expect(await itemOf(client)).toMatchObject({ stage: 'waiting_approval', txid: '' });
});

test('a payment being built while its approver is disabled is not signed', async () => {
  const chain = simulatedChain(exchange, 'TRC20');
  const { fee } = chain;
  chain.fee = 10n ** 15n;
  const { client, id } = await asked('50');
  const approver = await exchange.staff('treasury');
  await approve(approver, id);
  await exchange.services.custody.readOn('TRC20');
  expect((await itemOf(client)).stage).toBe('sending');
  await exchange.query('update outgoing_payments set next_at = $1', ['-infinity']);
  // This transaction commits only once the transaction that builds the payment is waiting for it.
  const disabling = exchange.query(`begin;
    update staff_member set disabled_at = now() where id = '${approver.id}';
    do $$ begin
      for turn in 1..200 loop
        if exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) then return; end if;
        perform pg_sleep(0.05), pg_stat_clear_snapshot();
      end loop;
      raise exception 'nobody waits';
    end $$;
    commit`);
  await expect
    .poll(() => exchange.query(`select from pg_locks where relation = 'withdrawal_approvals'::regclass`))
    .not.toEqual([]);
  const before = chain.waiting();
  chain.fee = fee;
  await Promise.all([disabling, exchange.services.custody.readOn('TRC20')]);
  await expect.poll(async () => (await itemOf(client)).stage).toBe('waiting_approval');
  expect(chain.waiting()).toEqual(before);
  expect(await exchange.query('select from outgoing_transactions where payment_id = $1', [`withdrawal:${id}`])).toEqual(
    [],
  );
});

test('disabling a member during their approval never leaves a withdrawal with too few approvals', async () => {
  const { review } = exchange.services.withdrawals;
  const { access } = exchange.services.staff;
  const by = ({ id: staffId, email }: TestStaff) => ({ staffId, email });
  for (let turn = 0; turn < 12; turn += 1) {
    const isSecond = turn % 2 === 1;
    const { client, id } = await asked(isSecond ? '150' : '50');
    await hold(client);
    const leaving = await exchange.staff('compliance');
    // In half of the iterations, the member is disabled after giving the first of two approvals; in the others, while
    // approving.
    if (isSecond) await review.approve(id, 'looks right', by(leaving));
    const approver = isSecond ? remaining : leaving;
    await Promise.all([
      access.disable(leaving.id, { by: 'a test', reason: 'a test' }),
      review.approve(id, 'looks right', by(approver)).catch((error: { code: string }) => {
        expect(error.code).toBe('not_permitted');
      }),
    ]);
    const { stage, approvals } = await itemOf(client);
    expect({ stage, approvals }).toEqual({ stage: 'waiting_approval', approvals: isSecond ? 1 : 0 });
  }
});

test('the database and the contract agree on which roles may approve', async () => {
  for (const role of staffRoles) {
    const [row] = await exchange.query(
      `select may_approve_withdrawals(jsonb_populate_record(null::staff_member, $1)) as may`,
      [{ password: 'set', roles: [role] }],
    );
    expect(row?.may, role).toBe(mayCall(endpoints.consoleApproveWithdrawal, [role]));
  }
});
