import { eventually } from '@vitrine/tools/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD, type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { create, differences, offer, PLANS, passHours, plansOf, runsOf, unlock } from './testing/plan-scene.ts';

let exchange: TestExchange;
let maker: TestClient;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  maker = await exchange.client({ USDT: '100', BTC: '100', ETH: '1000', SOL: '10000', XRP: '10000' });
  await unlock(maker);
});
beforeEach(async () => {
  await offer(maker, 'BTC', '10', '66461.0');
  await offer(maker, 'ETH', '100', '1955.91');
  await offer(maker, 'SOL', '1000', '81.610');
});
afterEach(async () => {
  await exchange.query(`update auto_plans set state = 'stopped', next_run_ms = null`);
  await exchange.services.histories.reached(exchange.services.core.position, 10_000);
  expect(await differences(exchange)).toEqual([]);
});
afterAll(() => exchange.close());

const portfolio = {
  kind: 'portfolio',
  coins: [
    { name: 'BTC', percent: 60 },
    { name: 'ETH', percent: 40 },
  ],
};
const edit = (who: TestClient, fields: object) =>
  who.post(`${PLANS}/edit`, {
    coins: [{ name: 'BTC', percent: 100 }],
    amount: '100',
    cycle: 'Daily',
    transaction_password: PASSWORD,
    ...fields,
  });
const noticesOf = async (who: TestClient): Promise<string[]> =>
  (await who.get('/api/v3/notifications')).body.notifications
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith('auto_invest'));

describe('a run', () => {
  test('buys for the plan’s amount with the regular taker fee, and is in the histories of runs and conversions', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { body } = await create(own, { hour: 0 });
    expect(body).toMatchObject({ message: 'success' });
    await passHours(exchange, 24);
    // 100 USDT buy 0.00150 BTC at 66,461: 99.6915 and 0.1% of it.
    const [run] = await runsOf(own);
    expect(run).toMatchObject({ state: 'done', amount: '100.000000', missed: 0, plan_name: 'BTC' });
    expect(run.purchases).toEqual([
      expect.objectContaining({
        coin: 'BTC',
        state: 'done',
        bought: '0.00150000',
        fee: '0.099692',
        spent: '99.791192',
      }),
    ]);
    expect(await own.available('BTC')).toBe('0.00150000');
    expect(await own.available('USDT')).toBe('900.208808');
    const [plan] = await plansOf(own);
    expect(plan).toMatchObject({ id: body.plan_id, runs: 1, skipped: 0, invested: '99.791192', state: 'active' });
    expect(plan.coins[0]).toMatchObject({ average_cost: '66527.46133333', bought: '0.00150000' });
    expect(plan.next_run).toBe(plan.first_run + 86_400_000);
    const headers = { 'x-min-position': String(exchange.services.core.position) };
    const { converts } = (await own.get('/api/v3/convert/history', headers)).body;
    expect(converts).toEqual([expect.objectContaining({ position: run.purchases[0].position, kind: 'market' })]);
    expect(await noticesOf(own)).toEqual(['auto_invest_bought']);
  });

  test('of a portfolio makes one conversion per coin, by its share', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await create(own, portfolio);
    await passHours(exchange, 24);
    const [{ purchases }] = await runsOf(own);
    expect(purchases.map(({ coin, amount }: { coin: string; amount: string }) => [coin, amount])).toEqual([
      ['BTC', '60.000000'],
      ['ETH', '40.000000'],
    ]);
  });

  test('of a linked plan buys the coins currently in the list, in equal parts', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { lists } = (await own.get('/api/v3/auto-invest/coins')).body;
    const [{ coins }] = lists.filter(({ list }: { list: string }) => list === 'POS');
    const { body } = await create(own, { kind: 'linked', list: 'POS', coins: undefined });
    expect(body).toMatchObject({ message: 'success' });
    await passHours(exchange, 24);
    const [run] = await runsOf(own);
    expect(run.purchases.map(({ coin }: { coin: string }) => coin)).toEqual(coins);
    // Nobody offers the other coins in this test.
    const of = (state: string) => run.purchases.filter((one: { state: string }) => one.state === state);
    expect(of('done').map(({ coin }: { coin: string }) => coin)).toEqual(['ETH', 'SOL']);
    expect(new Set(of('refused').map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['no_liquidity']));
    expect(await noticesOf(own)).toEqual(['auto_invest_partly']);
  });

  test('without balance is skipped and not retried, and the client is notified only of the first of consecutive ones', async () => {
    const own = await exchange.client({ USDT: '50' });
    await create(own, { cycle: '8 Hours' });
    await passHours(exchange, 8);
    await passHours(exchange, 8);
    expect(await runsOf(own)).toEqual([
      expect.objectContaining({ state: 'skipped', reason: 'balance', spent: '0.000000' }),
      expect.objectContaining({ state: 'skipped', reason: 'balance' }),
    ]);
    expect(await own.available('USDT')).toBe('50.000000');
    expect(await noticesOf(own)).toEqual(['auto_invest_no_balance']);
    expect((await plansOf(own))[0]).toMatchObject({ skipped: 2, runs: 0 });
  });

  test('redeems what is missing in spot from flexible USDT, if the plan allows it, and no more', async () => {
    const own = await exchange.client({ USDT: '500' });
    await own.post('/api/v2/earn/store', { earn_id: 1, status: 'FLEXI_LOCK', amount: '30' });
    await own.post('/api/v2/earn/store', { earn_id: 1, status: 'FLEXI_LOCK', amount: '430' });
    await create(own, { use_flexible: true, cycle: '8 Hours' });
    await passHours(exchange, 8);
    const [run] = await runsOf(own);
    expect(run).toMatchObject({ state: 'done', from_flexible: '60.000000' });
    const stakes = (await own.get('/api/v3/stake?state=open')).body.earnStaking;
    expect(stakes.map(({ balance }: { balance: string }) => balance)).toEqual(['400.000000']);
  });

  test('redeems at least the minimum of a flexible stake, even if less is missing', async () => {
    const own = await exchange.client({ USDT: '400' });
    await own.post('/api/v2/earn/store', { earn_id: 1, status: 'FLEXI_LOCK', amount: '302' });
    await create(own, { cycle: '8 Hours', use_flexible: true });
    await passHours(exchange, 8);
    // Two USDT are missing; a partial redemption is at least ten.
    expect((await runsOf(own))[0]).toMatchObject({ state: 'done', from_flexible: '10.000000' });
    const stakes = (await own.get('/api/v3/stake?state=open')).body.earnStaking;
    expect(stakes.map(({ balance }: { balance: string }) => balance)).toEqual(['292.000000']);
  });

  test('whose flexible stake cannot be redeemed ends without a purchase', async () => {
    const own = await exchange.client({ USDT: '500' });
    await own.post('/api/v2/earn/store', { earn_id: 1, status: 'FLEXI_LOCK', amount: '430' });
    await create(own, { cycle: '8 Hours', use_flexible: true });
    await exchange.query(
      `insert into earn_moves (stake_id, owner, pool_id, asset_id, kind, units, posted_units, promised_units, state,
         drafted_ms, epoch)
       select stake_id, owner, pool_id, asset_id, 'redeem', 1, 0, 0, 'abandoned', $2, epoch
       from earn_moves, generate_series(1, 100) where owner = $1`,
      [own.owner, exchange.services.clock() + 3_600_000],
    );
    await passHours(exchange, 8);
    expect((await runsOf(own))[0]).toMatchObject({ state: 'skipped', reason: 'balance' });
    expect(await own.available('USDT')).toBe('70.000000');
  });

  test('buys nothing at a price far above the last day’s, regardless of trades just before', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const buyer = await exchange.client({ USDT: '100000' });
    await create(own, { cycle: '1 Hour' });
    await offer(maker, 'BTC', '10', '73500.0');
    await buyer.order({ delegate_type: 'BUY', trade_type: 'market', total: '90000' });
    await passHours(exchange, 1);
    expect((await runsOf(own))[0]).toMatchObject({ state: 'skipped', reason: 'price' });
    expect(await own.available('USDT')).toBe('1000.000000');
  });

  test('buys nothing if fewer than three hours with trades are known', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await offer(maker, 'XRP', '1000', '1.4000');
    await create(own, { cycle: '1 Hour', coins: [{ name: 'XRP', percent: 100 }] });
    await passHours(exchange, 1);
    expect((await runsOf(own))[0]).toMatchObject({ state: 'skipped', reason: 'price' });
  });

  test('buys no coin whose delisting is announced, and lists leave it out', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { plannedDelistings, instruments } = exchange.services;
    const bitcoin = instruments.spot().find(({ base }) => base.code === 'BTC')?.market;
    const plan = { atMs: exchange.services.clock() + 86_400_000, closeOnlyMs: 0, endedTermDays: 0 };
    const planned = vi.spyOn(plannedDelistings, 'of');
    const coinsOf = async () =>
      (await own.get('/api/v3/auto-invest/coins')).body.lists.find(({ list }: { list: string }) => list === 'POW')
        .coins;
    expect(await coinsOf()).toContain('BTC');
    await create(own, { cycle: '1 Hour' });
    planned.mockImplementation((market) => (market === bitcoin ? plan : undefined));
    expect(await coinsOf()).not.toContain('BTC');
    await passHours(exchange, 1);
    planned.mockRestore();
    expect((await runsOf(own))[0]).toMatchObject({ state: 'skipped', reason: 'market_closed' });
  });

  test('is skipped above 240 purchases per client and day, even if plans are edited', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await create(own, { cycle: '1 Hour' });
    await passHours(exchange, 1);
    const addTo = (count: number) =>
      exchange.query(
        `insert into auto_purchases (run_id, asset_id, units, state)
         select run_id, asset_id, 1, 'sent' from auto_purchases join auto_runs using (run_id), generate_series(1, $2)
         where owner = $1 and auto_purchases.state = 'done'`,
        [own.owner, count],
      );
    await addTo(238);
    await passHours(exchange, 1);
    await passHours(exchange, 1);
    await passHours(exchange, 24);
    expect((await runsOf(own)).map((run: { state: string; reason?: string }) => run.reason ?? run.state)).toEqual([
      'done',
      'too_many',
      'done',
      'done',
    ]);
  });

  test('is executed once for all runs missed in an outage', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await create(own, { cycle: '8 Hours' });
    await passHours(exchange, 8 * 5 + 3);
    const runs = await runsOf(own);
    expect(runs).toEqual([expect.objectContaining({ state: 'done', missed: 4 })]);
    const [plan] = await plansOf(own);
    expect(plan).toMatchObject({ runs: 1, missed: 4 });
    expect(runs[0].planned_at).toBe(plan.first_run + 4 * 8 * 3_600_000);
    expect(plan.next_run).toBe(plan.first_run + 5 * 8 * 3_600_000);
  });

  test('of a client who may not trade is skipped', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await create(own, { cycle: '1 Hour' });
    await exchange.submit({ kind: 'FreezeOwner', owner: own.owner });
    await passHours(exchange, 1);
    expect(await exchange.query('select state, reason from auto_runs where owner = $1', [own.owner])).toEqual([
      { state: 'skipped', reason: 'restricted' },
    ]);
  });
});

describe('a plan', () => {
  test('is edited from its next run on; of two edits of one version, the second is refused', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { plan_id } = (await create(own, {})).body;
    const answers = await Promise.all(['20', '30'].map((amount) => edit(own, { plan_id, version: 1, amount })));
    expect(answers.map(({ body }) => body.code ?? body.message).sort()).toEqual(['plan_changed', 'success']);
    const [plan] = await plansOf(own);
    expect(plan).toMatchObject({ version: 2, next_run: plan.first_run });
    const { body } = await edit(own, { plan_id, version: 2, amount: '40', cycle: '1 Hour' });
    expect(body).toMatchObject({ message: 'success', version: 3 });
    await passHours(exchange, 1);
    expect((await runsOf(own))[0]).toMatchObject({ amount: '40.000000' });
  });

  test('has no runs while paused, resumes with the next planned one, and can be stopped for good', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { plan_id } = (await create(own, { cycle: '8 Hours' })).body;
    const pause = (paused: boolean) => own.post(`${PLANS}/pause`, { plan_id, paused });
    expect((await pause(true)).body.message).toBe('success');
    await passHours(exchange, 20);
    expect(await runsOf(own)).toEqual([]);
    const [paused] = await plansOf(own);
    expect(paused).toMatchObject({ state: 'paused' });
    expect(paused.next_run).toBeUndefined();
    await pause(false);
    const [resumed] = await plansOf(own);
    expect(resumed.next_run).toBe(resumed.first_run + 2 * 8 * 3_600_000);
    expect((await own.post(`${PLANS}/remove`, { plan_id })).body.message).toBe('success');
    expect((await own.post(`${PLANS}/remove`, { plan_id })).body.message).toBe('success');
    expect(await plansOf(own)).toEqual([]);
    expect(await plansOf(own, '?state=stopped')).toEqual([expect.objectContaining({ state: 'stopped' })]);
    expect((await pause(false)).body.code).toBe('plan_stopped');
    expect((await edit(own, { plan_id, version: 4 })).body.code).toBe('plan_stopped');
    await passHours(exchange, 20);
    expect(await runsOf(own)).toEqual([]);
  });

  test('is created only once per key; the key with other terms is refused', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const [first, second] = await Promise.all([create(own, {}, 'once'), create(own, {}, 'once')]);
    expect(second?.body).toEqual(first?.body);
    expect(await plansOf(own)).toHaveLength(1);
    expect((await create(own, { amount: '200' }, 'once')).body.code).toBe('reference_conflict');
  });

  test('needs the transaction password to be created and edited, but not to be paused or stopped', async () => {
    const { body: refused } = await exchange.visitor.get('/api/v3/auto-invest/plans');
    expect(refused.code).toBe('not_authenticated');
    const own = await exchange.client({ USDT: '1000' });
    expect((await create(own, { transaction_password: undefined })).body.code).toBe('transaction_password_required');
    expect((await create(own, { transaction_password: 'wrong one 12' })).body.message).toBe(
      'wrong_transaction_password',
    );
    expect(await plansOf(own)).toEqual([]);
    const { plan_id } = (await create(own, {})).body;
    const locked = { plan_id, version: 1, transaction_password: undefined };
    expect((await edit(own, locked)).body.code).toBe('transaction_password_required');
    expect((await own.post(`${PLANS}/pause`, { plan_id, paused: true })).body.message).toBe('success');
    expect((await own.post(`${PLANS}/remove`, { plan_id })).body.message).toBe('success');
  });

  test('created by earn/store with cycles buys the product’s coin', async () => {
    const own = await exchange.client({ USDT: '1000' });
    const { earn } = (await own.get('/api/v3/earn/view')).body;
    const [bitcoin] = earn.filter(({ name }: { name: string }) => name === 'BTC');
    const body = { earn_id: bitcoin.id, amount: '25', status: 'FLEXI_LOCK', cycles: 'Weekly' };
    expect((await own.post('/api/v2/earn/store', body)).body.code).toBe('transaction_password_required');
    const answer = await own.post('/api/v2/earn/store', { ...body, transaction_password: PASSWORD });
    expect(answer.body).toMatchObject({ message: 'success' });
    expect(await plansOf(own)).toEqual([
      expect.objectContaining({ id: answer.body.plan_id, kind: 'single', cycle: 'Weekly', amount: '25.000000' }),
    ]);
    const usdt = { ...body, earn_id: 1, transaction_password: PASSWORD };
    expect((await own.post('/api/v2/earn/store', usdt)).body.code).toBe('no_conversion');
  });

  const btc = (percent: number) => ({ name: 'BTC', percent });
  const eth = (percent: number) => ({ name: 'ETH', percent });
  test.each([
    ['shares below 100', { ...portfolio, coins: [btc(60), eth(39)] }, 'weights_invalid'],
    ['shares above 100', { ...portfolio, coins: [btc(60), eth(41)] }, 'weights_invalid'],
    ['a coin twice', { ...portfolio, coins: [btc(50), btc(50)] }, 'weights_invalid'],
    ['two coins in a single plan', { coins: [btc(50), eth(50)] }, 'weights_invalid'],
    ['a list in a portfolio', { ...portfolio, list: 'POS' }, 'weights_invalid'],
    ['a linked plan without a list', { kind: 'linked', coins: undefined }, 'weights_invalid'],
    ['no amount', { amount: '0' }, 'amount_required'],
    ['an amount with too many decimals', { amount: '10.0000001' }, 'excess_decimals'],
    ['a part below the market’s minimum', { ...portfolio, amount: '20', coins: [btc(99), eth(1)] }, 'below_minimum'],
    ['an unknown coin', { coins: [{ name: 'NOPE', percent: 100 }] }, 'unknown_coin'],
    ['a coin without a market', { coins: [{ name: 'USDT', percent: 100 }] }, 'no_conversion'],
    ['a weekday for a daily plan', { weekday: 1 }, 'schedule_invalid'],
    ['a date for a weekly plan', { cycle: 'Weekly', day: 31 }, 'schedule_invalid'],
    ['32 as a date', { cycle: 'Monthly', day: 32 }, 'invalid_request'],
    ['an unknown cycle', { cycle: 'Yearly' }, 'invalid_request'],
  ])('with %s is refused', async (_, fields, code) => {
    const own = await exchange.client({ USDT: '1000' });
    expect((await create(own, fields)).body.code).toBe(code);
    expect(await plansOf(own)).toEqual([]);
  });

  test('is refused beyond twenty plans, or if it buys too often', async () => {
    const own = await exchange.client({ USDT: '1000' });
    await unlock(own);
    const unlocked = { transaction_password: undefined };
    for (let i = 0; i < 20; i += 1) expect((await create(own, unlocked)).body.message).toBe('success');
    expect((await create(own, unlocked)).body.code).toBe('too_many_plans');
    const other = await exchange.client({ USDT: '1000' });
    await unlock(other);
    const hourly = { ...unlocked, cycle: '1 Hour' };
    for (let i = 0; i < 10; i += 1) expect((await create(other, hourly)).body.message).toBe('success');
    expect((await create(other, hourly)).body.code).toBe('too_many_runs');
  });
});

describe('the backtest of a plan', () => {
  const past = async (who: TestClient, query: string) => (await who.get(`/api/v3/auto-invest/past?${query}`)).body;

  test('without any prices reports all runs as left out, and makes up no figures', async () => {
    const body = await past(maker, 'coins=XLM:100&amount=100&cycle=Monthly&day=1');
    expect(body).toMatchObject({ runs: 0, runs_without_price: 12, invested: '0.000000', points: [] });
    expect(body.coins[0].priced_from).toBeUndefined();
  });

  test('uses the closing price of the day before', async () => {
    const buyer = await exchange.client({ USDT: '1000' });
    await buyer.order({ delegate_type: 'BUY', trade_type: 'market', total: '100' });
    await passHours(exchange, 48);
    await exchange.services.histories.reached(exchange.services.core.position, 10_000);
    const body = await eventually(async () => {
      const found = await past(buyer, 'coins=BTC:100&amount=100&cycle=Daily&months=1');
      expect(found.runs).toBeGreaterThan(0);
      return found;
    });
    expect(body.coins[0]).toMatchObject({ name: 'BTC', price: expect.stringMatching(/^66461/) });
    expect(Number(body.invested)).toBe(100 * body.runs);
    expect(Number(body.fees)).toBeCloseTo(body.runs * (100 - 100 / 1.001), 3);
  });

  test.each([
    ['coins=BTC:60,ETH:39&amount=10&cycle=Daily', 'weights_invalid'],
    ['amount=10&cycle=Daily', 'weights_invalid'],
    ['coins=USDT:100&amount=10&cycle=Daily', 'no_conversion'],
    ['coins=BTC:100&amount=10&cycle=Daily&day=3', 'schedule_invalid'],
  ])('%s is refused as %s', async (query, code) => {
    expect((await past(maker, query)).code).toBe(code);
  });
});
