import { createHash } from 'node:crypto';
import { systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stopDuty, type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { befriend } from '../testing/befriend.ts';
import { verify } from '../testing/give-points.ts';

const DAY_MS = 86_400_000;
const UNIT = 1_000_000;
const OBJECT = '/api/v3/referral-objections';
const HOLDS = '/api/v3/console/referral-holds';
const TEXT = 'We are sisters and share one computer.';

const SIGNAL = 'insert into referral_signals (friend, signal, weight, found_ms) values ($1, $2, $3, 0)';

let exchange: TestExchange;
let first: TestStaff;
let second: TestStaff;
let inviter: TestClient;
let friend: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  for (const duty of ['rewards', 'referrals']) await stopDuty(exchange.exchange, duty);
  // Commissions are paid from fees, so the fee account needs a balance.
  const units = (1_000 * UNIT) as AssetUnits;
  await exchange.submit({
    kind: 'Transfer',
    by: systemOwners.treasury,
    purpose: 'house_funding',
    legs: [
      { owner: systemOwners.treasury, wallet: 'spot', asset: usdt(), units: -units as AssetUnits },
      { owner: systemOwners.fees, wallet: 'spot', asset: usdt(), units },
    ],
  });
  [first, second] = [await exchange.staff('compliance'), await exchange.staff('compliance')];
});
beforeEach(async () => {
  [inviter, friend] = [await exchange.client(), await exchange.client()];
  await befriend(exchange, inviter.owner, friend.owner);
  for (const { owner } of [inviter, friend]) await verify(exchange, owner);
});
afterAll(() => exchange.close());

/** As if both had signed in with one browser. */
async function shareDevice(): Promise<void> {
  const mark = createHash('sha256').update(`browser of ${inviter.owner}`).digest();
  for (const { owner } of [inviter, friend])
    await exchange.query('insert into known_device (owner, device_hash) values ($1, $2)', [owner, mark]);
}
/** Runs the leader's duties once. */
async function work(): Promise<void> {
  const { referralHolds, feeCredits, feeFolds, commissions, rewardPayments } = exchange.services;
  await exchange.services.histories.reached(exchange.services.core.position, 20_000);
  await referralHolds.run();
  await feeCredits.run();
  await feeFolds.run();
  await commissions.run();
  await rewardPayments.run();
}
const advanceDays = (days: number) => exchange.submit({ kind: 'AdvanceClock', byMs: days * DAY_MS });
const viewOf = async (who: TestClient) => (await who.get('/api/v3/get-referral')).body.referral;
const holdOf = async (who: TestClient) => {
  const { own_hold, friends } = await viewOf(who);
  return who === friend ? own_hold : friends[0]?.hold;
};
const grantedTo = async (who: TestClient) => (await viewOf(who)).credit.granted;
const usdt = () => exchange.services.instruments.usdt?.asset ?? 0;
const balance = (owner: number) => exchange.services.core.balance(owner, 'spot', usdt()).availableUnits;
/**
 * Checks that the fund reserves exactly what credits can still refund, and that this pair's revoked credits total
 * `units`.
 */
async function expectRevoked(units: number): Promise<void> {
  const [sums] = await exchange.query(
    `select coalesce(sum(units - revoked_units) filter (where state = 'granted'), 0)::float8 as granted,
       coalesce(sum(revoked_units) filter (where friend = $1), 0)::float8 as revoked from fee_credits`,
    [friend.owner],
  );
  expect(sums).toEqual({ granted: (await exchange.services.rewardFund.budget(usdt())).promised, revoked: units });
}
const kindsOf = async (who: TestClient): Promise<string[]> =>
  (await who.get('/api/v3/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);
/** As if the friend had paid 50 USDT of fees not covered by a credit. */
const payFees = () =>
  exchange.query('update referrals set fee_units = fee_units + $2 where friend = $1', [friend.owner, 50 * UNIT]);
async function held(): Promise<number> {
  await shareDevice();
  // Signals checked within the last day are not checked again.
  await advanceDays(2);
  await work();
  return (await holdOf(inviter)).id;
}
const object = (who: TestClient, id: number, text = TEXT) => who.post(OBJECT, { hold_id: id, text });
const askToRelease = async (id: number, by = first) =>
  (await by.post(`${HOLDS}/release`, { id, answer: 'Thank you, that explains it', reason: 'A family' })).body;
const approve = async (id: number, by = second) =>
  (await by.post('/api/v3/console/approvals/approve', { id, reason: 'So it is' })).body;
const deny = (id: number, by = first) => by.post(`${HOLDS}/deny`, { id, answer: 'This is one person' });

test('a pair on one device is held before anything is paid, and both see the reason and the end, but no data of each other', async () => {
  await payFees();
  await held();
  await advanceDays(1);
  await work();
  for (const who of [inviter, friend]) {
    expect(await grantedTo(who)).toBe('0.000000');
    const hold = await holdOf(who);
    expect(hold).toMatchObject({ reason: 'device_or_network', state: 'held', decided_at: 0, answer: '' });
    expect(hold.object_by - hold.held_at).toBe(30 * DAY_MS);
    expect(Object.keys(hold).sort()).toEqual(['answer', 'decided_at', 'held_at', 'id', 'object_by', 'reason', 'state']);
    expect(await kindsOf(who)).toContain('referral_held');
  }
  expect(balance(inviter.owner)).toBe(0);
});

test('a shared internet connection alone does not place a hold, and other referrals are paid', async () => {
  await payFees();
  await work();
  const [row] = await exchange.query('select sum(weight)::int as weight from referral_signals where friend = $1', [
    friend.owner,
  ]);
  expect(Number(row?.weight)).toBeLessThan(60);
  expect(await holdOf(inviter)).toBeUndefined();
  for (const who of [inviter, friend]) expect(await grantedTo(who)).toBe('100.000000');
  await work();
  expect(balance(inviter.owner)).toBe(5 * UNIT);
});

test('a referral that can pay nothing is not checked until the friend is verified or pays fees', async () => {
  const isLookedAt = async (owner: number): Promise<boolean> => {
    await exchange.services.referralHolds.run();
    const [row] = await exchange.query('select signals_ms > 0 as is from referrals where friend = $1', [owner]);
    return row?.is === true;
  };
  const paying = await exchange.client();
  await befriend(exchange, inviter.owner, paying.owner);
  await advanceDays(2);
  expect(await isLookedAt(friend.owner)).toBe(false);
  expect(await isLookedAt(paying.owner)).toBe(false);
  await exchange.query('update referrals set fee_units = 1 where friend = $1', [paying.owner]);
  await exchange.query('update referrals set verified_ms = 1 where friend = $1', [friend.owner]);
  expect(await isLookedAt(friend.owner)).toBe(true);
  expect(await isLookedAt(paying.owner)).toBe(true);
});

test('later signals hold commissions from then on, and credits refund nothing during the hold', async () => {
  await work();
  expect(await grantedTo(friend)).toBe('100.000000');
  await payFees();
  await shareDevice();
  await advanceDays(2);
  await work();
  expect(await holdOf(friend)).toMatchObject({ state: 'held' });
  expect(balance(inviter.owner)).toBe(0);
});

describe('objections', () => {
  test('each party can object once, with a reason, and nobody else can', async () => {
    const id = await held();
    const stranger = await exchange.client();
    expect((await object(stranger, id)).body.code).toBe('unknown_hold');
    expect((await object(inviter, 1_000_000)).body.code).toBe('unknown_hold');
    expect((await object(inviter, id, '          short ')).body.code).toBe('objection_empty');
    const answers = await Promise.all(Array.from({ length: 8 }, () => object(inviter, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['objection_made']),
    );
    expect((await object(friend, id)).status).toBe(200);
    expect((await holdOf(inviter)).objection).toMatchObject({ text: TEXT });
    const { holds } = (await first.get(HOLDS)).body;
    const shown = holds.find((hold: { id: number }) => hold.id === id);
    expect([shown.inviter.objection, shown.friend.objection, shown.may_decide]).toEqual([TEXT, TEXT, true]);
    expect(shown.signals[0]).toEqual({ signal: 'same_device', weight: 80 });
  });

  test('a hold without an objection ends in a denial after 30 days: nothing is paid, and reservations are released', async () => {
    await work();
    const id = await held();
    expect((await holdOf(inviter)).state).toBe('held');
    await expectRevoked(0);
    await payFees();
    await advanceDays(30);
    await Promise.all([work(), work()]);
    expect(await holdOf(inviter)).toMatchObject({ state: 'denied', answer: '' });
    for (const who of [inviter, friend]) {
      expect((await viewOf(who)).credit).toMatchObject({ granted: '0.000000', left: '0.000000' });
      expect(await kindsOf(who)).toContain('referral_denied');
    }
    await expectRevoked(200 * UNIT);
    expect(balance(inviter.owner)).toBe(0);
    expect((await object(inviter, id)).body.code).toBe('hold_ended');
  });

  test('a hold with an objection lasts until an operator has decided', async () => {
    const id = await held();
    await object(friend, id);
    await advanceDays(40);
    await work();
    expect((await holdOf(friend)).state).toBe('held');
    expect((await object(inviter, id)).body.code).toBe('hold_ended');
    expect((await deny(id)).status).toBe(200);
    expect(await holdOf(friend)).toMatchObject({ state: 'denied', answer: 'This is one person' });
  });
});

describe('decisions', () => {
  test('a release takes two people, and the payment is made once', async () => {
    await payFees();
    const id = await held();
    await object(friend, id);
    const { approval } = await askToRelease(id);
    expect((await approve(approval, first)).code).toBe('own_approval');
    await work();
    expect(await grantedTo(friend)).toBe('0.000000');
    const answers = await Promise.all([approve(approval), approve(approval)]);
    expect(answers.filter((answer) => answer.approval?.state === 'done')).toHaveLength(1);
    await advanceDays(1);
    await Promise.all([work(), work()]);
    for (const who of [inviter, friend]) {
      expect(await grantedTo(who)).toBe('100.000000');
      expect(await holdOf(who)).toMatchObject({ state: 'released', answer: 'Thank you, that explains it' });
      expect(await kindsOf(who)).toContain('referral_released');
    }
    expect(balance(inviter.owner)).toBe(5 * UNIT);
  });

  test('a denial requires an objection, and revokes exactly the unused part', async () => {
    await work();
    await exchange.query('update fee_folds set used_units = $2 where owner = $1', [friend.owner, 30 * UNIT]);
    const id = await held();
    expect((await deny(id)).body.code).toBe('no_objection');
    await object(friend, id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => deny(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await viewOf(friend)).credit).toMatchObject({ granted: '30.000000', used: '30.000000', left: '0.000000' });
    await expectRevoked(170 * UNIT);
  });

  test('of a concurrent denial and approved release, one succeeds', async () => {
    const ids = [];
    for (let n = 0; n < 4; n += 1) {
      [inviter, friend] = [await exchange.client(), await exchange.client()];
      await befriend(exchange, inviter.owner, friend.owner);
      for (const { owner } of [inviter, friend]) await verify(exchange, owner);
      const id = await held();
      await object(friend, id);
      ids.push(id);
      const { approval } = await askToRelease(id);
      const [denied, released] = await Promise.all([deny(id), approve(approval)]);
      const { state } = await holdOf(friend);
      expect([denied.status === 200, released.approval.state === 'done']).toEqual(
        state === 'denied' ? [true, false] : [false, true],
      );
    }
    expect(ids).toHaveLength(4);
  });

  test('only compliance decides, not about one’s own account, and never twice', async () => {
    const id = await held();
    await object(friend, id);
    const treasury = await exchange.staff('treasury');
    expect((await deny(id, treasury)).status).toBe(403);
    expect((await treasury.get(HOLDS)).status).toBe(200);
    expect((await (await exchange.staff('support')).get(HOLDS)).status).toBe(403);
    const self = await exchange.staff('compliance');
    await exchange.query('update person set email = $2 where id = (select person_id from client where owner = $1)', [
      friend.owner,
      self.email,
    ]);
    expect((await deny(id, self)).body.code).toBe('own_account');
    expect((await askToRelease(id, self)).code).toBe('own_account');
    const { approval } = await askToRelease(id);
    expect((await approve(approval, self)).code).toBe('not_permitted');
    expect((await deny(id)).status).toBe(200);
    expect((await deny(id)).body.code).toBe('hold_ended');
    expect((await approve(approval)).approval).toMatchObject({ state: 'failed', failure: 'hold_ended' });
  });

  test('after a release, signals found before the decision place no new hold, including those found during the hold', async () => {
    const id = await held();
    await exchange.query(SIGNAL, [friend.owner, 'same_sender', 60]);
    await approve((await askToRelease(id)).approval);
    await advanceDays(2);
    await Promise.all([work(), work(), work()]);
    expect((await holdOf(inviter)).state).toBe('released');
    expect(await grantedTo(inviter)).toBe('100.000000');
  });

  test('a released referral is held again if its signals weigh more, with separate objections and a separate decision', async () => {
    const id = await held();
    await object(friend, id);
    const stale = (await askToRelease(id)).approval;
    await approve((await askToRelease(id)).approval);
    await exchange.query(SIGNAL, [friend.owner, 'same_document', 100]);
    await advanceDays(2);
    await Promise.all([work(), work()]);
    const hold = await holdOf(inviter);
    expect(hold).toMatchObject({ reason: 'identity', state: 'held' });
    expect(hold.id).not.toBe(id);
    expect((await holdOf(friend)).objection).toBeUndefined();
    expect((await approve(stale)).approval).toMatchObject({ state: 'failed', failure: 'hold_ended' });
    expect((await object(friend, hold.id)).status).toBe(200);
    expect((await deny(hold.id)).status).toBe(200);
    expect((await holdOf(friend)).state).toBe('denied');
    await advanceDays(2);
    await work();
    expect(await exchange.query('select from referral_holds where friend = $1', [friend.owner])).toHaveLength(2);
  });
});
