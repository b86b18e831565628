import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { create, differences, offer, PLANS, passHours, plansOf, runsOf, unlock } from './testing/plan-scene.ts';

let installation: TestInstallation;
let exchange: TestExchange;
let maker: TestClient;
/** One client for each test, created before the first restart. */
let clients: TestClient[];

const open = () => TestExchange.openOn(installation.url, installation.folder);

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await open();
  maker = await exchange.client({ USDT: '100', BTC: '100', ETH: '1000' });
  clients = [];
  for (let i = 0; i < 7; i += 1) clients.push(await exchange.client({ USDT: '1000' }));
});
beforeEach(async () => {
  maker = exchange.clientFrom(maker);
  await unlock(maker);
  await offer(maker, 'BTC', '10', '66461.0');
  await offer(maker, 'ETH', '100', '1955.91');
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

const nextClient = (): TestClient => exchange.clientFrom(clients.pop() as TestClient);

/** Restarts the server: interrupts whatever it was doing, and begins a new lease. */
async function restart(client: TestClient): Promise<TestClient> {
  await exchange.close();
  exchange = await open();
  await exchange.services.histories.reached(exchange.services.core.position, 10_000);
  await exchange.services.autoInvest.running.next();
  return exchange.clientFrom(client);
}

const portfolio = {
  kind: 'portfolio',
  coins: [
    { name: 'BTC', percent: 60 },
    { name: 'ETH', percent: 40 },
  ],
};

test('a purchase that was interrupted after the log but before its outcome was stored is not repeated', async () => {
  let own = nextClient();
  await create(own, portfolio);
  await passHours(exchange, 24);
  const balances = () => Promise.all(['USDT', 'BTC', 'ETH'].map((coin) => own.available(coin)));
  const before = await balances();
  const runs = await runsOf(own);
  const [plan] = await plansOf(own);
  await exchange.query(
    `with run as (update auto_runs set state = 'sent', ended_ms = null where owner = $1 returning run_id, plan_id),
       undone as (update auto_purchases set state = 'sent', position = null, spent_units = null, received_units = null,
         fee_units = null from run where auto_purchases.run_id = run.run_id),
       less as (update auto_plans set done_runs = 0 from run where auto_plans.plan_id = run.plan_id)
     delete from auto_holdings using run where auto_holdings.plan_id = run.plan_id`,
    [own.owner],
  );
  own = await restart(own);
  expect(await balances()).toEqual(before);
  expect(await runsOf(own)).toEqual(runs.map((run: object) => ({ ...run, time: expect.any(Number) })));
  expect((await plansOf(own))[0]).toMatchObject({ runs: 1, invested: plan.invested, coins: plan.coins });
  expect(await differences(exchange)).toEqual([]);
});

test('a run that was interrupted before its purchases is completed once after the restart', async () => {
  let own = nextClient();
  await create(own, { cycle: '1 Hour' });
  const { submit } = exchange.services.sequencer;
  exchange.services.sequencer.submit = (command) =>
    command.kind === 'Convert' ? Promise.reject(new Error('killed')) : submit(command);
  await passHours(exchange, 1);
  expect((await runsOf(own))[0]).toMatchObject({ state: 'pending' });
  expect(await own.available('USDT')).toBe('1000.000000');
  own = await restart(own);
  expect(await runsOf(own)).toEqual([expect.objectContaining({ state: 'done' })]);
  expect(await own.available('BTC')).toBe('0.00150000');
  await exchange.services.autoInvest.running.next();
  expect(await own.available('BTC')).toBe('0.00150000');
});

test('funds redeemed before a kill are used after it, and not redeemed twice', async () => {
  let own = nextClient();
  await own.post('/api/v2/earn/store', { earn_id: 1, status: 'FLEXI_LOCK', amount: '950' });
  await create(own, { cycle: '1 Hour', use_flexible: true });
  const { submit } = exchange.services.sequencer;
  exchange.services.sequencer.submit = (command) =>
    command.kind === 'Convert' ? Promise.reject(new Error('killed')) : submit(command);
  await passHours(exchange, 1);
  expect(await own.available('USDT')).toBe('100.000000');
  own = await restart(own);
  expect((await runsOf(own))[0]).toMatchObject({ state: 'done', from_flexible: '50.000000' });
  expect((await own.get('/api/v3/stake')).body.earnStaking[0]).toMatchObject({ balance: '900.000000' });
});

test.each([
  [
    'whose plan is stopped meanwhile',
    async (own: TestClient) => own.post(`${PLANS}/remove`, { plan_id: (await plansOf(own))[0].id }),
  ],
  [
    'that is continued more than an hour later',
    () => exchange.visitor.post('/sandbox/clock', { advanceSeconds: 3_700 }),
  ],
])('a run %s redeems and buys nothing more', async (_, meanwhile) => {
  let own = nextClient();
  await own.post('/api/v2/earn/store', { earn_id: 1, status: 'FLEXI_LOCK', amount: '950' });
  await create(own, { cycle: '8 Hours', use_flexible: true });
  const { submit } = exchange.services.sequencer;
  exchange.services.sequencer.submit = (command) =>
    command.kind === 'Convert' ? Promise.reject(new Error('killed')) : submit(command);
  await passHours(exchange, 8);
  expect((await runsOf(own))[0]).toMatchObject({ state: 'pending' });
  expect(await own.available('USDT')).toBe('100.000000');
  expect((await meanwhile(own)).status).toBe(200);
  own = await restart(own);
  expect(await runsOf(own)).toEqual([expect.objectContaining({ state: 'skipped', reason: 'late' })]);
  expect([await own.available('USDT'), await own.available('BTC')]).toEqual(['100.000000', '0.00000000']);
});

test('runs missed in an outage are made up once, and an older lease can no longer write', async () => {
  let own = nextClient();
  await create(own, { cycle: '8 Hours' });
  const { running } = exchange.services.autoInvest;
  await running.stop();
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 40 * 3_600 });
  own = await restart(own);
  expect(await runsOf(own)).toEqual([expect.objectContaining({ state: 'done', missed: 4 })]);
  // A newer lease has planned since, so this one neither plans nor continues runs.
  await exchange.query('update auto_plans set epoch = 1000000 where owner = $1', [own.owner]);
  await passHours(exchange, 8);
  expect(await runsOf(own)).toHaveLength(1);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const lastDayOf = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Naive reference for the schedules: whether a plan with this first run also runs at this full hour. */
const rules: Readonly<
  Record<string, { readonly fields: object; readonly isTime: (ms: number, firstMs: number) => boolean }>
> = {
  'on the 31st': {
    fields: { cycle: 'Monthly', day: 31, hour: 3 },
    isTime: (ms) => {
      const date = new Date(ms);
      return date.getUTCHours() === 3 && date.getUTCDate() === Math.min(31, lastDayOf(date));
    },
  },
  'every second Monday': {
    fields: { cycle: 'Bi-Weekly', weekday: 1, hour: 8 },
    isTime: (ms, firstMs) => (ms - firstMs) % (14 * DAY_MS) === 0,
  },
  daily: { fields: { cycle: 'Daily', hour: 5 }, isTime: (ms) => new Date(ms).getUTCHours() === 5 },
  'every Sunday': {
    fields: { cycle: 'Weekly', weekday: 7 },
    isTime: (ms) => new Date(ms).getUTCDay() === 0 && new Date(ms).getUTCHours() === 0,
  },
};

test('over a year in uneven steps with restarts, every run is at the time computed by the naive reference', async () => {
  let own = nextClient();
  const ids: Record<string, number> = {};
  for (const [name, { fields }] of Object.entries(rules))
    ids[name] = (await create(own, { amount: '7', ...fields })).body.plan_id;
  const expected: Record<string, string[]> = {
    'on the 31st': [],
    'every second Monday': [],
    daily: [],
    'every Sunday': [],
  };
  const first = new Map(
    (await plansOf(own)).map((plan: { id: number; first_run: number }) => [plan.id, plan.first_run]),
  );
  let beforeMs = exchange.services.clock();
  const steps = [5, 1, 40, 3, 24 * 7, 11, 24 * 31, 30, 24 * 59, 24 * 90, 13, 24 * 100, 24 * 2, 24 * 66];
  for (const [i, hours] of steps.entries()) {
    await passHours(exchange, hours);
    const nowMs = exchange.services.clock();
    for (const [name, { isTime }] of Object.entries(rules)) {
      const firstMs = first.get(ids[name] as number) as number;
      const times: number[] = [];
      for (let ms = Math.ceil((beforeMs + 1) / HOUR_MS) * HOUR_MS; ms <= nowMs; ms += HOUR_MS)
        if (ms >= firstMs && isTime(ms, firstMs)) times.push(ms);
      if (times.length > 0)
        expected[name]?.push(`${new Date(times.at(-1) as number).toISOString()} ${times.length - 1}`);
    }
    beforeMs = nowMs;
    if (i % 6 === 5) own = await restart(own);
  }
  for (const name of Object.keys(rules)) {
    const runs = await runsOf(own, `?plan_id=${ids[name]}&limit=200`);
    expect(new Set(runs.map(({ state }: { state: string }) => state))).toEqual(new Set(['done']));
    const made = runs.map(
      (run: { planned_at: number; missed: number }) => `${new Date(run.planned_at).toISOString()} ${run.missed}`,
    );
    expect([name, made.reverse()]).toEqual([name, expected[name]]);
  }
  expect(await differences(exchange)).toEqual([]);
});
