import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPerpetual } from '../kit/instruments.ts';
import {
  type Caller,
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../testing/test-exchange.ts';
import { termsUnits } from './perpetual-terms.ts';

const NAME = 'LTC-USDT-PERP';
const form = {
  base: 'LTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.001',
  minimum_amount: '0.01',
  maximum_amount: '10000',
  minimum_total: '5',
  maximum_total: '500000',
  band_percent: '10',
  maximum_open_orders: 200,
  reference_price: '80',
  maximum_leverage: 50,
  maintenance_percent: '0.8',
  risk_limit: '50000',
  risk_step: '250000',
  risk_step_percent: '0.5',
  liquidation_fee_percent: '0.25',
  maximum_position: '5000',
  maximum_open_interest: '100000',
};

let ltcTicks = 8_010;
let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'mark prices');
  exchange.services.indexFeed.add({
    name: 'a test',
    quote: ({ base }) =>
      ['LTC', 'XLM'].includes(base.code) ? { ticks: ltcTicks, atMs: exchange.services.clock() } : undefined,
  });
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(() => exchange.close());

const ask = (changes: object = {}, who: Caller = lister) =>
  who.post('/api/v3/console/markets/ask-for-perpetual', { ...form, ...changes, reason: 'Approved by the committee' });
const approve = async ({ status, body }: TestResponse) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
};

test('a listing without an index, or with terms that the core would refuse, is refused before approval', async () => {
  const faultOf = async (changes: object) => {
    const { code, parameters } = (await ask(changes)).body;
    expect(code).toBe('listing_invalid');
    return `${parameters.field}: ${parameters.reason} ${parameters.most ?? ''}`.trim();
  };
  expect(await faultOf({ lot: '0.0000001', tick: '0.0001' })).toBe('lot: tick_times_lot');
  expect(await faultOf({ maintenance_percent: '1.5' })).toBe('maintenance_percent: maintenance_range 1');
  expect(await faultOf({ maximum_open_interest: '4999' })).toBe('maximum_open_interest: interest_below_position');
  expect(await faultOf({ maximum_open_interest: '9999999' })).toBe(
    'maximum_open_interest: interest_too_large 1759218.604',
  );
  expect(await faultOf({ risk_step_percent: '51' })).toBe('risk_step_percent: rate_range');
  expect(await faultOf({ reference_price: '90' })).toBe('reference_price: price_off_index 80.10');
  expect(await faultOf({ tick: '0.1' })).toBe('tick: tick_too_coarse');
  expect(await faultOf({ base: 'USDC' })).toBe('base: no_index');
  expect((await ask({ maximum_leverage: 2 })).body.code).toBe('invalid_request');
  expect((await ask({ minimum_term_days: 366 })).body.code).toBe('invalid_request');
  expect((await ask({ maximum_open_orders: 201 })).body.code).toBe('invalid_request');
  expect((await ask({ base: 'BTC' })).body).toMatchObject({
    code: 'listed_already',
    parameters: { name: 'BTC-USDT-PERP' },
  });
  expect((await ask({}, await exchange.staff('treasury'))).body.code).toBe('not_permitted');
});

test('the index is required again when the request is approved', async () => {
  const asked = await ask();
  ltcTicks = 9_000;
  expect(await approve(asked)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  ltcTicks = 8_010;
});

test('two operators list a perpetual market, which is halted until two open it; then clients trade it', async () => {
  const asked = await ask();
  const [again, otherwise] = [await ask(), await ask({ maximum_position: '4000' })];
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  expect(await approve(asked)).toMatchObject({ state: 'done', kind: 'list_perpetual' });
  // Repeating the same request changes nothing.
  expect(await approve(again)).toMatchObject({ state: 'done' });
  expect(await approve(otherwise)).toMatchObject({ state: 'failed', failure: 'listed_already' });
  const { markets } = (await exchange.visitor.get('/api/v3/futures/markets')).body;
  expect(markets.filter(({ name }: { name: string }) => name === NAME)).toMatchObject([
    {
      status: 'halted',
      tick: '0.01',
      lot: '0.001',
      leverages: [3, 5, 10, 15, 20],
      maintenance_percent: '0.8000',
      risk_limit: '50000.000000',
      maximum_position: '5000.000',
      maximum_open_interest: '100000.000',
      minimum_term_days: 0,
    },
  ]);
  const opening = await lister.post('/api/v3/console/markets/ask-to-open', { name: NAME, reason: 'As announced' });
  expect(await approve(opening)).toMatchObject({ state: 'done' });

  // A market opens after five cycles in which its index is confirmed.
  for (let i = 0; i < 5; i += 1) await exchange.services.indexFeed.run();
  const [long, short] = await Promise.all([funded(), funded()]);
  const order = { name: NAME, effect: 'open', trade_type: 'limit', number_of_order: '1', order_per_unit: '80.00' };
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  const { positions } = (await long.get('/api/v3/futures/positions')).body;
  expect(positions).toMatchObject([{ name: NAME, size: '1.000', mark_price: '80.10' }]);
});

async function funded() {
  const someone = await exchange.client({ USDT: '1000' });
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '1000' };
  await someone.post('/api/v3/futures/transfer', { ...transfer, transaction_password: PASSWORD, remember: true });
  return someone;
}

const { base: _base, quote: _quote, tick: _tick, lot: _lot, reference_price: _price, ...changeable } = form;
const {
  minimum_amount,
  maximum_amount,
  minimum_total,
  maximum_total,
  band_percent,
  maximum_open_orders,
  ...formerTerms
} = changeable;
const formerLimits = {
  minimum_amount,
  maximum_amount,
  minimum_total,
  maximum_total,
  band_percent,
  maximum_open_orders,
};
const askForTerms = (changes: object, who: Caller = lister) =>
  who.post('/api/v3/console/markets/ask-for-terms', { name: NAME, ...formerTerms, ...changes, reason: 'As announced' });
const askForLimits = (changes: object) =>
  lister.post('/api/v3/console/markets/ask-for-rules', {
    name: NAME,
    ...formerLimits,
    ...changes,
    reason: 'Announced',
  });
const waiting = async (id: number) => {
  const { approvals } = (await second.get('/api/v3/console/approvals?list=waiting')).body;
  return approvals.find((one: { id: number }) => one.id === id);
};
const consoleView = async () => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find(({ name }: { name: string }) => name === NAME);
};

test('new terms are refused if the core would refuse them, if the market is not a perpetual, or if the requester has the wrong role', async () => {
  expect((await consoleView()).terms).toEqual({ ...formerTerms, minimum_term_days: 0 });
  const faultOf = async (changes: object) => {
    const { code, parameters } = (await askForTerms(changes)).body;
    return code === 'listing_invalid' ? `${parameters.field}: ${parameters.reason}` : code;
  };
  expect(await faultOf({})).toBe('nothing_to_change');
  expect(await faultOf({ maintenance_percent: '0.80' })).toBe('nothing_to_change');
  expect(await faultOf({ maintenance_percent: '1.5' })).toBe('maintenance_percent: maintenance_range');
  expect(await faultOf({ maximum_open_interest: '4999' })).toBe('maximum_open_interest: interest_below_position');
  expect(await faultOf({ maximum_open_interest: '9999999' })).toBe('maximum_open_interest: interest_too_large');
  expect(await faultOf({ minimum_term_days: 0 })).toBe('nothing_to_change');
  expect(await faultOf({ minimum_term_days: 30 })).toBe('minimum_term_days: term_longer');
  expect(await faultOf({ maximum_leverage: 101 })).toBe('invalid_request');
  expect(await faultOf({ name: 'LTCUSDT' })).toMatch(/^(invalid_request|unknown_market)$/);
  expect(await faultOf({ name: 'NOPE-USDT-PERP' })).toBe('unknown_market');
  expect((await askForTerms({ maximum_leverage: 20 }, await exchange.staff('treasury'))).body.code).toBe(
    'not_permitted',
  );
});

test('two people change the terms of a market; a request based on the old terms fails, and the new terms apply to clients', async () => {
  const asked = await askForTerms({ maximum_leverage: 10, maintenance_percent: '2', maximum_position: '10' });
  const outdated = await askForTerms({ maximum_leverage: 25 });
  const { approvals } = (await second.get('/api/v3/console/approvals?list=waiting')).body;
  expect(approvals.find(({ id }: { id: number }) => id === asked.body.approval)).toMatchObject({
    before: { maximum_leverage: 50, maintenance_percent: '0.8', maximum_position: '5000' },
    after: { maximum_leverage: 10, maintenance_percent: '2', maximum_position: '10', risk_limit: '50000' },
  });
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  expect((await consoleView()).terms.maximum_leverage).toBe(50);
  expect(await approve(asked)).toMatchObject({ state: 'done', kind: 'perpetual_terms' });
  expect(await approve(outdated)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  const { markets } = (await exchange.visitor.get('/api/v3/futures/markets')).body;
  expect(markets.find(({ name }: { name: string }) => name === NAME)).toMatchObject({
    leverages: [3, 5, 10],
    maintenance_percent: '2.0000',
    maximum_position: '10.000',
  });
  const client = await funded();
  const order = { name: NAME, side: 'long', effect: 'open', trade_type: 'limit', order_per_unit: '80.00' };
  expect((await client.post('/api/v3/futures/orders', { ...order, number_of_order: '11' })).body.code).toBe(
    'above_position_limit',
  );
  const leverage = (wanted: number) =>
    client.post('/api/v3/futures/leverage', { name: NAME, side: 'long', leverage: wanted });
  expect((await leverage(15)).body.code).toBe('leverage_too_high');
  expect((await leverage(10)).status).toBe(200);
});

test('two people change the limits of a perpetual market, but not beyond those of the core', async () => {
  expect((await askForLimits({ maximum_open_orders: 201 })).body).toMatchObject({
    code: 'listing_invalid',
    parameters: { reason: 'orders_range', most: '200' },
  });
  expect(await approve(await askForLimits({ minimum_amount: '0.02', band_percent: '5' }))).toMatchObject({
    state: 'done',
    kind: 'market_rules',
  });
  expect(await consoleView()).toMatchObject({ minimum_amount: '0.02', band_percent: '5', maximum_amount: '10000' });
});

test('a stricter maintenance margin liquidates positions below it, while the market stays open', async () => {
  const clients: readonly TestClient[] = await Promise.all([funded(), funded(), funded()]);
  const [long, short, other] = clients as [TestClient, TestClient, TestClient];
  const order = { name: NAME, effect: 'open', trade_type: 'limit' };
  const place = async (who: Caller, side: string, price: string, amount: string) => {
    const { status, body } = await who.post('/api/v3/futures/orders', {
      ...order,
      side,
      order_per_unit: price,
      number_of_order: amount,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  for (const [who, side, leverage] of [
    [long, 'long', 10],
    [short, 'short', 3],
    [other, 'long', 3],
    [other, 'short', 3],
  ] as const)
    expect((await who.post('/api/v3/futures/leverage', { name: NAME, side, leverage })).status).toBe(200);
  await exchange.services.indexFeed.run();
  await place(short, 'short', '80.10', '1');
  await place(long, 'long', '80.10', '1');
  const sizes = async (who: Caller) =>
    (await who.get('/api/v3/futures/positions')).body.positions.map(({ size }: { size: string }) => size);
  expect([await sizes(long), await sizes(short)]).toEqual([['1.000'], ['1.000']]);
  await place(other, 'long', '79.50', '5');
  await place(other, 'short', '80.70', '5');
  const strict = { maximum_leverage: 3, maintenance_percent: '15', maximum_position: '10' };
  const asked = await askForTerms(strict);
  const same = await askForTerms(strict);
  const { id, current } = await waiting(asked.body.approval);
  // All positions except the short at leverage 3 would be liquidated; an earlier test opened two of the four.
  expect(current).toMatchObject({ mark_price: '80.10', open_interest: '2.000', positions: 4, positions_liquidated: 3 });
  const decide = (seen?: object) => second.post('/api/v3/console/approvals/approve', { id, ...(seen && { seen }) });
  for (const outdated of [
    { mark_price: '78.00' },
    { open_interest: '1.8' },
    { positions: 3 },
    { positions_liquidated: 2 },
  ])
    expect((await decide({ ...current, ...outdated })).body.code).toBe('values_moved');
  expect(await sizes(long)).toEqual(['1.000']);
  // If the approver sends no values, those that the requester saw apply.
  const market = exchange.services.instruments.byName('web', NAME)?.market as number;
  await exchange.submit({ kind: 'SetMarkPrice', market, markTicks: priceTicks(8_180) });
  expect((await decide()).body.code).toBe('values_moved');
  const moved = (await waiting(id)).current;
  expect(moved).toMatchObject({ mark_price: '81.80', positions: 4 });
  await exchange.submit({ kind: 'SetMarkPrice', market, markTicks: priceTicks(8_010) });
  expect((await decide(moved)).body.code).toBe('values_moved');
  expect((await decide(current)).body.approval).toMatchObject({ state: 'done', current: null });
  const [trail] = await exchange.query(
    "select details from audit_trail where action = 'consoleApprove' and details like '%positions_liquidated%' order by id desc limit 1",
  );
  expect(JSON.parse(String(trail?.details)).after.seen).toEqual(current);
  await expect.poll(() => sizes(long), { timeout: 10_000 }).toEqual([]);
  expect(await sizes(short)).toEqual(['1.000']);
  // The two clients with a position are notified of the change, once. The third client, who has only orders, is not.
  const told = async ({ owner }: TestClient) => {
    const notices = await exchange.query(
      "select parameters from notice where owner = $1 and kind = 'market_terms_changed'",
      [owner],
    );
    const mails = await exchange.query(
      "select text from mail_queue where owner = $1 and subject like '%contract terms%'",
      [owner],
    );
    return [notices.map(({ parameters }) => parameters), mails.map(({ text }) => String(text))];
  };
  for (const holder of clients.slice(0, 2))
    expect(await told(holder)).toEqual([
      [{ name: NAME }],
      [expect.stringMatching(/^Maintenance margin: \S+%, now 15%$/m)],
    ]);
  expect(await told(clients[2] as TestClient)).toEqual([[], []]);

  // Another approval of the same terms changes nothing, and notifies nobody.
  const timesTold = async () => (await told(short)).map(({ length }) => length);
  expect(await approve(same)).toMatchObject({ state: 'done' });
  expect(await timesTold()).toEqual([1, 1]);
  expect(await approve(await askForTerms({ ...strict, maintenance_percent: '14' }))).toMatchObject({ state: 'done' });
  expect(await timesTold()).toEqual([2, 2]);
  // The terms have changed, but the approval was not marked as done: only its repetition notifies.
  const [repeated, copy] = [await askForTerms(strict), await askForTerms(strict)];
  const perpetual = exchange.services.instruments.byMarket(market);
  if (!isPerpetual(perpetual)) throw new Error('the market is not perpetual');
  const terms = termsUnits(exchange.services, perpetual, { ...formerTerms, ...strict });
  await exchange.submit({ kind: 'ChangePerpetualTerms', market, ...terms });
  for (const each of [repeated, copy]) {
    expect(await approve(each)).toMatchObject({ state: 'done' });
    expect(await timesTold()).toEqual([3, 3]);
  }
});

test('a market is listed with a minimum term, which can be lengthened only while no client can have agreed to a shorter one', async () => {
  const name = 'XLM-USDT-PERP';
  const listed = async () => {
    const { markets } = (await exchange.visitor.get('/api/v3/futures/markets')).body;
    return markets.find((one: { name: string }) => one.name === name)?.minimum_term_days;
  };
  const again = await ask({ base: 'XLM', minimum_term_days: 30 });
  const otherwise = await ask({ base: 'XLM' });
  expect(await approve(await ask({ base: 'XLM', minimum_term_days: 30 }))).toMatchObject({ state: 'done' });
  expect(await listed()).toBe(30);
  expect(await approve(again)).toMatchObject({ state: 'done' });
  expect(await approve(otherwise)).toMatchObject({ state: 'failed', failure: 'listed_already' });
  expect(await listed()).toBe(30);

  const unchanged = await askForTerms({ name, maximum_leverage: 20 });
  const longer = await askForTerms({ name, minimum_term_days: 60 });
  const mixed = await askForTerms({ name, minimum_term_days: 90, maximum_leverage: 10 });
  expect(await approve(longer)).toMatchObject({ state: 'done' });
  expect(await listed()).toBe(60);
  expect(await approve(mixed)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect(await approve(unchanged)).toMatchObject({ state: 'failed', failure: 'listing_changed' });

  const { market } = exchange.services.instruments.byName('web', name) as { market: number };
  const lengthened = await askForTerms({ name, minimum_term_days: 90 });
  await exchange.submit({ kind: 'SetMarketStatus', market, status: 'open' });
  expect(await approve(lengthened)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  expect((await askForTerms({ name, minimum_term_days: 61 })).body.parameters).toMatchObject({ reason: 'term_longer' });
  // A shorter minimum term is accepted, even together with another change of the terms.
  expect(await approve(await askForTerms({ name, minimum_term_days: 7, maximum_leverage: 10 }))).toMatchObject({
    state: 'done',
  });
  expect(await listed()).toBe(7);
  expect(exchange.services.core.perpetual(market)).toMatchObject({ minTermDays: 7, maxLeverage: 10 });
});

test('the terms of a market that is being delisted cannot be changed', async () => {
  const pending = await askForTerms({ maximum_leverage: 3, maintenance_percent: '10' });
  const delisting = { name: NAME, reason: 'As announced' };
  const asked = await lister.post('/api/v3/console/markets/ask-to-delist', delisting);
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect((await askForTerms({ maximum_leverage: 3, maintenance_percent: '10' })).body.code).toMatch(
    /^market_delist(ing|ed)$/,
  );
  expect(await approve(pending)).toMatchObject({ state: 'failed' });
});
