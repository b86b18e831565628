import { systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rewardFund } from '../../kit/funds.ts';
import { PASSWORD, stopDuty, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { verify } from '../testing/give-points.ts';
import { FeeFolds } from './fee-folds.ts';

const DAY_SECONDS = 86_400;
const UNIT = 1_000_000;

let exchange: TestExchange;
let treasury: TestStaff;
let second: TestStaff;
let inviter: TestClient;
let signUps = 0;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  for (const duty of ['rewards', 'referrals']) await stopDuty(exchange.exchange, duty);
  [treasury, second] = [await exchange.staff('treasury'), await exchange.staff('treasury')];
});
beforeEach(async () => {
  inviter = await exchange.client();
  await verify(exchange, inviter.owner);
});
afterAll(() => exchange.close());

interface View {
  readonly code: string;
  readonly credit: { readonly granted: string; readonly used: string; readonly left: string; readonly waiting: string };
  readonly totals: { readonly friends: number; readonly verified: number; readonly fees: string };
  readonly friends: readonly Record<string, unknown>[];
  readonly inviter_percent?: string;
}
const viewOf = async (who: TestClient): Promise<View> => (await who.get('/api/v3/get-referral')).body.referral;

/** Opens an account as the sign-up page does, with this referral code. */
async function signUp(referral: string): Promise<{ readonly email: string; readonly owner: number }> {
  signUps += 1;
  const email = `friend${signUps}@test.example`;
  const { accounts } = exchange.services;
  const owner = await accounts.open({ username: email, password: PASSWORD, transaction_password: PASSWORD, referral });
  await exchange.query('insert into futures_acceptances (owner, market_id, days) values ($1, 0, 0)', [owner]);
  return { email, owner };
}
async function befriend(referral: string): Promise<TestClient> {
  const { email, owner } = await signUp(referral);
  return exchange.signIn(email, owner);
}
const inviterOf = async (owner: number): Promise<number | undefined> => {
  const [row] = await exchange.query('select inviter::int from referrals where friend = $1', [owner]);
  return row?.inviter as number | undefined;
};
const usdt = () => exchange.services.instruments.usdt?.asset ?? 0;
const balance = (owner: number) => exchange.services.core.balance(owner, 'spot', usdt()).availableUnits;
const projected = () =>
  exchange.services.histories.reached(exchange.services.core.position, 20_000).then((is) => expect(is).toBe(true));
/** Runs the leader's duties once. */
async function work(): Promise<void> {
  const { feeCredits, feeFolds, commissions, rewardPayments } = exchange.services;
  await projected();
  await feeCredits.run();
  await feeFolds.run();
  await commissions.run();
  await rewardPayments.run();
}
const deposit = async (who: TestClient, coin: string, amount: string) => {
  const { status } = await exchange.visitor.post('/sandbox/deposits', { coin, amount, username: who.email });
  expect(status).toBe(200);
};
const nextDay = () => exchange.submit({ kind: 'AdvanceClock', byMs: DAY_SECONDS * 1_000 });
/** 10%, rounded down to whole cents. */
const tenthOf = (units: number) => Math.floor(units / 10 / 10_000) * 10_000;
let market: TestClient | undefined;
/** The friend buys 0.1 BTC from a maker. Returns the friend's fee, in units of USDT. */
async function trade(friend: TestClient, other?: TestClient): Promise<number> {
  market ??= await exchange.client({ BTC: '100', USDT: '1000000' });
  const maker = other ?? market;
  const price = Number((await friend.get('/api/v3/getOrder?symbol=BTC')).body.price.unit_price).toFixed(1);
  const order = { trade_type: 'limit', number_of_order: '0.1', order_per_unit: price };
  expect((await maker.order({ ...order, delegate_type: 'SELL' })).status).toBe(200);
  const { status, body } = await friend.order({ ...order, delegate_type: 'BUY' });
  expect([status, body.message]).toEqual([200, 'success']);
  await projected();
  const [row] = await exchange.query(
    'select fee_units::int as fee from fills where owner_id = $1 order by position desc limit 1',
    [friend.owner],
  );
  return Number(row?.fee);
}

describe('links', () => {
  test('a code links the new client to its owner, in any letter case and with spaces; a UID does not', async () => {
    const { code } = await viewOf(inviter);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect((await viewOf(inviter)).code).toBe(code);
    for (const text of [code, ` ${code.toLowerCase()} `]) {
      expect((await exchange.visitor.get(`/api/v3/referral-code?code=${encodeURIComponent(text)}`)).body).toEqual({
        known: true,
      });
      expect(await inviterOf((await signUp(text)).owner)).toBe(inviter.owner);
    }
    const [row] = await exchange.query('select unique_id from client where owner = $1', [inviter.owner]);
    expect((await exchange.visitor.get(`/api/v3/referral-code?code=${row?.unique_id}`)).body).toEqual({ known: false });
    expect(await inviterOf((await signUp(String(row?.unique_id))).owner)).toBeUndefined();
    expect((await viewOf(inviter)).totals.friends).toBe(2);
  });

  test('a code does not reveal that its owner is frozen; a frozen inviter’s payments stay pending', async () => {
    const { code } = await viewOf(inviter);
    await exchange.submit({ kind: 'FreezeOwner', owner: inviter.owner });
    expect((await exchange.visitor.get(`/api/v3/referral-code?code=${code}`)).body).toEqual({ known: true });
    const friend = await befriend(code);
    expect(await inviterOf(friend.owner)).toBe(inviter.owner);
    await verify(exchange, friend.owner);
    await deposit(friend, 'USDT', '200000');
    await trade(friend);
    await work();
    await nextDay();
    await work();
    expect((await viewOf(friend)).credit.granted).toBe('200.000000');
    const waiting = await exchange.query('select state from fee_credits where owner = $1', [inviter.owner]);
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['waiting']));
    expect(balance(inviter.owner)).toBe(0);
  });

  test('with an unknown code or hostile text, the account is opened without a link', async () => {
    for (const text of ['ZZZZZZ', '999999999', 'x'.repeat(500), "' or 1=1 --", '']) {
      if (text !== '')
        expect((await exchange.visitor.get(`/api/v3/referral-code?code=${encodeURIComponent(text)}`)).body).toEqual({
          known: false,
        });
      expect(await inviterOf((await signUp(text)).owner)).toBeUndefined();
    }
  });

  test('a client cannot be linked to themselves, to a younger client, or after sign-up', async () => {
    const friend = await befriend((await viewOf(inviter)).code);
    const { code } = await viewOf(friend);
    await expect(
      exchange.query('insert into referrals (friend, inviter, programme, joined_ms) values ($1, $2, 1, 0)', [
        inviter.owner,
        friend.owner,
      ]),
    ).rejects.toThrow(/check/);
    expect(await inviterOf((await signUp(code)).owner)).toBe(friend.owner);
    expect(await inviterOf(inviter.owner)).toBeUndefined();
  });
});

test('both get a credit when the friend is verified and another for a large deposit, each only once', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await work();
  expect((await viewOf(inviter)).credit.granted).toBe('0.000000');
  await verify(exchange, friend.owner);
  await Promise.all([work(), work()]);
  for (const who of [inviter, friend]) expect((await viewOf(who)).credit.granted).toBe('100.000000');
  await deposit(friend, 'USDT', '50');
  await work();
  expect((await viewOf(inviter)).credit.granted).toBe('100.000000');
  await deposit(friend, 'USDT', '50.000001');
  await eventually(async () => {
    await work();
    expect((await viewOf(inviter)).credit.granted).toBe('200.000000');
  });
  await deposit(friend, 'USDT', '500');
  await work();
  expect((await viewOf(friend)).credit).toEqual({
    granted: '200.000000',
    used: '0.000000',
    left: '200.000000',
    waiting: '0.000000',
  });
  expect((await viewOf(inviter)).totals).toMatchObject({ friends: 1, verified: 1 });
  expect((await viewOf(friend)).inviter_percent).toBe('10');
});

test('a credit refunds fees to the last unit until it is used up; of the rest, the inviter gets 10% once a day', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await deposit(friend, 'USDT', '200000');
  const early = await trade(friend);
  expect(early).toBeGreaterThan(0);
  await work();
  await nextDay();
  await work();
  const inviterHad = balance(inviter.owner);
  expect(inviterHad).toBe(tenthOf(early));

  await verify(exchange, friend.owner);
  await work();
  const credit = (await viewOf(friend)).credit;
  expect(credit.used).toBe('0.000000');
  let fees = 0;
  const had = balance(friend.owner);
  let paid = 0;
  for (let n = 0; n < 3; n += 1) {
    const before = balance(friend.owner);
    const fee = await trade(friend);
    fees += fee;
    paid += before - balance(friend.owner);
    await Promise.all([exchange.services.feeFolds.run(), exchange.services.feeFolds.run()]);
  }
  await work();
  const granted = Number(credit.granted) * UNIT;
  expect(fees).toBeLessThan(granted);
  expect(balance(friend.owner)).toBe(had - paid + fees);
  expect((await viewOf(friend)).credit.used).toBe((fees / UNIT).toFixed(6));
  // Fees refunded by a credit earn no commission.
  await nextDay();
  await work();
  expect(balance(inviter.owner)).toBe(inviterHad);
  // The rest of the credit refunds a part; the inviter gets 10% of the remaining fees.
  await exchange.query('update fee_folds set used_units = $2 where owner = $1', [friend.owner, granted - 1_000_000]);
  const last = await trade(friend);
  await work();
  expect((await viewOf(friend)).credit.left).toBe('0.000000');
  await nextDay();
  await work();
  expect(balance(inviter.owner)).toBe(tenthOf(early + last - 1_000_000));
  const notices = (await inviter.get('/api/v3/notifications')).body.notifications;
  expect(notices.map(({ kind }: { kind: string }) => kind)).toContain('commission_paid');
});

test('an inviter sees only fees of closed days, in whole USDT, and is paid whole cents when the day is over', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await deposit(friend, 'USDT', '200000');
  const fee = await trade(friend);
  await work();
  const seen = async () => {
    const { totals, friends } = await viewOf(inviter);
    return [totals.fees, friends[0]?.fees, friends[0]?.commission];
  };
  expect(await seen()).toEqual(['0.000000', '0.000000', '0.000000']);
  expect(balance(inviter.owner)).toBe(0);
  await nextDay();
  await trade(friend);
  await work();
  const whole = `${Math.floor(fee / UNIT)}.000000`;
  const commission = (tenthOf(fee) / UNIT).toFixed(6);
  expect(await seen()).toEqual([whole, whole, commission]);
  expect(balance(inviter.owner)).toBe(tenthOf(fee));
});

test('trades between an inviter and a friend earn no commission, use no credit, and do not count for tasks', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await deposit(friend, 'USDT', '200000');
  await deposit(inviter, 'BTC', '1');
  await eventually(async () => expect(await inviter.available('BTC')).toBe('1.00000000'));
  const volumeOf = async (who: TestClient) => {
    const { body } = await who.get('/api/v3/airdrop/1');
    return body.daily.find(({ rule }: { rule: string }) => rule === 'trade_volume');
  };
  await trade(friend, inviter);
  await work();
  for (const who of [friend, inviter]) expect(await volumeOf(who)).toMatchObject({ progress: '0', status: 'ongoing' });
  const { id } = await volumeOf(friend);
  expect((await friend.post('/api/v3/claim/airdrop-task', { id })).body.code).toBe('task_not_done');
  await nextDay();
  await work();
  expect((await viewOf(inviter)).friends[0]).toMatchObject({ fees: '0.000000', commission: '0.000000' });
});

test('volume whose fees a credit refunds does not count for tasks, even if the claim precedes the processing of the fees', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await deposit(friend, 'USDT', '200000');
  await verify(exchange, friend.owner);
  await work();
  await trade(friend);
  const { body } = await friend.get('/api/v3/airdrop/1');
  const { id } = body.daily.find(({ rule }: { rule: string }) => rule === 'trade_volume');
  expect((await friend.post('/api/v3/claim/airdrop-task', { id })).body.code).toBe('task_not_done');
  await exchange.query('update fee_folds set used_units = 1000000000 where owner = $1', [friend.owner]);
  await trade(friend);
  expect((await friend.post('/api/v3/claim/airdrop-task', { id })).body.message).toBe('success');
});

test('a claim without sufficient volume processes no fees', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  const { body } = await friend.get('/api/v3/airdrop/1');
  const { id } = body.daily.find(({ rule }: { rule: string }) => rule === 'trade_volume');
  const fold = vi.spyOn(exchange.services.feeFolds, 'fold');
  expect((await friend.post('/api/v3/claim/airdrop-task', { id })).body.code).toBe('task_not_done');
  expect(fold).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('queued runs for one client hold no database connection, and share the next run', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  const { rewardPool, rewardPayments, instruments, core } = exchange.services;
  let connections = 0;
  // A separate pool, because the exchange's own pool also serves other callers.
  const pool = Object.assign(Object.create(rewardPool), {
    connect: () => {
      connections += 1;
      return rewardPool.connect();
    },
  });
  const feeFolds = new FeeFolds({ pool, payments: rewardPayments, instruments, log: { error: vi.fn() } });
  await nextDay();
  const { position } = core;
  await projected();
  const read = await Promise.all(Array.from({ length: 30 }, () => feeFolds.fold(friend.owner)));
  expect(connections).toBe(2);
  expect(read.every((to) => to !== undefined && to >= position)).toBe(true);
  await feeFolds.fold(friend.owner);
  expect(connections).toBe(3);
});

/** As if the client had traded perpetuals in the command after the last processed fees. */
const changeOf = (owner: number, position: number, fill: Readonly<Record<string, unknown>>) =>
  exchange.query(
    `insert into position_changes select * from jsonb_populate_record(null::position_changes, $1::jsonb || (
       select jsonb_object_agg(attname, 0) from pg_attribute
       where attrelid = 'position_changes'::regclass and attnum > 0 and not attisdropped and not ($1::jsonb ? attname)))`,
    [JSON.stringify({ owner_id: owner, position, side: 'long', kind: 'fill', closes: true, ...fill })],
  );

test('perpetual trades with the inviter earn no commission; those with others at the same position do', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await work();
  const [before] = await exchange.query('select position::int from fee_folds where owner = $1', [friend.owner]);
  const position = Number(before?.position) + 1;
  await nextDay();
  await projected();
  const size = { market_id: 1, price_ticks: 500, traded_lots: 2 };
  await changeOf(friend.owner, position, { line: 1, role: 'taker', fee_units: 7 * UNIT, ...size });
  await changeOf(inviter.owner, position, { line: 2, role: 'maker', fee_units: UNIT, ...size });
  await changeOf(friend.owner, position, { line: 3, role: 'taker', fee_units: 3 * UNIT, ...size, price_ticks: 501 });
  await exchange.services.feeFolds.fold(friend.owner);
  const [row] = await exchange.query('select fee_units::int as fees from referrals where friend = $1', [friend.owner]);
  expect(row?.fees).toBe(3 * UNIT);
});

test('the fee of a liquidation, which goes to the insurance fund, earns no commission and uses no credit', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await verify(exchange, friend.owner);
  await work();
  const [before] = await exchange.query('select position::int from fee_folds where owner = $1', [friend.owner]);
  const position = Number(before?.position) + 1;
  await nextDay();
  await projected();
  const { owner } = friend;
  await exchange.query("insert into liquidations values ($1, 0, 0, 1, $2, 'long', 77, 2, 1, 1)", [position, owner]);
  const size = { market_id: 1, price_ticks: 500, traded_lots: 2 };
  await changeOf(owner, position, { line: 1, role: 'taker', order_id: 77, fee_units: 500 * UNIT, ...size });
  await changeOf(owner, position, { line: 2, role: 'maker', order_id: 78, fee_units: 3 * UNIT, ...size });
  // Granted before the liquidation.
  await exchange.query('update fee_credits set position = $2 where owner = $1', [owner, position - 1]);
  await exchange.services.feeFolds.fold(owner);
  expect((await viewOf(friend)).credit.used).toBe('3.000000');
  const [row] = await exchange.query('select fee_units::int as fees from referrals where friend = $1', [owner]);
  expect(row?.fees).toBe(0);
});

/** As if the provider had reported that the whole charge was refunded. */
const refund = (purchase: number) =>
  exchange.query(
    `insert into payment_concerns (purchase_id, kind, outside_id, amount, detail, reported_ms, raised_ms)
     values ($1, 'refunded', 'a refund', 100, '', $2, $2)`,
    [purchase, exchange.services.clock()],
  );

test('the unused part of a bonus is revoked if its purchase is refunded and no other deposit or purchase qualifies', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await verify(exchange, friend.owner);
  const now = exchange.services.clock();
  const [row] = await exchange.query(
    `insert into purchases (owner_id, currency, amount, charge_currency, charge, rate, price, units, state, order_id,
       created_ms, expires_ms, ended_ms)
     values ($1, 'EUR', 100, 'EUR', 100, 1, 1, 60000000, 'credited', 'refunded later', $2, $2, $2) returning purchase_id`,
    [friend.owner, now],
  );
  await work();
  for (const who of [inviter, friend]) expect((await viewOf(who)).credit.granted).toBe('200.000000');
  const { promised } = await exchange.services.rewardFund.budget(usdt());
  await exchange.query('update fee_folds set used_units = $2 where owner = $1', [friend.owner, 130 * UNIT]);
  await refund(Number(row?.purchase_id));
  await Promise.all([work(), work()]);
  expect((await viewOf(inviter)).credit.granted).toBe('100.000000');
  expect((await viewOf(friend)).credit).toMatchObject({ granted: '130.000000', used: '130.000000', left: '0.000000' });
  expect((await exchange.services.rewardFund.budget(usdt())).promised).toBe(promised - 170 * UNIT);
  const notices = (await inviter.get('/api/v3/notifications')).body.notifications;
  expect(notices[0]).toMatchObject({ kind: 'fee_credit_revoked', parameters: { amount: '100' } });
});

test('a credit stays pending until its owner is verified', async () => {
  const stranger = await exchange.client();
  const friend = await befriend((await viewOf(stranger)).code);
  await verify(exchange, friend.owner);
  await work();
  expect((await viewOf(friend)).credit.granted).toBe('100.000000');
  expect((await viewOf(stranger)).credit).toMatchObject({ granted: '0.000000', waiting: '100.000000' });
  await verify(exchange, stranger.owner);
  await work();
  expect((await viewOf(stranger)).credit.granted).toBe('100.000000');
});

test('only clients who have traded since the last cycle are processed', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  await deposit(friend, 'USDT', '200000');
  await work();
  const queries = vi.spyOn(exchange.services.rewardPool, 'query');
  const transactions = vi.spyOn(exchange.services.rewardPool, 'connect');
  await exchange.services.feeFolds.run();
  expect([queries.mock.calls, transactions.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
  const fee = await trade(friend);
  await work();
  const [row] = await exchange.query('select fee_units::int as fees from referrals where friend = $1', [friend.owner]);
  expect(row?.fees).toBe(fee);
});

test('pending commissions are paid before fees go into the fund, and notified once they are paid', async () => {
  const friends = [await befriend((await viewOf(inviter)).code), await befriend((await viewOf(inviter)).code)];
  let fees = 0;
  for (const friend of friends) {
    await deposit(friend, 'USDT', '200000');
    fees += tenthOf(await trade(friend));
  }
  await work();
  await nextDay();
  await exchange.services.commissions.run();
  const collected = exchange.services.core.balance(systemOwners.fees, 'spot', usdt()).availableUnits;
  const amount = String((collected - fees + 1) / UNIT);
  const asked = await treasury.post('/api/v3/console/rewards/fund', {
    coin: 'USDT',
    amount,
    source: 'fees',
    reason: 'a test',
  });
  await second.post('/api/v3/console/approvals/approve', { id: asked.body.approval, reason: 'So it is' });
  await exchange.services.rewardFundings.run();
  const newest = async () => (await treasury.get('/api/v3/console/rewards')).body.fundings[0];
  expect(await newest()).toMatchObject({ source: 'fees', state: 'approved', position: 0 });
  const told = async () =>
    (await inviter.get('/api/v3/notifications')).body.notifications.filter(
      ({ kind }: { kind: string }) => kind === 'commission_paid',
    );
  expect(await told()).toEqual([]);
  await exchange.services.rewardPayments.run();
  expect(balance(inviter.owner)).toBe(fees);
  expect((await told()).map(({ parameters }: { parameters: object }) => parameters)).toEqual([
    { amount: String(fees / UNIT) },
  ]);
  await treasury.post('/api/v3/console/rewards/cancel-funding', { id: (await newest()).id, reason: 'a test' });
});

test('credits that the fund does not cover stay pending and are granted in order once it is funded', async () => {
  const friend = await befriend((await viewOf(inviter)).code);
  const { available, promised } = await exchange.services.rewardFund.budget(usdt());
  const move = (units: number) =>
    exchange.submit({
      kind: 'Transfer',
      by: systemOwners.treasury,
      purpose: 'house_funding',
      legs: [
        { owner: rewardFund, wallet: 'spot', asset: usdt(), units: units as AssetUnits },
        { owner: systemOwners.treasury, wallet: 'spot', asset: usdt(), units: -units as AssetUnits },
      ],
    });
  const taken = available - promised - 150 * UNIT;
  await move(-taken);
  await verify(exchange, friend.owner);
  await work();
  expect((await viewOf(inviter)).credit).toMatchObject({ granted: '100.000000', waiting: '0.000000' });
  expect((await viewOf(friend)).credit).toMatchObject({ granted: '0.000000', waiting: '100.000000' });
  await move(taken);
  await work();
  expect((await viewOf(friend)).credit).toMatchObject({ granted: '100.000000', waiting: '0.000000' });
  expect(balance(rewardFund)).toBeGreaterThanOrEqual(0);
});

test('new terms take two-person approval, and apply to friends who sign up from then on', async () => {
  const { code } = await viewOf(inviter);
  const before = await signUp(code);
  const terms = { joined_usdt: 20, bonus_usdt: 0, bonus_above_usdt: 50, commission_ppm: 50_000, is_open: true };
  const ask = async (fields: object) =>
    (await treasury.post('/api/v3/console/rewards/programme', { ...terms, ...fields, reason: 'a test' })).body;
  const approve = async ({ approval: id }: { approval: number }) =>
    (await second.post('/api/v3/console/approvals/approve', { id, reason: 'So it is' })).body.approval;
  const [first, stale] = [await ask({}), await ask({ joined_usdt: 30 })];
  expect((await approve(first)).state).toBe('done');
  expect(await approve(stale)).toMatchObject({ state: 'failed', failure: 'terms_changed' });
  expect((await exchange.visitor.get('/api/v3/referral-terms')).body.terms).toMatchObject({
    joined_usdt: '20',
    commission_percent: '5',
  });
  const after = await signUp(code);
  const programmes = await exchange.query('select programme from referrals where friend = any($1) order by friend', [
    [before.owner, after.owner],
  ]);
  expect(programmes).toEqual([{ programme: 1 }, { programme: 2 }]);
  expect((await approve(await ask({ is_open: false }))).state).toBe('done');
  expect(await inviterOf((await signUp(code)).owner)).toBeUndefined();
  expect((await exchange.visitor.get(`/api/v3/referral-code?code=${code}`)).body.known).toBe(false);
});
