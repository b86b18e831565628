import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followFeeRates } from '../../../settings/fee-rates.ts';
import { TestExchange, type TestStaff } from '../../../testing/test-exchange.ts';
import { STAFF_LOCK } from '../../members/staff-lock.ts';

let exchange: TestExchange;
let asker: TestStaff;
let second: TestStaff;
let administrator: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  [asker, second, administrator] = [
    await exchange.staff('treasury'),
    await exchange.staff('treasury'),
    await exchange.staff('administrator'),
  ];
});
afterAll(() => exchange.close());

const path = (name: string) => `/api/v3/console/${name}`;
const settings = async (who = administrator) => (await who.get(path('settings'))).body;

let limit = 1_000;
let verified = 8_000_000;
beforeEach(() => {
  limit += 1;
  verified += 1;
});
const ask = async (who = asker, changes = {}) =>
  who.post(path('settings/ask-for-limits'), {
    base_version: (await settings()).version,
    withdrawal_per_day: { unverified: String(limit), verified: String(verified) },
    reason: 'more is needed',
    ...changes,
  });
const approve = (who: TestStaff, id: number) => who.post(path('approvals/approve'), { id });

test('approval, one-step and single-withdrawal limits are changed by two people and apply immediately', async () => {
  const changes = {
    withdrawal_approval_above: { one: '300', two: '400' },
    one_step_per_day: '9000',
    single_withdrawal_choices: ['250', '700'],
    coin_values: [{ coin: 'ETH', value_usdt: '1950.5' }],
  };
  const { body: asked } = await ask(asker, changes);
  expect((await approve(second, asked.approval)).body.approval.state).toBe('done');
  expect((await settings()).settings).toMatchObject(changes);
  const client = await exchange.client({ USDT: '900' });
  const { withdraw_limit, withdraw_limit_choices } = (await client.get('/api/v3/security')).body;
  expect([withdraw_limit, withdraw_limit_choices]).toEqual(['250', ['250', '700']]);
  const limits = (await client.get('/api/v3/withdrawal-limits')).body;
  expect([limits.single, limits.one_step.per_day]).toEqual(['250.000000', '9000.000000']);
  const { limits: withdrawals } = exchange.services.withdrawals;
  const approvalsFor = (usdt: string) =>
    withdrawals.approvalsFor({ id: 0, owner: client.owner, valueUnits: withdrawals.usdtUnits(usdt) });
  expect(await Promise.all(['300', '301', '401'].map(approvalsFor))).toEqual([0, 1, 2]);
});

test.each([
  [
    'a threshold for two approvals below the one for a single approval',
    { withdrawal_approval_above: { one: '500', two: '400' } },
  ],
  ['choices that are not in ascending order', { single_withdrawal_choices: ['500', '500'] }],
  ['a choice of zero', { single_withdrawal_choices: ['0', '500'] }],
  ['a price of an unlisted coin', { coin_values: [{ coin: 'NOCOIN', value_usdt: '1' }] }],
  ['a price of zero', { coin_values: [{ coin: 'ETH', value_usdt: '0.00' }] }],
  [
    'two prices for one coin',
    {
      coin_values: [
        { coin: 'ETH', value_usdt: '1' },
        { coin: 'ETH', value_usdt: '2' },
      ],
    },
  ],
])('exchange settings with %s are refused', async (_, changes) => {
  expect((await ask(asker, changes)).body.code).toBe('settings_invalid');
});

test('a request by one person is executed when another person approves it; every step is in the audit trail', async () => {
  const before = (await settings()).settings.withdrawal_per_day;
  const { body: asked } = await ask();
  const waiting = (await second.get(path('approvals?list=waiting'))).body.approvals;
  expect(waiting[0]).toMatchObject({
    id: asked.approval,
    kind: 'withdrawal_limits',
    before: { withdrawal_per_day: before },
    after: { withdrawal_per_day: { unverified: String(limit), verified: String(verified) } },
    asked_by: asker.email,
    may_approve: true,
    may_withdraw: false,
  });
  expect((await settings()).settings.withdrawal_per_day).toEqual(before);
  const { status, body } = await approve(second, asked.approval);
  expect({ status, ...body.approval }).toMatchObject({ status: 200, state: 'done', decided_by: second.email });
  const { settings: now, versions } = await settings();
  expect(now.withdrawal_per_day).toEqual({ unverified: String(limit), verified: String(verified) });
  expect(versions[0]).toMatchObject({ changed_by: asker.email, approved_by: second.email, reason: 'more is needed' });
  const client = await exchange.client();
  expect((await client.get('/api/v3/account-limits')).body.tiers[0].withdrawal_per_day).toBe(String(limit));
  const [done] = await exchange.services.audit.read({ action: 'consoleApprove', limit: 1 });
  expect(done).toMatchObject({ phase: 'done', staffEmail: second.email, subject: 'exchange settings' });
  expect(await exchange.services.audit.verify()).toMatchObject({ holds: true });
});

test('requesters cannot approve or reject their own request, not even administrators', async () => {
  const { body } = await ask(administrator);
  expect(await approve(administrator, body.approval)).toMatchObject({ status: 403, body: { code: 'own_approval' } });
  const refusal = { id: body.approval, reason: 'not like this' };
  expect(await administrator.post(path('approvals/refuse'), refusal)).toMatchObject({ body: { code: 'own_approval' } });
  expect((await administrator.post(path('approvals/withdraw'), { id: body.approval })).body.approval.state).toBe(
    'withdrawn',
  );
  expect(await approve(second, body.approval)).toMatchObject({ status: 409, body: { code: 'approval_decided' } });
});

test('a request approved twice concurrently is executed once', async () => {
  const { body } = await ask();
  const { version } = await settings();
  const answers = await Promise.all([
    approve(second, body.approval),
    approve(administrator, body.approval),
    second.post(path('approvals/refuse'), { id: body.approval, reason: 'too much' }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'approval_decided']);
  expect((await settings()).version - version).toBeLessThanOrEqual(1);
});

test('an approval whose subject has changed fails with a reason and does nothing', async () => {
  const first = await ask();
  const other = await ask(asker, { withdrawal_per_day: { unverified: '5', verified: '6' } });
  expect((await approve(second, first.body.approval)).body.approval.state).toBe('done');
  const { version } = await settings();
  expect((await approve(second, other.body.approval)).body.approval).toMatchObject({
    state: 'failed',
    failure: 'settings_changed',
  });
  expect((await settings()).version).toBe(version);
});

test('a member’s pending requests are withdrawn when their access ends', async () => {
  const gone = await exchange.staff('treasury');
  const { body } = await ask(gone);
  await administrator.post(path('staff/disable'), { id: gone.id, reason: 'the laptop was stolen' });
  expect(await approve(second, body.approval)).toMatchObject({ status: 409, body: { code: 'approval_decided' } });
  const { approvals } = (await second.get(path('approvals?list=decided'))).body;
  expect(approvals.find(({ id }: { id: number }) => id === body.approval)).toMatchObject({
    state: 'withdrawn',
    decided_by: '',
    decision_reason: 'The requester’s access has ended',
  });
});

test('an approval that has expired cannot be approved, and is listed as expired', async () => {
  const { body } = await ask();
  await exchange.query(`update approval set expires_at = now() where id = $1`, [body.approval]);
  expect(await approve(second, body.approval)).toMatchObject({ status: 409, body: { code: 'approval_decided' } });
  const { approvals } = (await second.get(path('approvals?list=decided'))).body;
  expect(approvals.find(({ id }: { id: number }) => id === body.approval).state).toBe('expired');
});

test('members in other roles can neither see nor decide a request; an auditor can only see it', async () => {
  const { body } = await ask();
  const [support, auditor] = [await exchange.staff('support'), await exchange.staff('auditor')];
  expect((await support.get(path('approvals?list=waiting'))).body.approvals).toEqual([]);
  expect(await approve(support, body.approval)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const [seen] = (await auditor.get(path('approvals?list=waiting'))).body.approvals;
  expect(seen).toMatchObject({ id: body.approval, may_approve: false });
  expect(await approve(auditor, body.approval)).toMatchObject({ status: 403 });
  const [role] = [await exchange.staff('auditor', 'support')];
  expect(await approve(role, body.approval)).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
});

test('new fee tiers must be consistent, and apply to all later trades once approved', async () => {
  const { fee_tiers, version } = await settings();
  const tiers = fee_tiers.map(({ volume_from_usdt, maker_ppm, taker_ppm }: Record<string, number>, tier: number) =>
    tier === 0 ? { volume_from_usdt, maker_ppm: 700, taker_ppm: 900 } : { volume_from_usdt, maker_ppm, taker_ppm },
  );
  const form = { base_version: version, fee_tiers: tiers, reason: 'a summer of low fees' };
  for (const [fault, wrong] of [
    ['each fee tier must start at a higher volume', tiers.map((tier: object) => ({ ...tier, volume_from_usdt: 0 }))],
    ['there must be 6 fee tiers', tiers.slice(1)],
    ['the maker fee must not exceed', tiers.map((tier: object) => ({ ...tier, maker_ppm: 5_000, taker_ppm: 1 }))],
  ] as const) {
    const { status, body } = await asker.post(path('settings/ask-for-fees'), { ...form, fee_tiers: wrong });
    expect([status, body.code, body.message]).toEqual([422, 'settings_invalid', expect.stringContaining(fault)]);
  }
  const { body } = await asker.post(path('settings/ask-for-fees'), form);
  expect((await approve(second, body.approval)).body.approval.state).toBe('done');
  const client = await exchange.client();
  expect((await client.get('/api/v3/fee-rate')).body).toMatchObject({
    maker_rate_percent: '0.0700',
    taker_rate_percent: '0.0900',
  });
});

test('fees whose approval cannot be committed do not change anywhere', async () => {
  const { fee_tiers, version } = await settings();
  const tiers = fee_tiers.map(({ level: _, ...tier }: Record<string, number>) => ({ ...tier, maker_ppm: 55 }));
  const form = { base_version: version, fee_tiers: tiers, reason: 'a summer of low fees' };
  const { body } = await asker.post(path('settings/ask-for-fees'), form);
  await exchange.query(
    `create function disk_full() returns trigger language plpgsql as $$
       begin raise exception 'the disk is full' using errcode = '53100'; end $$`,
  );
  await exchange.query(
    `create constraint trigger disk_full after update on approval deferrable initially deferred
     for each row execute function disk_full()`,
  );
  expect((await approve(second, body.approval)).status).toBe(503);
  await exchange.query('drop function disk_full cascade');
  expect((await settings()).fee_tiers).toEqual(fee_tiers);
  expect((await approve(second, body.approval)).body.approval.state).toBe('done');
  expect((await settings()).fee_tiers[0].maker_ppm).toBe(55);
});

test('approvals that wait for one another occupy only one connection to the database', async () => {
  const { body } = await ask();
  const other = new pg.Client({ connectionString: exchange.databaseUrl });
  await other.connect();
  await other.query('select pg_advisory_lock($1)', [STAFF_LOCK]);
  const answers = Promise.all(Array.from({ length: 10 }, () => approve(second, body.approval)));
  const waiting = () =>
    exchange.query(`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`);
  await expect.poll(waiting).toHaveLength(1);
  await sleep(200);
  expect(await waiting()).toHaveLength(1);
  await other.end();
  const states = (await answers).map(({ body: answer }) => answer.approval?.state ?? answer.code);
  expect(states.sort()).toEqual([...Array(9).fill('approval_decided'), 'done']);
});

test('a core that lacks the fees of the newest settings receives them', async () => {
  const { services } = exchange;
  const { fee_tiers, version } = await settings();
  const feeRatesPpm = fee_tiers.map(({ taker_ppm: taker }: Record<string, number>) => ({ maker: 44, taker }));
  await services.exchangeSettings.change({ baseVersion: version, changes: { feeRatesPpm }, changedBy: '', reason: '' });
  expect((await settings()).fee_tiers[0].maker_ppm).not.toBe(44);
  await followFeeRates(services);
  expect((await settings()).fee_tiers[0].maker_ppm).toBe(44);
});

test('one administrator can change brand name and verification; a second change based on the same version is refused', async () => {
  const { version } = await settings();
  const change = { base_version: version, brand_name: 'Lantern', kyc_requirement: 'trade', reason: 'a new name' };
  const answers = await Promise.all([
    administrator.post(path('settings/change'), change),
    administrator.post(path('settings/change'), { ...change, brand_name: 'Lamp' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await exchange.visitor.get('/api/v3/system')).body.brand).toMatch(/Lantern|Lamp/);
  const again = { base_version: version + 1, kyc_requirement: 'trade', reason: 'the same' };
  expect(await administrator.post(path('settings/change'), again)).toMatchObject({
    status: 422,
    body: { code: 'nothing_to_change' },
  });
  const odd = { base_version: version + 1, brand_name: '<b>x', reason: 'odd' };
  expect(await administrator.post(path('settings/change'), odd)).toMatchObject({ body: { code: 'settings_invalid' } });
  expect(await asker.post(path('settings/change'), change)).toMatchObject({ status: 403 });
});

test('versions of the settings can be neither changed nor deleted', async () => {
  await expect(exchange.query('delete from exchange_settings_version')).rejects.toThrow('kept as they were');
});
