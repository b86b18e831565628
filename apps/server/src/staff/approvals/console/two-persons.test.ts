import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photoBytes } from '../../../kyc/testing/photos.ts';
import { withClient } from '../../../projections/testing/table-contents.ts';
import { type TestClient, TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';
import { invitationToken, takeUp, together } from '../../../testing/two-persons.ts';
import { approveAbove, withdraw } from '../../../testing/withdraw.ts';

let exchange: TestExchange;
let one: TestStaff;
let two: TestStaff;
let n = 0;
const about = (name: string) => `/api/v3/console/${name}`;
const reason = 'needed at once';
const approve = (who: TestStaff, id: number) => who.post(about('approvals/approve'), { id });
const mails = async ({ email }: { email: string }): Promise<string[]> =>
  (await exchange.visitor.get(`/sandbox/messages?to=${email}`)).body.map(({ text }: { text: string }) => text);
const listed = async (email: string) =>
  (await one.get(about('staff'))).body.staff.find((member: { email: string }) => member.email === email);
const puppet = (roles = ['treasury', 'compliance']) => ({
  email: `puppet${++n}@test.example`,
  name: `Puppet ${n}`,
  roles,
  reason,
});
const aDayPasses = ({ email }: { email: string }) => exchange.services.staff.settle(email);

beforeAll(async () => {
  exchange = await TestExchange.open();
  await approveAbove(exchange, '20', '100');
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.query(
    `update staff_member set disabled_at = now(), joined_at = null where 'administrator' = any(roles)`,
  );
  [one, two] = [await exchange.staff('administrator'), await exchange.staff('administrator')];
});

test('an invitation links to the configured address, regardless of the host that the request names', async () => {
  const form = puppet();
  const host = { host: '203.0.113.66:4000' };
  const { approval } = (await one.post(about('staff/create'), form, host)).body;
  expect((await two.post(about('approvals/approve'), { id: approval }, host)).status).toBe(200);
  const [invitation = ''] = (await mails(form)).filter((text) => text.includes('/console/welcome#'));
  expect(invitation).toContain('http://127.0.0.1:');
  expect(invitation).not.toContain('203.0.113.66');
});

test('a reset or grant of access by one administrator stays pending until another approves it', async () => {
  const member = await exchange.staff('support');
  const gone = await exchange.staff('support');
  await one.post(about('staff/disable'), { id: gone.id, reason });
  const form = puppet();
  const calls = [
    ['staff/reinvite', { id: two.id, reason }],
    ['staff/create', form],
    ['staff/roles', { id: member.id, roles: ['treasury'], reason }],
    ['staff/reinvite', { id: gone.id, reason }],
  ] as const;
  for (const [path, body] of calls) {
    const { status, body: asked } = await one.post(about(path), body);
    expect([status, typeof asked.approval]).toEqual([200, 'number']);
    expect((await approve(one, asked.approval)).body.code).toBe('own_approval');
    for (const roles of [['compliance', 'treasury', 'support', 'listing'], ['auditor']] as const)
      expect((await approve(await exchange.staff(...roles), asked.approval)).status).not.toBe(200);
  }
  expect((await two.get(about('session'))).status).toBe(200);
  expect(await listed(form.email)).toBeUndefined();
  expect(await invitationToken(exchange, form.email)).toBeUndefined();
  expect((await listed(member.email)).roles).toEqual(['support']);
  expect((await listed(gone.email)).status).toBe('disabled');
});

test('once another administrator approves, the change is made and all active staff are notified', async () => {
  const [auditor, invited] = [await exchange.staff('auditor'), puppet(['support'])];
  const form = puppet(['support']);
  await together([one, two], 'staff/create', invited);
  expect((await together([one, two], 'staff/create', form)).body.approval.state).toBe('done');
  for (const reader of [one, two, auditor])
    expect((await mails(reader))[0]).toMatch(
      new RegExp(
        `${one.email} gave ${form.email} access to the console. Roles: support\\.[^]*Approved by ${two.email}[^]*needed at once`,
      ),
    );
  // Invited members who have not joined yet are not notified.
  expect((await mails(invited)).join()).not.toContain(form.email);
  const newcomer = await takeUp(exchange, form.email);
  expect((await newcomer.get(about('session'))).body.staff.roles).toEqual(['support']);
});

test('a member whose access was just reset is notified of the next changes', async () => {
  const third = await exchange.staff('administrator');
  await together([one, third], 'staff/reinvite', { id: two.id });
  const form = puppet();
  await together([one, third], 'staff/create', form);
  expect((await mails(two))[0]).toContain(`gave ${form.email} access`);
});

test('the emails about a change are queued in its transaction, with the invitation link encrypted', async () => {
  await exchange.query('alter table outbox rename to outbox_away');
  const form = puppet();
  try {
    await together([one, two], 'staff/create', form);
  } finally {
    await exchange.query('alter table outbox_away rename to outbox');
  }
  const kept = await exchange.query('select * from mail_queue');
  expect(kept.map(({ email }) => email)).toEqual(expect.arrayContaining([one.email, two.email, form.email]));
  expect(JSON.stringify(kept)).not.toContain('welcome#');
  await exchange.query(`update mail_queue set next_at = '-infinity'`);
  await exchange.sendQueuedMail();
  expect(await invitationToken(exchange, form.email)).toBeDefined();
});

test('a new member can neither request nor approve for a day, and sees when they can', async () => {
  const form = puppet(['administrator']);
  await together([one, two], 'staff/create', form);
  const newcomer = await takeUp(exchange, form.email);
  const { decides_from } = (await newcomer.get(about('session'))).body;
  expect(decides_from - Date.now()).toBeGreaterThan(86_000_000);
  expect((await listed(form.email)).decides_from).toBe(decides_from);
  expect(await newcomer.post(about('staff/create'), puppet())).toMatchObject({
    status: 403,
    body: { code: 'approver_too_new', message: expect.stringContaining('UTC') },
  });
  const { approval } = (await one.post(about('staff/create'), puppet())).body;
  expect((await approve(newcomer, approval)).body.code).toBe('approver_too_new');
  const [seen] = (await newcomer.get(about('approvals?list=waiting'))).body.approvals;
  expect(seen).toMatchObject({ id: approval, may_approve: false, may_refuse: true });
  await aDayPasses(form);
  expect((await approve(newcomer, approval)).body.approval.state).toBe('done');
});

test('a re-invited member must wait another day', async () => {
  const third = await exchange.staff('administrator');
  await together([one, third], 'staff/reinvite', { id: two.id });
  const again = await takeUp(exchange, two.email);
  const { approval } = (await one.post(about('staff/create'), puppet())).body;
  expect((await approve(again, approval)).body.code).toBe('approver_too_new');
});

async function verifiedBy(reviewer: TestStaff, client: TestClient): Promise<void> {
  for (const [seed, img_type] of ['SELFIE', 'FRONTID', 'BACKID'].entries())
    await client.post('/api/v2/upload/kyc', {
      id_type: 'Passport/Others',
      id_number: `C${client.owner}`,
      img_type,
      image: await client.upload('kyc-photo', await photoBytes({ seed, width: 640 + client.owner })),
    });
  const uid = (await client.get('/api/v3/account-client')).body.client.user.user_unique_id;
  const { revision } = (await reviewer.get(about(`kyc-case?uid=${uid}`))).body.case;
  const decisions = ['SELFIE', 'FRONTID', 'BACKID'].map((img_type) => ({ img_type, approve: true }));
  const { body } = await reviewer.post(about('kyc-decision'), { uid, revision, decisions });
  expect(body.verified).toBe(true);
}

test('a withdrawal that needs two approvals can be approved neither by a new member nor by the client’s identity reviewer', async () => {
  const form = puppet();
  await together([one, two], 'staff/create', form);
  const newcomer = await takeUp(exchange, form.email);
  const client = await exchange.client({ USDT: '400' });
  await verifiedBy(newcomer, client);
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: '150' })).body;
  const allow = (who: TestStaff) => who.post(about('withdrawals/approve'), { withdrawal_id, reason });
  expect((await allow(one)).body.withdrawal.stage).toBe('waiting_approval');
  expect((await allow(newcomer)).body.code).toBe('identity_decided_by_you');
  const another = { ...puppet(['treasury']) };
  await together([one, two], 'staff/create', another);
  const fresh = await takeUp(exchange, another.email);
  expect((await allow(fresh)).body.code).toBe('approver_too_new');
  await aDayPasses(form);
  await aDayPasses(another);
  const shown = async (who: TestStaff) =>
    (await who.get(about('withdrawals?which=waiting'))).body.withdrawals.find(
      ({ id }: { id: number }) => id === withdrawal_id,
    );
  expect(await shown(newcomer)).toMatchObject({ may_approve: false, may_refuse: true, identity_decided_by_you: true });
  expect((await allow(newcomer)).body.code).toBe('identity_decided_by_you');
  expect(await shown(fresh)).toMatchObject({ may_approve: true, identity_decided_by_you: false });
  expect((await allow(fresh)).body.withdrawal.stage).not.toBe('waiting_approval');
});

test('a member who reviews the client’s identity at the same time cannot approve the withdrawal either', async () => {
  const client = await exchange.client({ USDT: '400' });
  await verifiedBy(one, client);
  const { withdrawal_id } = (await withdraw(exchange, client, { withdraw_amount: '50' })).body;
  const { body } = await withClient(exchange.databaseUrl, async (database) => {
    await database.query('begin');
    await database.query('update kyc_photo set reviewer_id = $2 where owner = $1', [client.owner, two.id]);
    const answer = two.post(about('withdrawals/approve'), { withdrawal_id, reason });
    await sleep(300);
    await database.query('commit');
    return answer;
  });
  expect(body.code).toBe('identity_decided_by_you');
});

test('an administrator who disables the only other one cannot grant access alone', async () => {
  await one.post(about('staff/disable'), { id: two.id, reason });
  expect((await mails(two))[0]).toContain(`${one.email} disabled console access for ${two.email}`);
  const form = puppet();
  expect((await one.post(about('staff/create'), form)).body.approval).toEqual(expect.any(Number));
  expect(await listed(form.email)).toBeUndefined();
});

test('an administrator who has always been the only one can grant access alone', async () => {
  await exchange.query('update staff_member set joined_at = null where id = $1', [two.id]);
  const form = puppet(['administrator']);
  expect((await one.post(about('staff/create'), form)).body).toEqual({ approval: null });
  const newcomer = await takeUp(exchange, form.email);
  expect((await one.post(about('staff/create'), puppet())).body.approval).toEqual(expect.any(Number));
  expect((await newcomer.get(about('session'))).status).toBe(200);
});

test('a request is cancelled when its requester loses the role, and when its subject has changed', async () => {
  const third = await exchange.staff('administrator');
  const member = await exchange.staff('support');
  const ask = async (who: TestStaff, path: string, body: object) => (await who.post(about(path), body)).body.approval;
  const asked = await ask(third, 'staff/create', puppet());
  const roles = await ask(one, 'staff/roles', { id: member.id, roles: ['treasury'], reason });
  const enable = await ask(one, 'staff/reinvite', { id: member.id, reason });
  await together([one, two], 'staff/roles', { id: third.id, roles: ['support'] });
  await two.post(about('staff/disable'), { id: member.id, reason });
  for (const [id, failure] of [
    [asked, 'asker_not_permitted'],
    [roles, 'staff_changed'],
    [enable, 'staff_changed'],
  ])
    expect((await approve(two, id)).body.approval).toMatchObject({ state: 'failed', failure });
  expect((await listed(member.email)).status).toBe('disabled');
});

test('an approval concurrent with its approver’s demotion is either executed or refused', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const third = await exchange.staff('administrator');
    const form = puppet();
    const { approval } = (await one.post(about('staff/create'), form)).body;
    const demotion = (await one.post(about('staff/roles'), { id: third.id, roles: ['support'], reason })).body.approval;
    const [approved, demoted] = await Promise.all([approve(third, approval), approve(two, demotion)]);
    expect(demoted.body.approval.state).toBe('done');
    const isDone = approved.body.approval?.state === 'done';
    if (!isDone) expect(['not_permitted', 'approval_decided']).toContain(approved.body.code);
    expect((await listed(form.email)) !== undefined).toBe(isDone);
  }
});

test('the last administrator keeps the role, even if two requests would remove it', async () => {
  const { approval } = (await one.post(about('staff/roles'), { id: two.id, roles: ['support'], reason })).body;
  const other = (await two.post(about('staff/roles'), { id: one.id, roles: ['support'], reason })).body.approval;
  expect((await approve(two, approval)).body.approval.state).toBe('done');
  expect((await approve(two, other)).status).not.toBe(200);
  expect((await listed(one.email)).roles).toEqual(['administrator']);
});
