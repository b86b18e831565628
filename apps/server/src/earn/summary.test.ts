import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { confirmIndex, offersOf, republish, subscribeDual } from './testing/dual-scene.ts';
import { passDays, stakesOf, subscribe, subscribeLocked } from './testing/earn-scene.ts';
import { miningsOf, rent } from './testing/rental-scene.ts';

const DAY_MS = 86_400_000;

let exchange: TestExchange;
let client: TestClient;

const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });
const read = async (who = client) => {
  const { status, body } = await who.get('/api/v3/earn/summary', reached());
  expect(status).toBe(200);
  return body;
};
const amountIn = (sum: { coins: { name: string; amount: string }[] }, coin = 'USDT'): number =>
  Number(sum.coins.find(({ name }) => name === coin)?.amount ?? 0);
/** Floor of 6 decimals. */
const floored = (value: number): number => Math.floor(value * 1e6 + 1e-4) / 1e6;

/**
 * 3,650 USDT are flexible, 1,000 are locked for 10 days and 500 for 60 days; 300 were locked and unlocked early; a miner
 * is rented; BTC is in a dual investment. Four days have passed.
 */
beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '9000', BTC: '1' });
  await subscribe(client, { amount: '3650' });
  await subscribeLocked(client, { amount: '1000', days: 10, auto_renew: true });
  await subscribeLocked(client, { amount: '500', days: 60 });
  await subscribeLocked(client, { amount: '300', days: 60 });
  await rent(client);
  await passDays(exchange, 4);
  const [early] = await stakesOf(client);
  await client.post('/api/v3/stake/unlock', { stake_id: early.id, accepted: true });
  await republish(exchange);
  await confirmIndex(exchange);
  const offers = (await offersOf(exchange)).filter(
    ({ name, side, open }) => name === 'BTC' && side === 'SELL_HIGH' && open,
  );
  const [offer] = offers.sort((a, b) => a.expires_at - b.expires_at);
  await subscribeDual(client, { offer_id: offer?.id, amount: '0.1', days: offer?.days });
}, 60_000);
afterAll(() => exchange.close());

describe('GET /api/v3/earn/summary', () => {
  test('says what was paid, and what running terms have accrued', async () => {
    const { paid, accrued, earned_usdt } = await read();
    const { lines } = (await client.get('/api/v3/ledger?limit=200', reached())).body;
    const received = (coin: string) =>
      lines
        .filter((line: { coin: string; cause: string; amount: string }) => line.coin === coin)
        .filter(({ cause }: { cause: string }) => cause === 'interest' || cause === 'rental')
        .filter(({ amount }: { amount: string }) => !amount.startsWith('-'))
        .reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0);
    expect(amountIn(paid)).toBeCloseTo(received('USDT'), 6);
    expect(amountIn(paid)).toBeGreaterThan(0);
    expect(amountIn(paid, 'TRX')).toBeCloseTo(3 * 0.81, 6);
    const terms = (await stakesOf(client)).filter(
      ({ type, state }: Record<string, string>) => type === 'STAKE_LOCK' && state === 'RUNNING',
    );
    expect(terms).toHaveLength(2);
    // The interest of the term that was unlocked early is forfeited.
    expect(amountIn(accrued)).toBeCloseTo(
      terms.reduce((sum: number, { earned }: { earned: string }) => sum + Number(earned), 0),
      6,
    );
    expect(Number(earned_usdt)).toBeCloseTo(Number(paid.usdt_value) + Number(accrued.usdt_value), 6);
  });

  test('says what a day brings, and what the next 30 days bring at present rates', async () => {
    const { per_day, projected, projected_days } = await read();
    const stakes = (await stakesOf(client)).filter(({ state }: { state: string }) => state === 'RUNNING');
    expect(amountIn(per_day)).toBeCloseTo(
      stakes.reduce((sum: number, one: { per_day: string }) => sum + Number(one.per_day), 0),
      6,
    );
    expect(amountIn(per_day, 'TRX')).toBe(0.81);
    expect(projected_days).toBe(30);
    expect(amountIn(projected, 'TRX')).toBeCloseTo(30 * 0.81, 6);
    const [sixty, ten, flexible] = stakes;
    // Three days of the terms have passed; that of 10 days ends within the 30.
    const share = (stake: { balance: string; apr: string }, days: number) =>
      (Number(stake.balance) * Number(stake.apr) * days) / 36_500;
    const expected =
      floored(share(flexible, 30)) +
      floored(Number(ten.term_interest) - Number(ten.earned)) +
      floored(floored(share(sixty, 33)) - Number(sixty.earned));
    expect([ten.duration, sixty.duration]).toEqual([10, 60]);
    expect(amountIn(projected)).toBeCloseTo(expected, 5);
  });

  test('lists day by day what is paid to the spot wallet', async () => {
    const { payouts, time } = await read();
    const today = Math.floor(time / DAY_MS) * DAY_MS;
    expect(payouts.map((day: { time: number }) => day.time)).toEqual(
      Array.from({ length: 30 }, (_, n) => today + n * DAY_MS),
    );
    // The cut of today has passed.
    expect(payouts[0].coins).toEqual([]);
    const flexible = (await stakesOf(client)).find(({ duration }: { duration: number }) => duration === 0);
    for (const day of payouts.slice(1))
      expect([amountIn(day), amountIn(day, 'TRX')]).toEqual([Number(flexible.per_day), 0.81]);
  });

  test('lists what ends within 30 days, the soonest first', async () => {
    const { due } = await read();
    const [early, , ten] = await stakesOf(client);
    const [dual] = (await client.get('/api/v3/earn/dual')).body.investments;
    const found = due.map((one: Record<string, unknown>) => [one.kind, one.id, one.name, one.amount, one.time]);
    expect(found).toContainEqual(['TERM_END', ten.id, 'USDT', '1000.000000', ten.date_end]);
    expect(found).toContainEqual(['NOTICE_END', early.id, 'USDT', early.balance, early.rest_due]);
    expect(found).toContainEqual(['DUAL_EXPIRY', dual.id, 'BTC', '0.10000000', dual.expires_at]);
    // The rental and the other term end later.
    expect(found).toHaveLength(3);
    expect(due.find(({ kind }: { kind: string }) => kind === 'TERM_END')).toMatchObject({
      interest: ten.term_interest,
      renews: true,
    });
    const times = due.map(({ time }: { time: number }) => time);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  });

  test('contains a running rental, however many later ones have ended', async () => {
    const before = await read();
    await exchange.query(
      `insert into miner_rentals (owner, product_id, version_id, pool_id, asset_id, price_asset_id, price_units, days,
         daily_units, state, epoch, request, drafted_ms, position, start_cut, next_cut, end_cut, paid_days, ended_ms)
       select owner, product_id, version_id, pool_id, asset_id, price_asset_id, price_units, days, daily_units, 'ended',
         epoch, 'a copy', drafted_ms, position, start_cut, null, end_cut, days, end_cut
       from miner_rentals, generate_series(1, 1100) where owner = $1`,
      [client.owner],
    );
    const { per_day, projected, due } = await read();
    await exchange.query(`delete from miner_rentals where request = 'a copy'`);
    expect({ per_day, projected, due }).toEqual({
      per_day: before.per_day,
      projected: before.projected,
      due: before.due,
    });
    expect(amountIn(per_day, 'TRX')).toBeGreaterThan(0);
  });

  test('is empty for a client without products, and refuses visitors', async () => {
    const found = await read(await exchange.client({ USDT: '10' }));
    expect(found).toMatchObject({ earned_usdt: '0.000000', per_day: { coins: [] }, projected: { coins: [] }, due: [] });
    expect((await exchange.visitor.get('/api/v3/earn/summary')).status).toBe(401);
  });

  test('what was projected is what is paid, if nothing changes', async () => {
    const own = await exchange.client({ USDT: '9000' });
    await subscribe(own, { amount: '1234.567' });
    await passDays(exchange, 1);
    const { projected, paid } = await read(own);
    expect(amountIn(paid)).toBe(0);
    await passDays(exchange, 30);
    expect(amountIn((await read(own)).paid)).toBe(amountIn(projected));
    expect((await miningsOf(client)).miners[0].day).toBe(34);
  });
});
