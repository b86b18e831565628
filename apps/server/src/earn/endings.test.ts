import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { endProduct } from './products/products.ts';
import { differences, passDays, stakesOf, startAtTen, subscribe, subscribeLocked } from './testing/earn-scene.ts';

const ETH_PRODUCT = 3;
const ADA_PRODUCT = 6;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await startAtTen(exchange);
});
afterEach(async () => {
  await exchange.services.earn.posting.next();
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const noticesOf = async (who: TestClient) =>
  (await who.get('/api/v3/notifications')).body.notifications.filter(({ kind }: { kind: string }) =>
    kind.startsWith('earn_'),
  );

test('when a product ends, its flexible stakes are paid out with all interest, and its terms end without renewal', async () => {
  const own = await exchange.client({ ETH: '20' });
  await subscribe(own, { earn_id: ETH_PRODUCT, amount: '10' });
  await subscribeLocked(own, { earn_id: ETH_PRODUCT, amount: '10', days: 5, auto_renew: true });
  await passDays(exchange, 1);
  // A day passes, but the product ends before that day is decided.
  await exchange.submit({ kind: 'AdvanceClock', byMs: 86_400_000 });
  const { earn, clock } = exchange.services;
  expect(await endProduct(earn.pool, ETH_PRODUCT, clock())).toBe(true);
  expect(await endProduct(earn.pool, ETH_PRODUCT, clock())).toBe(false);
  expect(await earn.settle(30_000)).toBe(true);
  const [locked, flexible] = await stakesOf(own);
  // 10 × 0.94% ÷ 365.
  expect(flexible).toMatchObject({
    state: 'ENDED',
    ended_because: 'closed',
    balance: '0.00000000',
    earned: '0.00025753',
  });
  expect(locked).toMatchObject({ state: 'RUNNING' });
  expect(await own.available('ETH')).toBe('10.00025753');
  expect(await noticesOf(own)).toMatchObject([{ kind: 'earn_closed', parameters: { coin: 'ETH', amount: '10' } }]);
  const { body } = await subscribe(own, { earn_id: ETH_PRODUCT, amount: '1' });
  expect(body.code).toBe('product_closed');
  await passDays(exchange, 5);
  expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'paid_out' });
  expect(await own.available('ETH')).toMatch(/^20\.00/);
});

test('when a coin is delisted, its flexible stakes are paid out, including those of a frozen client', async () => {
  const [own, frozen] = [await exchange.client({ ADA: '1000' }), await exchange.client({ ADA: '1000' })];
  for (const who of [own, frozen]) await subscribe(who, { earn_id: ADA_PRODUCT, amount: '1000' });
  await exchange.submit({ kind: 'FreezeOwner', owner: frozen.owner });
  const [ada] = exchange.services.instruments.spot().filter(({ base }) => base.code === 'ADA');
  for (const status of ['cancel_only', 'halted', 'delisted'] as const)
    await exchange.submit({ kind: 'SetMarketStatus', market: ada?.market as number, status });
  await exchange.services.earn.posting.next();
  for (const { owner } of [own, frozen])
    expect(exchange.services.core.balance(owner, 'spot', ada?.base.asset as number).availableUnits).toBe(1_000_000_000);
  expect((await stakesOf(own))[0]).toMatchObject({ state: 'ENDED', ended_because: 'closed' });
});

test('a client is reminded once, a day before a term ends, whether it will be renewed', async () => {
  const own = await exchange.client({ USDT: '1000' });
  await subscribeLocked(own, { amount: '100', days: 5 });
  await subscribeLocked(own, { amount: '200', days: 5, auto_renew: true });
  await passDays(exchange, 4);
  expect(await noticesOf(own)).toEqual([]);
  await passDays(exchange, 1);
  await passDays(exchange, 0.01);
  const reminders = await noticesOf(own);
  expect(reminders).toHaveLength(2);
  expect(reminders).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'earn_ending',
        parameters: expect.objectContaining({ amount: '100', days: '5' }),
      }),
      expect.objectContaining({ kind: 'earn_renewing', parameters: expect.objectContaining({ amount: '200' }) }),
    ]),
  );
});
