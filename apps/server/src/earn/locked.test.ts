import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { differences, fundPool, passDays, poolUnits, stakesOf, subscribeLocked } from './testing/earn-scene.ts';

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterEach(async () => {
  await exchange.services.earn.posting.next();
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const unlock = (who: TestClient, body: object) => who.post('/api/v3/stake/unlock', { accepted: true, ...body });
const quote = async (who: TestClient, id: number) => (await who.get(`/api/v3/stake/unlock-quote?stake_id=${id}`)).body;
const notices = async (who: TestClient) =>
  (await who.get('/api/v3/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind);

describe('a locked stake', () => {
  test('reserves its whole interest, accrues it daily, and is paid out to spot at the end', async () => {
    const own = await exchange.client({ USDT: '4000' });
    const before = poolUnits(exchange);
    const { body } = await subscribeLocked(own, { amount: '4000', days: 60 });
    // 4,000 × 9.4286% × 60 ÷ 365, rounded down.
    const whole = Number((4_000_000_000n * 94_286n * 60n) / 365_000_000n);
    expect(poolUnits(exchange)).toEqual({ ...before, free: before.free - whole, promised: before.promised + whole });
    expect(body.ends_at - body.starts_at).toBe(60 * 86_400_000);
    await passDays(exchange, 41);
    const [stake] = await stakesOf(own);
    expect(stake).toMatchObject({ type: 'STAKE_LOCK', day: 40, balance: '4000.000000', term_interest: '61.996273' });
    expect(await own.available('USDT')).toBe('0.000000');
    await passDays(exchange, 20);
    expect(await own.available('USDT')).toBe('4061.996273');
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out', earned: '61.996273' });
    expect(poolUnits(exchange)).toEqual({ ...before, free: before.free - whole });
    expect(await notices(own)).toContain('earn_paid_out');
    expect((await unlock(own, { stake_id: body.stake_id })).body.code).toBe('stake_ended');
  });

  test('requires acceptance of the early-unlock terms', async () => {
    const own = await exchange.client({ USDT: '100' });
    expect((await subscribeLocked(own, { amount: '50', accepted: false })).body.code).toBe('terms_not_accepted');
    expect((await subscribeLocked(own, { amount: '50', days: 31 })).body.code).toBe('term_unknown');
  });

  test('is refused by the ledger if the pool does not cover its interest, and releases its quota', async () => {
    const own = await exchange.client({ USDT: '40000' });
    const { free } = poolUnits(exchange);
    await fundPool(exchange, 1_000_000 - free);
    expect((await subscribeLocked(own, { amount: '40000', days: 180 })).body.code).toBe('pool_cannot_cover');
    expect(await own.available('USDT')).toBe('40000.000000');
    await fundPool(exchange, free - 1_000_000);
  });

  test('twenty clients at the edge of the pool: only as many as it covers are accepted, and it never falls below zero', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => exchange.client({ USDT: '1000' })));
    const { free } = poolUnits(exchange);
    const one = Number((1_000_000_000n * 120_000n * 180n) / 365_000_000n);
    await fundPool(exchange, 7 * one + 3 - free);
    const answers = await Promise.all(clients.map((who) => subscribeLocked(who, { amount: '1000', days: 180 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(poolUnits(exchange).free).toBe(3);
    await fundPool(exchange, free);
  });

  test('unlocked early pays 30% at once and the rest after the notice, and forfeits all interest', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const before = poolUnits(exchange);
    const { stake_id } = (await subscribeLocked(own, { amount: '1000', days: 60 })).body;
    await passDays(exchange, 11);
    const quoted = await quote(own, stake_id);
    expect(quoted).toMatchObject({
      pays_now: '300.000000',
      pays_later: '700.000000',
      initial_payment_usdt: '300.000000',
      keep_to_end: { interest: '15.499068' },
      fee: '0',
    });
    expect((await unlock(own, { stake_id, accepted: false })).body.code).toBe('terms_not_accepted');
    await passDays(exchange, 1);
    const outdated = await unlock(own, { stake_id, quote_id: quoted.quote_id });
    expect(outdated.body.code).toBe('unlock_quote_changed');
    const { quote_id } = await quote(own, stake_id);
    const answers = await Promise.all(Array.from({ length: 16 }, () => unlock(own, { stake_id, quote_id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await own.available('USDT')).toBe('300.000000');
    expect(poolUnits(exchange).free).toBe(before.free);
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'NOTICE', balance: '700.000000' });
    await passDays(exchange, 6.9);
    expect(await own.available('USDT')).toBe('300.000000');
    await passDays(exchange, 0.2);
    expect(await own.available('USDT')).toBe('1000.000000');
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'unlocked' });
    expect(await notices(own)).toEqual(expect.arrayContaining(['earn_unlocked', 'earn_released']));
  });

  test('cannot be unlocked after its term or redeemed, and a flexible one cannot be unlocked', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { stake_id } = (await subscribeLocked(own, { amount: '500', days: 5 })).body;
    expect((await own.post('/api/v3/earn/redeem', { stake_id })).body.code).toBe('not_redeemable');
    await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 6 * 86_400 });
    expect(['term_ended', 'stake_ended']).toContain((await unlock(own, { stake_id })).body.code);
    const flexible = (await own.post('/api/v2/earn/store', { earn_id: 1, amount: '20', status: 'FLEXI_LOCK' })).body;
    expect((await unlock(own, { stake_id: flexible.stake_id })).body.code).toBe('not_unlockable');
  });

  test('of a frozen client is paid out to their spot wallet', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await subscribeLocked(own, { amount: '1000', days: 5 });
    await exchange.submit({ kind: 'FreezeOwner', owner: own.owner });
    await passDays(exchange, 6);
    const asset = exchange.services.instruments.usdt?.asset as number;
    expect(exchange.services.core.balance(own.owner, 'spot', asset).availableUnits).toBeGreaterThan(1_000_000_000);
  });
});

describe('a renewed stake', () => {
  test('pays its interest and continues from the end of its term, even if that is processed late', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { stake_id, ends_at } = (await subscribeLocked(own, { amount: '1000', days: 30, auto_renew: true })).body;
    await passDays(exchange, 68);
    const [next, , first] = await stakesOf(own);
    expect(first).toMatchObject({ id: stake_id, state: 'ENDED', ended_because: 'renewed' });
    expect(next).toMatchObject({ state: 'RUNNING', date_start: ends_at + 30 * 86_400_000, auto_renew: true });
    // 1,000 × 8.1429% × 30 ÷ 365, twice.
    expect(await own.available('USDT')).toBe('13.385588');
    expect((await own.post('/api/v3/earn/auto-renew', { stake_id: next.id, on: false })).body.message).toBe('success');
    await passDays(exchange, 30);
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
    expect(await own.available('USDT')).toBe('1020.078382');
    expect(await notices(own)).toContain('earn_renewed');
  });

  test('is paid out instead if the pool cannot reserve the next interest', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await subscribeLocked(own, { amount: '1000', days: 30, auto_renew: true });
    const { free } = poolUnits(exchange);
    await fundPool(exchange, -free);
    // The interest of a flexible stake remains pending.
    await passDays(exchange, 31, false);
    expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
    expect(await own.available('USDT')).toBe('1006.692794');
    await fundPool(exchange, free);
  });
});
