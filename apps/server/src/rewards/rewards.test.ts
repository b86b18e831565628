import { systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { eventually } from '@vitrine/tools/eventually';
import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rewardFund } from '../kit/funds.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { stopDuty, type TestClient, TestExchange, type TestStaff } from '../testing/test-exchange.ts';
import { POINT_HISTORY } from './points/points.ts';
import { givePoints, verify } from './testing/give-points.ts';

const TIMES = 64;
const DAY_SECONDS = 86_400;
const VIT_UNIT = 1_000_000;
const FUNDED = 250_000 * VIT_UNIT;

const LISTS = '/api/v3/airdrop/1';
const CLAIM = '/api/v3/claim/airdrop-task';
const CONVERT = '/api/v3/convert';
const REWARDS = '/api/v3/console/rewards';

let installation: TestInstallation;
let exchange: TestExchange;
let treasury: TestStaff;
let second: TestStaff;
let client: TestClient;

const open = () => TestExchange.openOn(installation.url, installation.folder, { RATE_ORDERS_PER_SESSION: '100000' });

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await open();
  [treasury, second] = [await exchange.staff('treasury'), await exchange.staff('treasury')];
});
beforeEach(async () => {
  client = await exchange.client();
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

const advance = (seconds: number) => exchange.submit({ kind: 'AdvanceClock', byMs: seconds * 1_000 });
/** Moves the clock to noon of the next Monday, so that no test runs across the end of a day. */
async function toMondayNoon(): Promise<void> {
  const day = Math.floor(exchange.services.clock() / 1_000 / DAY_SECONDS);
  const toMonday = 7 - ((day + 3) % 7);
  await advance((day + toMonday) * DAY_SECONDS + DAY_SECONDS / 2 - Math.floor(exchange.services.clock() / 1_000));
}

interface Task {
  readonly id: number;
  readonly rule: string;
  readonly status: string;
  readonly progress: string;
}
async function taskOf(rule: string, who = client): Promise<Task> {
  const { body } = await who.get(LISTS);
  const task = [...body.daily, ...body.weekly, ...body.allTime].find((one: Task) => one.rule === rule);
  if (task === undefined) throw new Error(`no task asks for ${rule}`);
  return task;
}
const claim = async (rule: string, who = client) => who.post(CLAIM, { id: (await taskOf(rule, who)).id });
const pointsOf = async (who = client): Promise<number> => (await who.get('/api/v3/points')).body.points;
const token = () => exchange.services.instruments.assetByCode('VIT')?.asset ?? 0;
const balance = (owner: number) => exchange.services.core.balance(owner, 'spot', token()).availableUnits;
async function budget() {
  const { available, promised, paid } = await exchange.services.rewardFund.budget(token());
  return { available, promised, paid };
}
/**
 * Checks that the promises equal the reserved points and the pending payments, do not exceed the fund's balance, and
 * that each client's points are the sum of their entries.
 */
async function expectCovered(): Promise<void> {
  const { available, promised } = await budget();
  expect(promised).toBeLessThanOrEqual(available);
  const [sums] = await exchange.query(`select coalesce(sum(promised_points), 0)::float8 as points from reward_clients`);
  const [waiting] = await exchange.query(
    `select coalesce(sum(units), 0)::float8 as units from reward_payments where state = 'chosen' and asset_id = $1`,
    [token()],
  );
  expect(promised).toBe((Number(sums?.points) * VIT_UNIT) / 100 + Number(waiting?.units));
  const wrong = await exchange.query(
    `select owner from reward_clients c
     where points <> (select coalesce(sum(points), 0) from point_entries e where e.owner = c.owner)`,
  );
  expect(wrong).toEqual([]);
}
/** Removes unpromised money from the fund, so that exactly `left` units can still be promised. */
async function leave(left: number): Promise<void> {
  const { available, promised } = await budget();
  const units = available - promised - left;
  await exchange.submit({
    kind: 'Transfer',
    by: systemOwners.treasury,
    purpose: 'house_funding',
    legs: [
      { owner: rewardFund, wallet: 'spot', asset: token(), units: -units as AssetUnits },
      { owner: systemOwners.treasury, wallet: 'spot', asset: token(), units: units as AssetUnits },
    ],
  });
}
async function fund(amount: string, source = 'treasury', coin = 'VIT', way = 'fund') {
  const asked = await treasury.post(`${REWARDS}/${way}`, { coin, amount, source, reason: 'a test' });
  expect(asked.status).toBe(200);
  return second.post('/api/v3/console/approvals/approve', { id: asked.body.approval, reason: 'So it is' });
}

test('the sandbox’s fund holds what the treasury issued to it', async () => {
  expect(balance(rewardFund)).toBe(FUNDED);
  const view = (await treasury.get(REWARDS)).body;
  expect(view.fund.map(({ coin }: { coin: string }) => coin)).toEqual(['VIT', 'USDT']);
  expect(view.tasks).toHaveLength(11);
});

describe('claims', () => {
  test('a check-in gives its points once a day, also with repeated and concurrent claims', async () => {
    await toMondayNoon();
    const { id } = await taskOf('checkin');
    const answers = await Promise.all(Array.from({ length: TIMES }, () => client.post(CLAIM, { id })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(1);
    expect(answers.every(({ body }) => body.points === 10)).toBe(true);
    expect(await pointsOf()).toBe(10);
    expect((await taskOf('checkin')).status).toBe('claimed');
    await advance(DAY_SECONDS);
    expect((await claim('checkin')).body).toEqual({ message: 'success', points: 10 });
    expect(await pointsOf()).toBe(20);
    expect(await taskOf('checkin_days')).toMatchObject({ progress: '2', status: 'ongoing' });
    await expectCovered();
  });

  test('five check-ins from Monday to Sunday complete the weekly task; check-ins of the previous week do not count', async () => {
    await toMondayNoon();
    for (let day = 0; day < 5; day += 1) {
      expect((await claim('checkin_days')).body.code).toBe('task_not_done');
      expect((await claim('checkin')).body.message).toBe('success');
      if (day < 4) await advance(DAY_SECONDS);
    }
    expect((await claim('checkin_days')).body).toEqual({ message: 'success', points: 40 });
    expect((await claim('checkin_days')).body).toEqual({ message: 'claimed', points: 40 });
    await advance(3 * DAY_SECONDS);
    expect(await taskOf('checkin_days')).toMatchObject({ progress: '0', status: 'ongoing' });
  });

  test('a deposit task uses the week’s largest external deposit, valued when it was credited', async () => {
    await toMondayNoon();
    expect(await taskOf('deposit')).toMatchObject({ status: 'empty', progress: '0' });
    expect((await claim('deposit')).body.code).toBe('task_not_done');
    const send = async (coin: string, amount: string) => {
      const { status, body } = await exchange.visitor.post('/sandbox/deposits', {
        coin,
        amount,
        username: client.email,
      });
      expect(status).toBe(200);
      return body.position;
    };
    await send('USDT', '49.99');
    await send('USDT', '30');
    await eventually(async () => expect((await taskOf('deposit')).progress).toBe('49.99'));
    expect((await claim('deposit')).body.code).toBe('task_not_done');
    await send('USDT', '50');
    await eventually(async () => expect((await taskOf('deposit')).status).toBe('claimable'));
    expect((await claim('deposit')).body).toEqual({ message: 'success', points: 50 });
    const other = await exchange.client();
    expect((await claim('deposit', other)).body.code).toBe('task_not_done');
    await advance(7 * DAY_SECONDS);
    expect(await taskOf('deposit')).toMatchObject({ status: 'empty', progress: '0' });
  });

  test('the identity task gives points once, and only to a verified client', async () => {
    expect((await claim('verified')).body.code).toBe('task_not_done');
    await verify(exchange, client.owner);
    expect((await claim('verified')).body).toEqual({ message: 'success', points: 200 });
    await advance(DAY_SECONDS);
    expect((await claim('verified')).body).toEqual({ message: 'claimed', points: 200 });
  });

  test('the address task is done once a saved address is usable, and not if it was removed', async () => {
    const save = (usableInHours: number) =>
      exchange.query(
        `insert into saved_addresses (owner, network, address, label, added_at, usable_at)
         values ($1, 'ETHEREUM', $2, '', now(), to_timestamp($3 / 1000.0))`,
        [client.owner, `address ${usableInHours}`, exchange.services.clock() + usableInHours * 3_600_000],
      );
    await save(1);
    expect((await claim('saved_address')).body.code).toBe('task_not_done');
    await save(-1);
    await exchange.query('update saved_addresses set removed_at = now() where owner = $1 and address = $2', [
      client.owner,
      'address -1',
    ]);
    expect((await claim('saved_address')).body.code).toBe('task_not_done');
    await advance(2 * 3_600);
    expect((await claim('saved_address')).body).toEqual({ message: 'success', points: 100 });
  });

  test('the Earn task uses a subscription’s remaining principal, once it has earned interest for a day', async () => {
    const stake = (units: number, days: number) =>
      exchange.query(
        `insert into earn_stakes (owner, product_id, version_id, pool_id, asset_id, kind, days, apr_ppm, notice_ms,
           initial_ppm, base_units, principal_units, whole_units, posted_days, state, drafted_ms, start_cut)
         select $1, product_id, version_id, pool_id, $2, 'flexible', 0, 1, 0, 1000000, 1000000000, $3, 0, $4, 'running', $5, 0
         from earn_versions join earn_products using (product_id) limit 1`,
        [client.owner, exchange.services.instruments.usdt?.asset, units, days, exchange.services.clock()],
      );
    await stake(100_000_000, 0);
    await stake(99_999_999, 3);
    expect(await taskOf('earn')).toMatchObject({ progress: '99.999999', status: 'ongoing' });
    expect((await claim('earn')).body.code).toBe('task_not_done');
    await stake(100_000_000, 1);
    expect((await claim('earn')).body).toEqual({ message: 'success', points: 100 });
    await exchange.query('delete from earn_stakes where owner = $1', [client.owner]);
  });

  test('tasks that do not exist, are not offered or belong to the other list cannot be claimed', async () => {
    const { tasks } = (await client.get('/api/v3/task/view')).body;
    const campaign = tasks[0].task_center.id;
    for (const id of [999, campaign]) expect((await client.post(CLAIM, { id })).body.code).toBe('unknown_task');
    const { id } = await taskOf('checkin');
    expect((await client.post('/api/v3/claim-task', { task_center_id: id })).body.code).toBe('unknown_task');
    expect((await client.post('/api/v3/claim-task', { task_center_id: campaign })).body.code).toBe('task_not_done');
    for (const path of ['999', 'x', '1x', '%00', '0'])
      expect((await client.post(`/api/v3/claim/airdrop-task/${path}`)).status, path).toBeGreaterThanOrEqual(400);
  });

  test('a task can be claimed by its id in the path, with POST and, for older clients, GET', async () => {
    await toMondayNoon();
    const { id } = await taskOf('checkin');
    const first = await client.post(`/api/v3/claim/airdrop-task/${id}`);
    expect([first.status, first.body]).toEqual([200, { message: 'success', points: 10 }]);
    expect((await client.get(`/api/v3/claim/airdrop-task/${id}`)).body).toEqual({ message: 'claimed', points: 10 });
  });
});

describe('conversions', () => {
  beforeEach(() => verify(exchange, client.owner));

  test('100 points become 1 VIT in the spot wallet, in one log entry, with a notification', async () => {
    await givePoints(exchange, client.owner, 340);
    const { body } = await client.post(CONVERT, {});
    expect(body).toMatchObject({ message: 'success', points: 300, amount: '3.000000', coin: 'VIT' });
    expect(await client.available('VIT')).toBe('3.000000');
    expect(await pointsOf()).toBe(40);
    const { entries } = (await client.get('/api/v3/rewards/history')).body;
    expect(entries[0]).toMatchObject({ kind: 'converted', points: -300, balance: 40, amount: '3.000000' });
    expect(entries[0].paid_position).toBe(body.position);
    await eventually(async () =>
      expect(
        await exchange.query(
          `select units::int, position::int from money_records where purpose = 'reward' and owner_id = $1`,
          [client.owner],
        ),
      ).toEqual([{ units: 3 * VIT_UNIT, position: body.position }]),
    );
    const notices = (await client.get('/api/v3/notifications')).body.notifications;
    expect(notices[0]).toMatchObject({
      kind: 'points_converted',
      parameters: { points: '300', amount: '3', coin: 'VIT' },
    });
    await expectCovered();
  });

  test('of 64 concurrent conversions of the same 100 points, one succeeds', async () => {
    await givePoints(exchange, client.owner, 100);
    const answers = await Promise.all(Array.from({ length: TIMES }, () => client.post(CONVERT, { points: 100 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['points_too_few']),
    );
    expect(await client.available('VIT')).toBe('1.000000');
    await expectCovered();
  });

  test('a repeated key converts once and returns the first result; a different amount with the same key is refused', async () => {
    await givePoints(exchange, client.owner, 500);
    const key = { 'idempotency-key': 'convert-once' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post(CONVERT, { points: 200 }, key)));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(answers[0]?.body).toMatchObject({ message: 'success', points: 200 });
    expect((await client.post(CONVERT, { points: 300 }, key)).body.code).toBe('reference_conflict');
    expect(await pointsOf()).toBe(300);
    const other = await exchange.client();
    await verify(exchange, other.owner);
    expect((await other.post(CONVERT, { points: 200 }, key)).body.code).toBe('points_too_few');
  });

  test('fewer than 100 points, fractions of a hundred, and more points than the client has are refused', async () => {
    expect((await client.post(CONVERT, {})).body.code).toBe('points_too_few');
    await givePoints(exchange, client.owner, 199);
    expect((await client.post(CONVERT, { points: 150 })).body.code).toBe('points_not_whole');
    expect((await client.post(CONVERT, { points: 200 })).body.code).toBe('points_too_few');
    for (const points of [0, -100, 1.5, '100', 1e12]) expect((await client.post(CONVERT, { points })).status).toBe(400);
    expect(await pointsOf()).toBe(199);
  });

  test('a client whose identity is not verified cannot convert', async () => {
    const other = await exchange.client();
    await givePoints(exchange, other.owner, 100);
    expect((await other.post(CONVERT, {})).body.code).toBe('kyc_required');
    expect(await pointsOf(other)).toBe(100);
  });
});

describe('reservations', () => {
  test('points of unverified clients are not reserved; after verification, the next claim reserves them', async () => {
    await toMondayNoon();
    const { promised } = await budget();
    expect((await claim('checkin')).body.message).toBe('success');
    expect((await budget()).promised).toBe(promised);
    await verify(exchange, client.owner);
    expect((await claim('verified')).body.message).toBe('success');
    expect((await budget()).promised).toBe(promised + 2.1 * VIT_UNIT);
    await expectCovered();
  });

  test('unverified clients cannot claim more than the fund could pay', async () => {
    await toMondayNoon();
    await leave(VIT_UNIT / 10 - 1);
    expect((await claim('checkin')).body.code).toBe('reward_account_empty');
    expect(await pointsOf()).toBe(0);
    await fund('100');
  });

  test('a reservation ends 90 days after the last claim; the points remain and can be converted if the fund covers them', async () => {
    await verify(exchange, client.owner);
    await givePoints(exchange, client.owner, 300);
    await advance(89 * DAY_SECONDS);
    await exchange.services.reservations.run();
    const { promised } = await budget();
    await advance(2 * DAY_SECONDS);
    await Promise.all([exchange.services.reservations.run(), exchange.services.reservations.run()]);
    expect((await budget()).promised).toBeLessThanOrEqual(promised - 3 * VIT_UNIT);
    await expectCovered();
    expect(await pointsOf()).toBe(300);
    await leave(2 * VIT_UNIT);
    expect((await client.post(CONVERT, { points: 300 })).body.code).toBe('reward_account_empty');
    expect(await pointsOf()).toBe(300);
    expect((await client.post(CONVERT, { points: 200 })).body).toMatchObject({ message: 'success', points: 200 });
    await fund('1000');
    await eventually(expectCovered);
  });
});

test('a page of the points history looks rows up by key, regardless of the number of claims and payments', async () => {
  const database = await exchange.services.rewardPool.connect();
  try {
    await database.query('begin');
    await database.query('set local enable_seqscan = off');
    const { rows } = await database.query(`explain ${POINT_HISTORY}`, [client.owner, null, 20]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('reward_payments_pkey');
    expect(plan).toMatch(/task_claims_pkey[\s\S]*Index Cond: [^\n]*period = substr/);
    expect(plan).not.toContain('Seq Scan');
  } finally {
    await database.query('rollback');
    database.release();
  }
});

test('failed payments do not block later ones, even if there are more failures than fit in one batch', async () => {
  await stopDuty(exchange.exchange, 'rewards');
  await verify(exchange, client.owner);
  await exchange.query(
    `insert into reward_payments (owner, kind, account, asset_id, units, points, chosen_ms)
     select $1, 'points', 'rewards', 999999, 1, 100, 0 from generate_series(1, 200)`,
    [client.owner],
  );
  await exchange.query(
    `with promised as (update reward_budgets set promised_units = promised_units + $3 where asset_id = $2)
     insert into reward_payments (owner, kind, account, asset_id, units, points, chosen_ms)
     values ($1, 'points', 'rewards', $2, $3, 100, 0)`,
    [client.owner, token(), VIT_UNIT],
  );
  for (let turn = 0; turn < 2; turn += 1) await exchange.services.rewardPayments.run();
  expect(await client.available('VIT')).toBe('1.000000');
  await exchange.query('delete from reward_payments where asset_id = 999999');
});

test('of two concurrent changes to the same version of a task or of the terms, one is refused', async () => {
  const { rewardTasks, programmes, rewardPool } = exchange.services;
  const [task] = await rewardTasks.all();
  const terms = await programmes.current();
  if (task === undefined || terms === undefined) throw new Error('the sandbox has tasks and terms');
  const ids = await exchange.query(
    `insert into approval (kind, subject, parameters, before, after, reason, asked_by, expires_at)
     select 'test', 'a test', '{}', '{}', '{}', 'a test', (select id from staff_member limit 1), now()
     from generate_series(1, 4) returning id`,
  );
  const [a = 0, b = 0, c = 0, d = 0] = ids.map(({ id }) => Number(id));
  const set = (approval: number) =>
    inTransaction(rewardPool, (transaction) =>
      rewardTasks.set(transaction, task, { task: task.id, version: task.version }, approval),
    );
  const add = (approval: number) =>
    inTransaction(rewardPool, (transaction) => programmes.add(transaction, terms.version, terms, approval));
  for (const [acts, code] of [
    [() => [set(a), set(b)], 'task_changed'],
    [() => [add(c), add(d)], 'terms_changed'],
  ] as const) {
    const outcomes = await Promise.allSettled(acts());
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code } });
  }
});

test('a purchase completes a deposit task, unless it was refunded in full or in part', async () => {
  await toMondayNoon();
  const buy = (id: string, units: number) =>
    exchange.query(
      `insert into purchases (owner_id, currency, amount, charge_currency, charge, rate, price, units, state, order_id,
         created_ms, expires_ms, ended_ms)
       values ($1, 'EUR', 100, 'EUR', 100, 1, 1, $3, 'credited', $2, $4, $4, $4) returning purchase_id`,
      [client.owner, id, units, exchange.services.clock()],
    );
  await buy('small', 49_999_999);
  expect((await claim('deposit')).body.code).toBe('task_not_done');
  await buy('large', 50_000_000);
  expect((await claim('deposit')).body).toEqual({ message: 'success', points: 50 });
});

describe('the fund', () => {
  test('claims are refused when the fund is exhausted, one of 64 concurrent clients gets the last points, and claims resume once it is funded', async () => {
    const clients = await Promise.all(Array.from({ length: TIMES }, () => exchange.client()));
    for (const { owner } of clients) await verify(exchange, owner);
    await toMondayNoon();
    const { id } = await taskOf('checkin');
    // Ten points are worth a tenth of a token.
    await leave(VIT_UNIT / 10);
    const answers = await Promise.all(clients.map((who) => who.post(CLAIM, { id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['reward_account_empty']),
    );
    await expectCovered();
    expect((await fund('100')).body.approval.state).toBe('done');
    await eventually(async () => {
      expect((await client.post(CLAIM, { id })).body.message).toMatch(/^(success|claimed)$/);
    });
    const { fundings } = (await treasury.get(REWARDS)).body;
    expect(fundings[0]).toMatchObject({ coin: 'VIT', amount: '100.000000', source: 'treasury' });
    await eventually(async () => expect((await treasury.get(REWARDS)).body.fundings[0].position).toBeGreaterThan(0));
  });

  test('a payment that the fund cannot cover stays pending and is paid once it can', async () => {
    await verify(exchange, client.owner);
    await givePoints(exchange, client.owner, 200);
    const { available } = await budget();
    // Not possible through the exchange itself: this takes promised money out of the fund.
    await exchange.submit({
      kind: 'Transfer',
      by: systemOwners.treasury,
      purpose: 'house_funding',
      legs: [
        { owner: rewardFund, wallet: 'spot', asset: token(), units: -available as AssetUnits },
        { owner: systemOwners.treasury, wallet: 'spot', asset: token(), units: available as AssetUnits },
      ],
    });
    const { status, body } = await client.post(CONVERT, { points: 200 });
    expect([status, body.message]).toEqual([200, 'waiting']);
    expect(balance(rewardFund)).toBe(0);
    expect(await pointsOf()).toBe(0);
    await fund(String(available / VIT_UNIT));
    await exchange.services.rewardPayments.run();
    expect(await client.available('VIT')).toBe('2.000000');
    await eventually(expectCovered);
  });

  test('funding takes two-person approval, and fees are used only up to their balance', async () => {
    const before = balance(rewardFund);
    const asked = await treasury.post(`${REWARDS}/fund`, {
      coin: 'VIT',
      amount: '5',
      source: 'treasury',
      reason: 'a test',
    });
    const approve = (who: TestStaff) =>
      who.post('/api/v3/console/approvals/approve', { id: asked.body.approval, reason: 'So it is' });
    expect((await approve(treasury)).body.code).toBe('own_approval');
    expect(balance(rewardFund)).toBe(before);
    const answers = await Promise.all([approve(second), approve(second)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await eventually(() => expect(balance(rewardFund)).toBe(before + 5 * VIT_UNIT));
    await fund('7', 'fees');
    await exchange.services.rewardFundings.run();
    expect(balance(rewardFund)).toBe(before + 5 * VIT_UNIT);
    expect((await treasury.get(REWARDS)).body.fundings[0]).toMatchObject({ amount: '7.000000', position: 0 });
  });

  test('a return takes two-person approval, goes to the source of the money, and never includes promised funds', async () => {
    const treasuryOf = () => exchange.services.core.balance(systemOwners.treasury, 'spot', token()).availableUnits;
    await verify(exchange, client.owner);
    await givePoints(exchange, client.owner, 500);
    const { available, promised } = await budget();
    const had = treasuryOf();
    const giveBack = async (units: number, source = 'treasury') =>
      (await fund(String(units / VIT_UNIT), source, 'VIT', 'return')).body.approval;
    const refused = { state: 'failed', failure: 'exceeds_free_funds' };
    expect(await giveBack(available - promised + 1)).toMatchObject(refused);
    expect(await giveBack(1, 'fees')).toMatchObject(refused);
    const asked = await treasury.post(`${REWARDS}/return`, {
      coin: 'VIT',
      amount: '5',
      source: 'treasury',
      reason: 'a test',
    });
    const own = await treasury.post('/api/v3/console/approvals/approve', { id: asked.body.approval, reason: 'Mine' });
    expect(own.body.code).toBe('own_approval');
    // Two concurrent requests, of which the fund covers one.
    const half = Math.floor((available - promised) / 2) + 1;
    const answers = await Promise.all([giveBack(half), giveBack(half)]);
    expect(answers.map(({ state }) => state).sort()).toEqual(['done', 'failed']);
    await eventually(async () => {
      await exchange.services.rewardFundings.run();
      expect(await budget()).toMatchObject({ available: available - half, promised });
    });
    expect(treasuryOf()).toBe(had + half);
    await expectCovered();
    const { fundings } = (await treasury.get(REWARDS)).body;
    expect(fundings[0]).toMatchObject({ direction: 'out', state: 'done', source: 'treasury' });
    await fund(String(half / VIT_UNIT));
  });

  test('funding that is pending for lack of fees can be cancelled once, and is then not transferred', async () => {
    await fund('9', 'fees');
    const { id } = (await treasury.get(REWARDS)).body.fundings[0];
    const cancel = () => treasury.post(`${REWARDS}/cancel-funding`, { id, reason: 'a test' });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await treasury.get(REWARDS)).body.fundings[0]).toMatchObject({ id, state: 'cancelled', position: 0 });
    const before = balance(rewardFund);
    await exchange.services.rewardFundings.run();
    expect(balance(rewardFund)).toBe(before);
    const missing = await treasury.post(`${REWARDS}/cancel-funding`, { id: 999_999, reason: 'a test' });
    expect(missing.body.code).toBe('unknown_funding');
  });

  test('a changed task applies from then on, earlier claims are unaffected, and a change based on an older version is refused', async () => {
    await toMondayNoon();
    expect((await claim('checkin')).body.points).toBe(10);
    const { tasks } = (await treasury.get(REWARDS)).body;
    const { claims: _, version: __, ...checkin } = tasks.find(({ rule }: Task) => rule === 'checkin');
    const ask = async (points: number) =>
      (await treasury.post(`${REWARDS}/task`, { ...checkin, points, reason: 'a test' })).body;
    expect((await ask(10)).code).toBe('nothing_to_change');
    const [first, later] = [await ask(15), await ask(25)];
    const approve = async ({ approval: id }: { approval: number }) =>
      (await second.post('/api/v3/console/approvals/approve', { id, reason: 'So it is' })).body.approval;
    expect((await approve(first)).state).toBe('done');
    expect(await approve(later)).toMatchObject({ state: 'failed', failure: 'task_changed' });
    expect((await claim('checkin')).body).toEqual({ message: 'claimed', points: 10 });
    await advance(DAY_SECONDS);
    expect((await claim('checkin')).body).toEqual({ message: 'success', points: 15 });
    expect((await approve(await ask(10))).state).toBe('done');
  });
});

// Must be the last test: a reopened exchange restarts its client numbers.
test('a payment interrupted after its row was inserted is completed once by the duty, also after a restart', async () => {
  await verify(exchange, client.owner);
  await givePoints(exchange, client.owner, 100);
  await stopDuty(exchange.exchange, 'rewards');
  // As if the process had stopped after the insert and before the submission.
  await exchange.query(
    `with taken as (
       insert into point_entries (owner, kind, source, points, balance, at_ms, position)
       values ($1, 'converted', 'cut off', -100, 0, 0, 0)
     ), fewer as (update reward_clients set points = 0, promised_points = 0 where owner = $1)
     insert into reward_payments (owner, kind, account, asset_id, units, points, chosen_ms)
     values ($1, 'points', 'rewards', $2, $3, 100, 0)`,
    [client.owner, token(), VIT_UNIT],
  );
  await exchange.close();
  exchange = await open();
  client = exchange.clientFrom(client);
  await eventually(async () => expect(await client.available('VIT')).toBe('1.000000'));
  await exchange.services.rewardPayments.run();
  expect(await client.available('VIT')).toBe('1.000000');
  await eventually(expectCovered);
});
