import type { MarketStatus, PerpetualView } from '@vitrine/core';
import { ratePpm } from '@vitrine/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcTime } from '../kit/utc-time.ts';
import { lockStaff } from '../staff/members/staff-lock.ts';
import {
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../testing/test-exchange.ts';
import { CloseOnlyRules, type CloseOnlyRulesParts } from './close-only-rules.ts';
import { DelistingPlans } from './delisting-plans.ts';

const HOUR_MS = 3_600_000;

let exchange: TestExchange;
let hasIndex = true;
/** The plans of a second server that believes it is the leader. */
let other: DelistingPlans;
let otherPool: pg.Pool;
let lister: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open({ DELISTING_INDEX_SECONDS: '0' });
  for (const duty of ['mark prices', 'planned delistings', 'emails']) await stopDuty(exchange.exchange, duty);
  exchange.services.indexFeed.add({
    name: 'a test',
    quote: ({ base, quote }) => {
      const perpetual = exchange.services.instruments
        .all()
        .find((one) => one.isPerpetual && one.base === base && one.quote === quote);
      const ticks = perpetual && exchange.services.core.perpetual(perpetual.market)?.markTicks;
      return ticks === undefined || !hasIndex ? undefined : { ticks, atMs: exchange.services.clock() };
    },
  });
  otherPool = new pg.Pool({ connectionString: exchange.databaseUrl, max: 2 });
  const { services } = exchange;
  other = new DelistingPlans({
    ...services,
    pool: otherPool,
    core: () => services.core,
    planned: services.plannedDelistings,
    submit: (command) => services.sequencer.submit(command),
  });
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(async () => {
  await otherPool.end();
  await exchange.close();
});

const reason = 'As announced';
const ask = (name: string, how = 'ask-to-delist', more: object = {}) =>
  lister.post(`/api/v3/console/markets/${how}`, { name, ...more, reason });
async function approve({ status, body }: TestResponse) {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
const market = async (name: string) => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find((one: { name: string }) => one.name === name);
};
const run = () => exchange.services.delistingPlans.run();
const inHours = (hours: number) => exchange.services.clock() + hours * HOUR_MS;
/** Moves the exchange's clock to `hours` before a time. */
async function goTo(atMs: number, hours: number) {
  const byMs = atMs - hours * HOUR_MS - exchange.services.clock();
  await exchange.services.sequencer.submit({ kind: 'AdvanceClock', byMs: Math.max(1, Math.round(byMs)) });
}
/** The plans of a server that submits its rule changes through `submit`. */
const serverWith = (submit: CloseOnlyRulesParts['submit']) =>
  new DelistingPlans({
    ...exchange.services,
    pool: otherPool,
    core: () => exchange.services.core,
    planned: exchange.services.plannedDelistings,
    submit: (command) => exchange.services.sequencer.submit(command),
    closeOnlyRules: new CloseOnlyRules({
      ...exchange.services,
      pool: otherPool,
      core: () => exchange.services.core,
      submit,
    }),
  });
async function plan(name: string, hours = 72): Promise<number> {
  const delist_at = Math.round(inHours(hours));
  expect(await approve(await ask(name, 'ask-to-delist', { delist_at }))).toMatchObject({ state: 'done' });
  return delist_at;
}
const noticesOf = async (client: TestClient): Promise<string[]> =>
  (await client.get('/api/v3/notifications')).body.notifications
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith('delisting'));
const mailsOf = async (client: TestClient): Promise<string[]> =>
  (await exchange.query('select subject from mail_queue where owner = $1 order by mail_id', [client.owner]))
    .map(({ subject }) => String(subject))
    .filter((subject) => subject.includes('delisted'));
const bid = (name: string, price: string) => ({
  name,
  delegate_type: 'BUY',
  trade_type: 'limit',
  number_of_order: '1',
  order_per_unit: price,
});
async function funded(): Promise<TestClient> {
  const someone = await exchange.client({ USDT: '10000' });
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '10000' };
  await someone.post('/api/v3/futures/transfer', { ...transfer, transaction_password: PASSWORD, remember: true });
  return someone;
}

test('a delisting is planned at least 48 hours ahead and at most 90 days, unless the market is halted', async () => {
  const faultAt = async (hours: number, more: object = {}) => {
    const { code, parameters } = (
      await ask('XRPUSDT', 'ask-to-delist', { delist_at: Math.round(inHours(hours)), ...more })
    ).body;
    return `${code} ${parameters?.reason ?? ''}`.trim();
  };
  expect(await faultAt(47)).toBe('listing_invalid delisting_too_soon');
  expect(await faultAt(-1)).toBe('listing_invalid delisting_too_soon');
  expect(await faultAt(24 * 91)).toBe('listing_invalid delisting_too_late');
  expect(await faultAt(72, { settlement_price: '1' })).toBe('listing_invalid settlement_planned');
  // The minimum of 48 hours also applies when the request is approved.
  const late = await ask('XRPUSDT', 'ask-to-delist', { delist_at: Math.round(inHours(48.5)) });
  await exchange.services.sequencer.submit({ kind: 'AdvanceClock', byMs: HOUR_MS });
  expect(await approve(late)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  expect(await market('XRPUSDT')).toMatchObject({ delisting_at: null });
  await ask('XRPUSDT', 'stop', { status: 'halted' });
  const delist_at = Math.round(inHours(1));
  expect(await approve(await ask('XRPUSDT', 'ask-to-delist', { delist_at }))).toMatchObject({ state: 'done' });
  expect(await market('XRPUSDT')).toMatchObject({ status: 'halted', delisting_at: delist_at });
  // Two people can still delist a halted market at once.
  expect(await approve(await ask('XRPUSDT'))).toMatchObject({ state: 'done' });
  await expect.poll(() => market('XRPUSDT')).toMatchObject({ status: 'delisted', delisting_at: null });
  expect(await exchange.query('select * from planned_delisting')).toEqual([]);
});

test('holders of a coin or an order are notified at the approval and a day before, each once; then the market is delisted', async () => {
  const [holder, bidder, bystander] = [
    await exchange.client({ SOL: '5' }),
    await exchange.client({ USDT: '1000' }),
    await exchange.client({ USDT: '1000' }),
  ];
  expect((await bidder.order(bid('SOLUSDT', '80'))).status).toBe(200);
  await expect
    .poll(() => exchange.query('select 1 from account_balances where owner_id = $1', [holder.owner]))
    .not.toEqual([]);
  const at = await plan('SOLUSDT');
  expect(await market('SOLUSDT')).toMatchObject({ status: 'open', is_delisting: false, delisting_at: at });
  const rules = (await exchange.visitor.get('/api/v3/getOrder?symbol=SOL')).body.price;
  expect(rules).toMatchObject({ status: 'open', delisting_at: at });
  expect((await ask('SOLUSDT')).body.code).toBe('delisting_planned');
  // If two servers announce the planned delisting at the same time, each client is notified once.
  await Promise.all([run(), other.run()]);
  await run();
  for (const client of [holder, bidder]) {
    expect(await noticesOf(client)).toEqual(['delisting_planned']);
    expect(await mailsOf(client)).toEqual(['SOLUSDT will be delisted']);
  }
  expect(await noticesOf(bystander)).toEqual([]);
  await goTo(at, 25);
  await run();
  expect(await mailsOf(holder)).toHaveLength(1);
  await goTo(at, 23);
  await Promise.all([run(), other.run()]);
  await run();
  expect(await noticesOf(holder)).toEqual(['delisting_reminder', 'delisting_planned']);
  expect(await mailsOf(bidder)).toEqual([
    'SOLUSDT will be delisted',
    expect.stringMatching(/^Reminder: SOLUSDT will be delisted on .* UTC$/),
  ]);
  expect(await market('SOLUSDT')).toMatchObject({ status: 'open' });
  await goTo(at, 0);
  await Promise.all([run(), other.run()]);
  await expect.poll(() => market('SOLUSDT')).toMatchObject({ status: 'delisted', delisting_at: null });
  expect(await bidder.available('USDT')).toBe('1000.000000');
  await run();
  expect(await exchange.query('select * from planned_delisting')).toEqual([]);
});

test('two people cancel a planned delisting, and holders are notified', async () => {
  const bidder = await exchange.client({ USDT: '1000' });
  expect((await ask('ADAUSDT', 'ask-to-cancel-delisting')).body.code).toBe('nothing_to_change');
  expect(
    (await bidder.order({ ...bid('ADAUSDT', (await market('ADAUSDT')).reference_price), number_of_order: '100' }))
      .status,
  ).toBe(200);
  const at = await plan('ADAUSDT');
  await run();
  const asked = await ask('ADAUSDT', 'ask-to-cancel-delisting');
  const repeated = await ask('ADAUSDT', 'ask-to-cancel-delisting');
  const own = await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval });
  expect(own.body.code).toBe('own_approval');
  expect(await approve(asked)).toMatchObject({ state: 'done', kind: 'cancel_delisting' });
  expect(await approve(repeated)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect(await market('ADAUSDT')).toMatchObject({ status: 'open', delisting_at: null });
  await goTo(at, -1);
  await run();
  await run();
  expect(await noticesOf(bidder)).toEqual(['delisting_cancelled', 'delisting_planned']);
  expect(await market('ADAUSDT')).toMatchObject({ status: 'open', is_delisting: false });
  // The delisting can be planned again, even before the holders are notified of the cancellation.
  const again = await plan('ADAUSDT');
  await approve(await ask('ADAUSDT', 'ask-to-cancel-delisting'));
  expect(await plan('ADAUSDT')).toBeGreaterThanOrEqual(again);
  await approve(await ask('ADAUSDT', 'ask-to-cancel-delisting'));
  await run();
  expect(await noticesOf(bidder)).toHaveLength(2);
});

test('a perpetual market refuses orders that open positions for the last hour, ends open ones and its minimum term, and narrows its band', async () => {
  const name = 'ETH-USDT-PERP';
  const [long, short] = [await funded(), await funded()];
  const { market: id } = exchange.services.instruments.byName('web', name) as { market: number };
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'halted' });
  await exchange.submit({ kind: 'SetMinimumTerm', market: id, days: 30 });
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'open' });
  for (const who of [long, short]) await who.post('/api/v3/futures/accept-term', { name, minimum_term_days: 30 });
  const price = (await market(name)).reference_price;
  const order = { name, effect: 'open', trade_type: 'limit', number_of_order: '0.1', order_per_unit: price };
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  const lower = String((Number(price) * 0.97).toFixed(2)).replace(/\.?0+$/, '');
  const resting = { ...order, side: 'long', order_per_unit: lower };
  const { body: rested } = await long.post('/api/v3/futures/orders', resting);
  expect(rested.code, JSON.stringify(rested)).toBeUndefined();
  const protection = { name, side: 'long', effect: 'close', trade_type: 'market', number_of_order: '0.1' };
  const stop = { ...protection, trigger_price: lower, trigger_kind: 'stop' };
  expect((await long.post('/api/v3/futures/orders', stop)).status).toBe(200);
  const at = await plan(name);
  await run();
  const shown = async () =>
    (await exchange.visitor.get('/api/v3/futures/markets')).body.markets.find(
      (one: { name: string }) => one.name === name,
    );
  expect(await shown()).toMatchObject({ delisting_at: at, close_only_at: at - HOUR_MS, is_close_only: false });
  await goTo(at, 1.1);
  await run();
  const openOf = async (client: TestClient) => (await client.get('/api/v3/futures/open-orders')).body.orders;
  expect(await openOf(long)).toHaveLength(2);
  const [mail] = await exchange.query('select text from mail_queue where owner = $1 order by mail_id', [short.owner]);
  expect(mail?.text).toContain(
    `From ${utcTime(at - HOUR_MS)}, this market accepts only orders that reduce or close positions`,
  );
  expect(mail?.text).toContain('within 1% of the mark price');
  expect(mail?.text).toContain('Other stop orders may find no counterparty at these prices');
  const rules = (await market(name)) as Record<string, unknown>;
  expect(Number(rules.band_percent)).toBeGreaterThan(1);
  await goTo(at, 0.9);
  expect(await shown()).toMatchObject({ is_close_only: true });
  expect((await long.post('/api/v3/futures/orders', resting)).body).toMatchObject({
    code: 'market_close_only',
    parameters: { time: String(at) },
  });
  const amended = { order_id: rested.order_id, number_of_order: '0.2' };
  expect((await long.post('/api/v3/orders/amend', amended)).body.code).toBe('market_close_only');
  const early = { ...order, side: 'long', effect: 'close', number_of_order: '0.05' };
  expect((await long.post('/api/v3/futures/orders', early)).body.code).toBe('before_term_end');
  await Promise.all([run(), other.run()]);
  // A server that did not record the rules itself continues with its next cycle.
  await Promise.all([run(), other.run()]);
  expect(await shown()).toMatchObject({ minimum_term_days: 0, band_percent: '1.0000' });
  await expect
    .poll(() => market(name))
    .toEqual({
      ...rules,
      band_percent: '1',
      ended_term_days: 30,
      terms: { ...(rules.terms as object), minimum_term_days: 0 },
    });
  const far = { ...order, effect: 'close', side: 'long', order_per_unit: lower };
  expect((await long.post('/api/v3/futures/orders', far)).body.code).toBe('outside_price_band');
  expect(await openOf(long)).toMatchObject([{ effect: 'close' }]);
  expect(await noticesOf(short)).toEqual(['delisting_reminder', 'delisting_planned']);
  // Positions can still be closed, here against each other.
  const closing = { ...order, effect: 'close', number_of_order: '0.05' };
  expect((await short.post('/api/v3/futures/orders', { ...closing, side: 'short' })).status).toBe(200);
  expect((await long.post('/api/v3/futures/orders', { ...closing, side: 'long' })).body.result?.state).toBe('APPROVED');
  await goTo(at, 0);
  await run();
  await exchange.services.delistings.run();
  await exchange.services.delistings.run();
  await expect.poll(() => market(name), { timeout: 10_000 }).toMatchObject({ status: 'delisted' });
});

test('cancelling a plan restores the band and, where possible, the minimum term, even after a restart or a refusal in between', async () => {
  const name = 'XRP-USDT-PERP';
  const { market: id } = exchange.services.instruments.byName('web', name) as { market: number };
  const { core, log, plannedDelistings } = exchange.services;
  const rules = () => {
    const { highestTicks, lowestTicks, ...view } = core.perpetual(id) as PerpetualView;
    return view;
  };
  const setStatus = (status: MarketStatus) => exchange.submit({ kind: 'SetMarketStatus', market: id, status });
  const setTerm = (days: number) => exchange.submit({ kind: 'SetMinimumTerm', market: id, days });
  await setStatus('halted');
  await setTerm(7);
  await setStatus('open');
  const before = rules();
  const first = await plan(name);
  await goTo(first, 0.5);
  // One server stops after it has recorded the rules. The next server narrows the price band, but then the core is
  // busy.
  await expect(serverWith(() => Promise.reject(new Error('stopped'))).run()).rejects.toThrow('stopped');
  expect(rules()).toEqual(before);
  const { sequencer } = exchange.services;
  await serverWith(async (command) =>
    command.kind === 'SetMinimumTerm' ? { refusal: 'market_busy' } : sequencer.submit(command),
  ).run();
  expect(rules()).toEqual({ ...before, bandPpm: 10_000 });
  await run();
  expect(rules()).toMatchObject({ bandPpm: 10_000, minTermDays: 0 });
  await expect.poll(() => plannedDelistings.of(id)).toMatchObject({ endedTermDays: 7 });

  // The market is open, so the minimum term cannot be restored and stays at 0. The approval shows this, and the log
  // records it.
  const asked = await ask(name, 'ask-to-cancel-delisting');
  const [request] = (await second.get('/api/v3/console/approvals?list=waiting')).body.approvals;
  expect(request).toMatchObject({ before: { minimum_term_days: 7 }, after: { minimum_term_days: 0 } });
  const said: object[] = [];
  const { error } = log;
  log.error = ((fields: object, message: string) => void said.push({ ...fields, message })) as typeof log.error;
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  await Promise.all([run(), other.run()]);
  log.error = error;
  expect(rules()).toMatchObject({ ...before, minTermDays: 0 });
  expect(said).toContainEqual({
    market: id,
    days: 7,
    refusal: 'market_open',
    message: 'minimum term not restored after cancelled delisting',
  });
  expect(await exchange.query('select market_id from planned_delisting where market_id = $1', [id])).toEqual([]);

  // In a halted market without orders and positions, the minimum term is restored, too. Before that, the delisting is
  // planned again, and operators narrow the price band themselves.
  await setStatus('halted');
  await setTerm(7);
  await setStatus('open');
  const again = await plan(name);
  await goTo(again, 0.5);
  await run();
  expect(rules()).toMatchObject({ bandPpm: 10_000, minTermDays: 0 });
  await setStatus('halted');
  await expect.poll(() => plannedDelistings.of(id)).toMatchObject({ endedTermDays: 7 });
  await exchange.submit({ ...before, kind: 'ChangeMarketRules', bandPpm: ratePpm(5_000) });
  expect(await approve(await ask(name, 'ask-to-cancel-delisting'))).toMatchObject({ state: 'done' });
  await plan(name);
  await run();
  expect(rules()).toMatchObject({ bandPpm: 5_000, minTermDays: 7 });
  await approve(await ask(name, 'ask-to-cancel-delisting'));
  await run();
});

test('a planned delisting that has begun but cannot proceed still refuses orders that open positions', async () => {
  const name = 'SOL-USDT-PERP';
  const [long, short] = [await funded(), await funded()];
  const { market: id } = exchange.services.instruments.byName('web', name) as { market: number };
  const price = (await market(name)).reference_price;
  const order = { name, effect: 'open', trade_type: 'limit', number_of_order: '1', order_per_unit: price };
  const refusal = async (fields: object) =>
    (await long.post('/api/v3/futures/orders', { ...order, side: 'long', ...fields })).body.code;
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
  expect(await refusal({})).toBeUndefined();
  const { core } = exchange.services;
  const bandPpm = core.perpetual(id)?.bandPpm;
  const at = await plan(name);
  await goTo(at, 0.5);
  await run();
  expect(core.perpetual(id)?.bandPpm).toBe(10_000);
  await goTo(at, 0);
  hasIndex = false;
  await run();
  await exchange.services.delistings.run();
  expect(await market(name)).toMatchObject({
    status: 'open',
    is_delisting: true,
    delisting_at: null,
    delisting_obstacle: 'index_unconfirmed',
  });
  expect(await refusal({})).toBe('market_close_only');
  expect(await refusal({ effect: 'close' })).toBeUndefined();
  // A server that starts now also refuses orders that open positions.
  await exchange.services.plannedDelistings.refresh();
  expect(await refusal({})).toBe('market_close_only');
  // A halt withdraws the delisting; the market is then as it was before, on every server.
  await ask(name, 'stop', { status: 'halted' });
  expect(core.perpetual(id)?.bandPpm).toBe(bandPpm);
  await expect.poll(() => exchange.services.plannedDelistings.isUnderway(id)).toBe(false);
  hasIndex = true;
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'open' });
  expect(await refusal({})).toBeUndefined();
});

test('a halt withdraws a delisting even if the earlier rules cannot be restored, and the failure is logged', async () => {
  const name = 'XRP-USDT-PERP';
  const { market: id } = exchange.services.instruments.byName('web', name) as { market: number };
  const { closeOnlyRules, core, delistings, log } = exchange.services;
  const [long, short] = [await funded(), await funded()];
  const price = (await market(name)).reference_price;
  const order = { name, effect: 'open', trade_type: 'limit', number_of_order: '10', order_per_unit: price };
  await exchange.submit({ kind: 'SetMinimumTerm', market: id, days: 0 });
  await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'open' });
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).body.code).toBeUndefined();
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  await exchange.submit({
    ...(core.perpetual(id) as PerpetualView),
    kind: 'ChangeMarketRules',
    bandPpm: ratePpm(50_000),
  });
  const said: object[] = [];
  const { error } = log;
  const { restore } = closeOnlyRules;
  const refused = () => Promise.resolve(false);
  const failed = () => Promise.reject(new Error('canceling statement due to statement timeout'));
  for (const cannot of [refused, failed]) {
    const at = await plan(name);
    await goTo(at, 0.5);
    await run();
    await goTo(at, 0);
    hasIndex = false;
    await run();
    expect(await market(name)).toMatchObject({ status: 'open', is_delisting: true });
    closeOnlyRules.restore = cannot;
    log.error = ((fields: object, message: string) => void said.push({ ...fields, message })) as typeof log.error;
    const stopped = await ask(name, 'stop', { status: 'halted' });
    log.error = error;
    closeOnlyRules.restore = restore;
    hasIndex = true;
    expect(stopped.body.market).toMatchObject({ status: 'halted', is_delisting: false });
    await delistings.run();
    expect(await market(name)).toMatchObject({ status: 'halted', is_delisting: false, band_percent: '1' });
    expect(core.perpetual(id)?.openInterestLots).toBeGreaterThan(0);
    expect(said.splice(0)).toContainEqual(
      expect.objectContaining({
        market: id,
        bandPpm: 50_000,
        termDays: 0,
        message: expect.stringContaining('there will be no retry'),
      }),
    );
    await exchange.submit({
      ...(core.perpetual(id) as PerpetualView),
      kind: 'ChangeMarketRules',
      bandPpm: ratePpm(50_000),
    });
    await exchange.submit({ kind: 'SetMarketStatus', market: id, status: 'open' });
  }
});

test('in the last hour before a delisting, changes of limits and terms are refused, and a change approved just before that is not lost', async () => {
  const name = 'XRP-USDT-PERP';
  const { market: id } = exchange.services.instruments.byName('web', name) as { market: number };
  const { core } = exchange.services;
  const askFor = async (what: 'rules' | 'terms', more: object) => {
    const { minimum_amount, maximum_amount, minimum_total, maximum_total, band_percent, maximum_open_orders, terms } =
      await market(name);
    const limits = { minimum_amount, maximum_amount, minimum_total, maximum_total, band_percent, maximum_open_orders };
    return ask(name, `ask-for-${what}`, { ...(what === 'rules' ? limits : terms), ...more });
  };
  const changeBand = (ppm: number) =>
    exchange.submit({ ...(core.perpetual(id) as PerpetualView), kind: 'ChangeMarketRules', bandPpm: ratePpm(ppm) });
  await changeBand(50_000);
  const at = await plan(name, 50);
  const earlier = [await askFor('rules', { band_percent: '20' }), await askFor('terms', { maximum_leverage: 10 })];
  await goTo(at, 0.9);
  for (const asked of earlier)
    expect(await approve(asked)).toMatchObject({ state: 'failed', failure: 'delisting_near' });
  // A change that was approved before the last hour is executed while this server records the rules.
  const approving = await otherPool.connect();
  await approving.query('begin');
  await lockStaff(approving);
  const running = run();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await changeBand(30_000);
  await approving.query('commit');
  approving.release();
  await running;
  expect(core.perpetual(id)).toMatchObject({ bandPpm: 10_000 });
  expect((await askFor('rules', { band_percent: '20' })).body.code).toBe('delisting_near');
  expect((await askFor('terms', { maximum_leverage: 10 })).body.code).toBe('delisting_near');
  expect(await approve(await ask(name, 'ask-to-cancel-delisting'))).toMatchObject({ state: 'done' });
  await run();
  expect(core.perpetual(id)).toMatchObject({ bandPpm: 30_000 });
  expect((await askFor('rules', { band_percent: '20' })).status).toBe(200);
});

test('a delisting that begins takes over the rules that another server has recorded in the meantime', async () => {
  const name = 'XRP-USDT-PERP';
  const { market: id } = exchange.services.instruments.byName('web', name) as { market: number };
  const { services } = exchange;
  const at = await plan(name);
  await goTo(at, 0);
  hasIndex = false;
  // The other server records the rules after this one has read the plans.
  const slow = new Proxy(otherPool, {
    get: (pool, key) => {
      if (key !== 'query') return Reflect.get(pool, key).bind(pool);
      return async (text: string, values?: unknown[]) => {
        const read = await pool.query(text, values);
        if (text.startsWith('select * from planned_delisting'))
          await pool.query('update planned_delisting set band_before_ppm = 50000, term_before_days = 7');
        return read;
      };
    },
  });
  await new DelistingPlans({
    ...services,
    pool: slow,
    core: () => services.core,
    planned: services.plannedDelistings,
    submit: (command) => services.sequencer.submit(command),
  }).run();
  expect(
    await exchange.query('select band_before_ppm, term_before_days from delisting where market_id = $1', [id]),
  ).toEqual([{ band_before_ppm: 50_000, term_before_days: 7 }]);
  hasIndex = true;
});

test('a market that was halted after the approval is delisted only once it is opened or the plan is cancelled', async () => {
  const at = await plan('LTCUSDT');
  await ask('LTCUSDT', 'stop', { status: 'halted' });
  expect(await market('LTCUSDT')).toMatchObject({ status: 'halted', delisting_at: at });
  await goTo(at, -1);
  await run();
  expect(await market('LTCUSDT')).toMatchObject({ status: 'halted', is_delisting: false, delisting_at: at });
  expect(await approve(await ask('LTCUSDT', 'ask-to-open'))).toMatchObject({ state: 'done' });
  await run();
  await expect.poll(() => market('LTCUSDT')).toMatchObject({ status: 'delisted' });
});

test('a start that fails is repeated in full, and another server’s change reaches this one', async () => {
  const at = await plan('DOGEUSDT');
  await run();
  await goTo(at, 0);
  const { delistings } = exchange.services;
  const { begin } = delistings;
  delistings.begin = () => Promise.reject(new Error('the connection broke'));
  await expect(run()).rejects.toThrow('the connection broke');
  delistings.begin = begin;
  expect(await exchange.query('select market_id from planned_delisting')).toHaveLength(1);
  expect(await market('DOGEUSDT')).toMatchObject({ status: 'open', is_delisting: false, delisting_at: at });
  await run();
  await expect.poll(() => market('DOGEUSDT')).toMatchObject({ status: 'delisted' });
  const later = await plan('BTCUSDT');
  await exchange.query('update planned_delisting set planned_ms = planned_ms + 60000');
  await expect.poll(() => market('BTCUSDT')).toMatchObject({ delisting_at: later + 60_000 });
  await exchange.query('delete from planned_delisting');
  await expect.poll(() => market('BTCUSDT')).toMatchObject({ delisting_at: null });
});
