import { systemOwners } from '@vitrine/core';
import { priceTicks } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  PASSWORD,
  stopDuty,
  type TestClient,
  TestExchange,
  type TestResponse,
  type TestStaff,
} from '../testing/test-exchange.ts';

let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open({ DELISTING_INDEX_SECONDS: '0' });
  await stopDuty(exchange.exchange, 'mark prices');
  exchange.services.indexFeed.add({
    name: 'a test',
    quote: ({ base, quote }) => {
      const perpetual = exchange.services.instruments
        .all()
        .find((one) => one.isPerpetual && one.base === base && one.quote === quote);
      const ticks = perpetual && index.get(perpetual.market);
      return ticks === undefined ? undefined : { ticks, atMs: exchange.services.clock() };
    },
  });
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(() => exchange.close());

/** The index of the markets that have one, in ticks. */
const index = new Map<number, number>();
const reason = 'As announced';
const ask = (name: string, how = 'ask-to-delist', who: Caller = lister, more: object = {}) =>
  who.post(`/api/v3/console/markets/${how}`, { name, ...more, reason });
async function approve({ status, body }: TestResponse, who = second) {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await who.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
/** Requests and approves the delisting of a market, which then begins. */
async function delist(name: string) {
  expect(await approve(await ask(name))).toMatchObject({ state: 'done' });
  await exchange.services.delistings.run();
  await expect.poll(() => market(name)).toMatchObject({ status: 'delisted', is_delisting: false });
}
const market = async (name: string) => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find((one: { name: string }) => one.name === name);
};
const priceOf = async (name: string) => (await market(name)).reference_price;
const bid = (name: string, price: string, more: object = {}) => ({
  name,
  delegate_type: 'BUY',
  trade_type: 'limit',
  number_of_order: '1',
  order_per_unit: price,
  ...more,
});
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: amount });
  const transfer = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  await someone.post('/api/v3/futures/transfer', { ...transfer, transaction_password: PASSWORD, remember: true });
  return someone;
}
const namesIn = async (path: string, list: string) =>
  (await exchange.visitor.get(path)).body[list].map((one: { name: string }) => one.name);

test('two operators delist a spot market: orders are cancelled, balances stay, and nothing lists the market', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const { body: order } = await client.order(bid('SOLUSDT', '80'));
  expect((await client.order(bid('SOLUSDT', '79', { trigger_price: '85' }))).status).toBe(200);
  expect(await client.available('USDT')).not.toBe('1000.000000');
  expect((await ask('SOLUSDT', 'ask-to-delist', await exchange.staff('support'))).body.code).toBe('not_permitted');
  const asked = await ask('SOLUSDT');
  const again = await ask('SOLUSDT');
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  expect(await approve(asked)).toMatchObject({ state: 'done', kind: 'delist_market' });
  await expect.poll(() => market('SOLUSDT')).toMatchObject({ status: 'delisted', is_delisting: false });
  expect(await approve(again)).toMatchObject({ state: 'failed', failure: 'listing_changed' });

  expect(await client.available('USDT')).toBe('1000.000000');
  for (const [path, list] of [
    ['/api/v3/all-pairs', 'coinpair'],
    ['/api/v1/home/coins', 'coinpair'],
    ['/api/v3/markets', 'markets'],
  ] as const) {
    const response = await exchange.visitor.get(path);
    if (response.status !== 404) expect(await namesIn(path, list)).not.toContain('SOL');
  }
  const { delisted } = (await exchange.visitor.get('/api/v3/all-pairs')).body;
  expect(delisted).toEqual([{ name: 'SOL', coin_pair_name: 'SOLUSDT' }]);
  expect((await client.order(bid('SOLUSDT', '80'))).body.code).toBe('market_delisted');
  expect((await client.post('/api/v3/orders/cancel-all', { name: 'SOLUSDT' })).body.code).toBe('market_delisted');
  expect((await client.post('/api/v3/orders/cancel', { order_id: order.order_id })).body.code).toBe('unknown_order');
  for (const path of [
    '/api/v3/recent-trades?name=SOLUSDT',
    '/api/v3/market-trades?name=SOLUSDT',
    '/api/v3/getOrder?symbol=SOL',
    '/api/v2/chart/chart-series?symbol=SOL&timeframe=1h',
  ])
    expect(await exchange.visitor.get(path)).toMatchObject({ status: 410, body: { code: 'market_delisted' } });
  for (const how of ['ask-to-delist', 'ask-to-open'])
    expect((await ask('SOLUSDT', how)).body.code).toBe('market_delisted');
  expect((await ask('SOLUSDT', 'stop', lister, { status: 'halted' })).body.code).toBe('market_delisted');
});

test('a coin whose market was delisted still appears in reports, has a value, and can be withdrawn but not converted', async () => {
  const [buyer, seller] = [await exchange.client({ USDT: '1000' }), await exchange.client({ XRP: '500' })];
  const price = await priceOf('XRPUSDT');
  const order = bid('XRPUSDT', price, { number_of_order: '100' });
  expect((await seller.order({ ...order, delegate_type: 'SELL' })).status).toBe(200);
  expect((await buyer.order(order)).status).toBe(200);
  expect((await buyer.order({ ...order, number_of_order: '50' })).status).toBe(200);
  await delist('XRPUSDT');
  expect(await buyer.available('XRP')).toBe('100.000000');
  const { instruments, withdrawals } = exchange.services;
  const xrp = instruments.assetByCode('XRP');
  if (xrp === undefined) throw new Error('XRP is not registered');
  // For the withdrawal limits, the coin is valued at the prices of the delisted market: without a value, nobody could
  // withdraw it.
  const units = 100 * 10 ** xrp.scale;
  expect(((await withdrawals.limits.valueOf(xrp, units)) ?? 0) / 1e6).toBeCloseTo(100 * Number(price), 0);
  const orders = async () => (await buyer.get('/api/v3/trades/order-histories?name=XRPUSDT')).body.orders;
  await expect.poll(async () => (await orders()).length).toBe(2);
  for (const path of [
    '/api/v3/trades/trade-histories?name=XRPUSDT',
    '/api/v3/trades/open-orders?name=XRPUSDT',
    '/api/v3/wallets/spot',
    '/api/v3/wallet/statement',
    '/api/v3/period-statement?from=2020-01-01&to=2099-12-31',
    '/api/v3/yearly-report?year=2026',
    '/api/v3/coin-profile?name=XRP',
    '/api/v3/favorites',
    '/api/v3/fee-rate',
    '/api/v3/pnl',
    '/api/v3/coin-spot-pnl',
    '/api/v3/wallet-snapshot',
    '/api/v3/wallet-single-coin?name=XRP',
    '/api/v3/wallet-single-coin-pnl?name=XRP',
  ])
    expect([path, (await buyer.get(path)).status]).toEqual([path, 200]);
  const quote = await buyer.post('/api/v3/convert/quote', { from: 'XRP', to: 'USDT', amount: '50' });
  expect(quote.body.code).toBe('no_conversion');
});

test('limit conversions that only a delisted market could execute end with its delisting, and their funds are released', async () => {
  const convert = (who: TestClient, from: string, to: string, amount: string, receives: string) =>
    who.post('/api/v3/convert/limit-order', { from, to, amount, receives, transaction_password: PASSWORD });
  const client = await exchange.client({ USDT: '1000', TRX: '500' });
  const seller = await exchange.client({ TRX: '1000', BTC: '1' });
  // Both markets get offers, because a conversion of one coin into another uses two markets.
  for (const [name, number_of_order] of [
    ['TRXUSDT', '500'],
    ['BTCUSDT', '0.01'],
  ] as const) {
    const order = bid(name, await priceOf(name), { number_of_order });
    expect((await seller.order({ ...order, delegate_type: 'SELL' })).status).toBe(200);
  }
  for (const [from, to, amount, receives] of [
    ['USDT', 'TRX', '100', '10000'],
    ['TRX', 'BTC', '100', '1.00000000'],
    ['USDT', 'BTC', '100', '1.00000000'],
  ] as const)
    expect((await convert(client, from, to, amount, receives)).body.message).toBe('success');
  expect(await client.available('USDT')).toBe('800.000000');
  const { executor } = exchange.services.converts;
  // While the market is only halted, its limit conversions remain, because it may open again.
  await ask('TRXUSDT', 'stop', lister, { status: 'halted' });
  await executor.run();
  expect(await client.available('USDT')).toBe('800.000000');
  await delist('TRXUSDT');
  await executor.run();
  await executor.run();
  expect(await client.available('USDT')).toBe('900.000000');
  expect(await client.available('TRX')).toMatch(/^500(\.0+)?$/);
  const states = async (state: string) =>
    (await client.get(`/api/v3/convert/orders?state=${state}`)).body.orders.map((one: { to: string }) => one.to);
  await expect.poll(() => states('ended')).toEqual(['BTC', 'TRX']);
  expect(await states('open')).toEqual(['BTC']);
  const { notifications } = (await client.get('/api/v3/notifications')).body;
  expect(
    notifications
      .filter(({ kind }: { kind: string }) => kind === 'limit_convert_ended')
      .map((one: { parameters: object }) => one.parameters),
  ).toEqual(
    expect.arrayContaining([
      { amount: '100.000000', from: 'USDT', to: 'TRX' },
      expect.objectContaining({ from: 'TRX', to: 'BTC' }),
    ]),
  );
  expect((await convert(client, 'USDT', 'TRX', '100', '10000')).body.code).toBe('no_conversion');
});

test('stopping a market ends pending requests to delist it', async () => {
  const asked = await ask('ADAUSDT');
  await ask('ADAUSDT', 'stop', lister, { status: 'halted' });
  const late = await second.post('/api/v3/console/approvals/approve', { id: asked.body.approval });
  expect(late.body.code).toBe('approval_decided');
  expect(await market('ADAUSDT')).toMatchObject({ status: 'halted', is_delisting: false });
  // A halted market can be delisted too.
  await delist('ADAUSDT');
});

test('orders that clients send during the delisting are refused or cancelled', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => exchange.client({ USDT: '1000' })));
  const asked = await ask('ETHUSDT');
  const approving = approve(asked);
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (clients[i % 4] as TestClient).order(bid('ETHUSDT', '1900', { number_of_order: '0.01' })),
    ),
  );
  expect(await approving).toMatchObject({ state: 'done' });
  await expect.poll(() => market('ETHUSDT')).toMatchObject({ status: 'delisted' });
  for (const { status, body } of sent)
    if (status !== 200) expect(['market_cancel_only', 'market_delisted']).toContain(body.code);
  for (const client of clients) expect(await client.available('USDT')).toBe('1000.000000');
});

test('an interrupted delisting continues, and nothing else changes the market in the meantime', async () => {
  await stopDuty(exchange.exchange, 'delistings');
  const client = await exchange.client({ USDT: '1000' });
  expect((await client.order(bid('LTCUSDT', await priceOf('LTCUSDT')))).status).toBe(200);
  const asked = await ask('LTCUSDT');
  const { delistings, sequencer } = exchange.services;
  const submit = sequencer.submit;
  sequencer.submit = (command) =>
    command.kind === 'CancelAllOrders'
      ? Promise.reject(new Error('the lease was lost'))
      : submit.call(sequencer, command);
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  await expect(delistings.run()).rejects.toThrow('the lease was lost');
  sequencer.submit = submit;
  expect(await market('LTCUSDT')).toMatchObject({ status: 'cancel_only', is_delisting: true });
  for (const how of ['ask-to-delist', 'ask-to-open'])
    expect((await ask('LTCUSDT', how)).body.code).toBe('market_delisting');
  expect((await ask('LTCUSDT', 'stop', lister, { status: 'cancel_only' })).body.code).toBe('market_delisting');
  await delistings.run();
  expect(await market('LTCUSDT')).toMatchObject({ status: 'delisted', is_delisting: false });
  expect(await client.available('USDT')).toBe('1000.000000');
  await delistings.run();
});

/**
 * Checks that the closing of the client's position in the delisted market appears exactly once in each list and file,
 * with and without filters.
 */
async function expectClosedOnce(name: string, who: TestClient, side: 'long' | 'short'): Promise<void> {
  const reached = { 'x-min-position': String(exchange.services.core.position) };
  const read = async (path: string) => (await who.get(`/api/v3/futures/${path}`, reached)).body;
  const close = { name, side, role: 'delisted', effect: 'close', number_of_order: '0.01000' };
  for (const query of ['role=delisted', 'effect=close', `name=${name}&side=${side}&role=delisted&sort=oldest`]) {
    expect((await read(`trade-history?${query}`)).trades).toMatchObject([close]);
    const rows = (await read(`history.csv?tab=trade&${query}`)).trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + 1);
    expect(rows[1].split(',')).toEqual(expect.arrayContaining([name, side, 'close', 'delisted']));
  }
  for (const role of ['liquidated', 'counterparty'])
    expect((await read(`trade-history?role=${role}`)).trades).toEqual([]);
  const [trade] = (await read('trade-history?role=delisted')).trades;
  for (const query of ['', `name=${name}`, `side=${side}&sort=oldest`]) {
    const { positions } = await read(`position-history?${query}`);
    expect(positions).toMatchObject([{ name, side, size: '0.01000', closed_at: trade.time, liquidated: '0.00000' }]);
    expect(positions[0].realized_profit).toBe(trade.realized_profit);
    expect(Number(positions[0].exit_price)).toBe(Number(trade.unit_price));
    expect((await read(`history.csv?tab=position&${query}`)).trimEnd().split('\r\n')).toHaveLength(1 + 1);
  }
  expect((await read('own-liquidations')).liquidations).toEqual([]);
}

test('a halt during a delisting cancels the delisting, and the market stays halted', async () => {
  const client = await exchange.client({ USDT: '1000' });
  expect((await client.order(bid('XLMUSDT', await priceOf('XLMUSDT'), { number_of_order: '100' }))).status).toBe(200);
  expect(await approve(await ask('XLMUSDT'))).toMatchObject({ state: 'done' });
  const { delistings, sequencer } = exchange.services;
  const submit = sequencer.submit;
  let stopped: TestResponse | undefined;
  sequencer.submit = async (command) => {
    const outcome = await submit.call(sequencer, command);
    if (command.kind === 'CancelAllOrders') stopped = await ask('XLMUSDT', 'stop', lister, { status: 'halted' });
    return outcome;
  };
  await delistings.run();
  sequencer.submit = submit;
  expect(stopped?.body.market).toMatchObject({ status: 'halted', is_delisting: false });
  await delistings.run();
  expect(await market('XLMUSDT')).toMatchObject({ status: 'halted', is_delisting: false });
  const [last] = await exchange.query("select details from audit_trail where details like '%withdrawn%'");
  expect(JSON.parse(String(last?.details))).toMatchObject({ after: { status: 'halted', delisting: 'withdrawn' } });
  expect(await approve(await ask('XLMUSDT'))).toMatchObject({ state: 'done' });
  await delistings.run();
  expect(await market('XLMUSDT')).toMatchObject({ status: 'delisted' });
});

test('the positions of a delisted perpetual market are closed at its mark price, and recorded', async () => {
  const name = 'BTC-USDT-PERP';
  const [long, short, waiting] = await Promise.all([funded('10000'), funded('10000'), funded('10000')]);
  const order = { name, effect: 'open', trade_type: 'limit', number_of_order: '0.01', order_per_unit: '66461.0' };
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  const resting = { ...order, side: 'long', order_per_unit: '66000.0' };
  expect((await waiting.post('/api/v3/futures/orders', resting)).status).toBe(200);
  const instrument = exchange.services.instruments.byName('web', name);
  const { market: id } = instrument as { market: number };
  const { core, delistings } = exchange.services;
  const ticks = core.perpetual(id)?.markTicks as number;
  expect((await ask(name)).body).toMatchObject({ code: 'listing_invalid' });
  index.set(id, ticks);
  const asked = await ask(name);
  const [request] = (await second.get('/api/v3/console/approvals?list=waiting')).body.approvals;
  expect(request).toMatchObject({
    before: { status: 'open', open_interest: '0.01000' },
    after: { status: 'delisted', open_interest: '0.00000', mark_price: await priceOf(name) },
  });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  // The index no longer confirms the mark price: positions cannot be closed yet, so orders are not cancelled.
  index.delete(id);
  await delistings.run();
  expect(await market(name)).toMatchObject({ status: 'open', delisting_obstacle: 'index_unconfirmed' });
  expect(core.openOrders(waiting.owner)).toHaveLength(1);
  const unfinished = { status: 'cancel_only', is_delisting: true, delisting_obstacle: 'index_unconfirmed' };
  // As after an outage, the mark price is far from the index.
  index.set(id, ticks * 1.2);
  await delistings.run();
  expect(await market(name)).toMatchObject(unfinished);
  expect(core.perpetual(id)).toMatchObject({ openInterestLots: expect.any(Number), markTicks: ticks });
  index.set(id, ticks + 3);
  await delistings.run();
  await expect.poll(() => market(name)).toMatchObject({ status: 'delisted', is_delisting: false });

  expect(exchange.services.core.perpetual(id)).toMatchObject({
    status: 'delisted',
    openInterestLots: 0,
    markTicks: ticks + 3,
  });
  for (const who of [long, short, waiting])
    expect((await who.get('/api/v3/futures/positions')).body.positions).toEqual([]);
  const fills = async () => (await long.get(`/api/v3/futures/trade-history?name=${name}`)).body.trades;
  await expect
    .poll(fills)
    .toMatchObject([
      { role: 'delisted', effect: 'close', side: 'long', fee: '0.000000', order_id: '' },
      { effect: 'open' },
    ]);
  await expectClosedOnce(name, long, 'long');
  await expectClosedOnce(name, short, 'short');
  const cancelled = `/api/v3/futures/order-history?name=${name}&state=cancelled`;
  expect((await waiting.get(cancelled)).body.orders).toMatchObject([{ side: 'long', effect: 'open' }]);
  const listed = (await exchange.visitor.get('/api/v3/futures/markets')).body;
  expect(listed.delisted).toEqual([name]);
  expect(listed.markets.map((one: { name: string }) => one.name)).not.toContain(name);
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.code).toBe('market_delisted');
  // Give every perpetual market an index, because the feed protects those without one.
  for (const one of exchange.services.instruments.perpetuals())
    index.set(one.market, core.perpetual(one.market)?.markTicks as number);
  await exchange.services.indexFeed.run();
  await exchange.services.fundings.run();
  index.clear();
  // Once the pair is listed again, its name no longer refers to a delisted market.
  const view = core.perpetual(id);
  if (view === undefined) throw new Error('the market is unknown');
  await exchange.submit({ ...view, kind: 'ListPerpetual', market: 900, status: 'halted' });
  expect((await exchange.visitor.get('/api/v3/futures/markets')).body.delisted).toEqual([]);
  expect((await exchange.services.futuresRisk.positions()).has(id)).toBe(false);
});

test('in a halted perpetual market, positions without enough margin are liquidated before the others are closed', async () => {
  const name = 'ETH-USDT-PERP';
  const [long, short] = await Promise.all([funded('1000'), funded('1000')]);
  const order_per_unit = await priceOf(name);
  const order = { name, effect: 'open', trade_type: 'limit', number_of_order: '1', order_per_unit };
  expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
  expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  const id = exchange.services.instruments.byName('web', name)?.market as number;
  const { core } = exchange.services;
  await ask(name, 'stop', lister, { status: 'halted' });
  const fallen = priceTicks(Math.round((core.perpetual(id)?.markTicks ?? 0) / 2));
  await exchange.submit({ kind: 'SetMarkPrice', market: id, markTicks: fallen });
  index.set(id, fallen);
  expect(await approve(await ask(name))).toMatchObject({ state: 'done' });
  index.delete(id);
  await exchange.services.delistings.run();
  // The halt is not ended, because that would liquidate positions at an unconfirmed price.
  expect(await market(name)).toMatchObject({ status: 'halted', delisting_obstacle: 'index_unconfirmed' });
  // One person halts a market that is being delisted, which cancels the delisting.
  expect((await ask(name, 'stop', lister, { status: 'halted' })).status).toBe(200);
  index.set(id, fallen);
  await exchange.services.delistings.run();
  expect(await market(name)).toMatchObject({ status: 'halted', is_delisting: false });
  expect((await ask(name, 'stop', lister, { status: 'halted' })).body.code).toBe('nothing_to_change');
  // The core halts the market again, as if the liquidation had no counterparty. This second halt is not ended
  // immediately.
  const { delistings, sequencer } = exchange.services;
  const submit = sequencer.submit;
  let ended = 0;
  sequencer.submit = async (command) => {
    const isEnd = command.kind === 'SetMarketStatus' && command.status === 'cancel_only';
    if (isEnd) ended += 1;
    return submit.call(sequencer, isEnd ? { ...command, status: 'halted' } : command);
  };
  expect(await approve(await ask(name))).toMatchObject({ state: 'done' });
  for (let cycle = 0; cycle < 3; cycle += 1) await delistings.run();
  sequencer.submit = submit;
  expect(ended).toBe(1);
  expect(await market(name)).toMatchObject({ status: 'halted', delisting_obstacle: 'market_halted' });
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds: 300 });
  await delistings.run();
  await expect.poll(() => market(name)).toMatchObject({ status: 'delisted', is_delisting: false });
  expect(core.perpetual(id)).toMatchObject({ openInterestLots: 0, markTicks: fallen });
  expect(core.balance(systemOwners.clearing, 'future', core.perpetual(id)?.quote ?? 0).availableUnits).toBe(0);
  const trades = async () => (await long.get('/api/v3/futures/trade-history')).body.trades[0];
  await expect.poll(trades).toMatchObject({ role: 'liquidated', effect: 'close' });
});

test('a delisted pair is listed again as a new market', async () => {
  const asked = await lister.post('/api/v3/console/markets/ask-for', {
    base: 'SOL',
    quote: 'USDT',
    tick: '0.01',
    lot: '0.01',
    reference_price: '80',
    minimum_amount: '0.05',
    maximum_amount: '250000',
    minimum_total: '5',
    maximum_total: '1000000',
    band_percent: '10',
    maximum_open_orders: 200,
    reason,
  });
  const before = exchange.services.instruments.byName('web', 'SOLUSDT')?.market;
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await market('SOLUSDT')).toMatchObject({ status: 'halted' });
  expect(exchange.services.instruments.byName('web', 'SOLUSDT')?.market).not.toBe(before);
  expect(await approve(await ask('SOLUSDT', 'ask-to-open'))).toMatchObject({ state: 'done' });
  const [buyer, seller] = [await exchange.client({ USDT: '1000' }), await exchange.client({ SOL: '5' })];
  expect((await seller.order({ ...bid('SOLUSDT', '80'), delegate_type: 'SELL' })).status).toBe(200);
  expect((await buyer.order(bid('SOLUSDT', '80'))).status).toBe(200);
  expect(await buyer.available('SOL')).toBe('1.000000');
});

test('the history of a pair contains its orders and trades in the delisted market and in the new one', async () => {
  const name = 'DOGEUSDT';
  const [buyer, seller] = [await exchange.client({ USDT: '1000' }), await exchange.client({ DOGE: '1000' })];
  const before = exchange.services.instruments.byName('web', name);
  const price = await priceOf(name);
  const trade = async () => {
    const terms = { name, trade_type: 'limit', number_of_order: '100', order_per_unit: price };
    expect((await seller.order({ ...terms, delegate_type: 'SELL' })).status).toBe(200);
    expect((await buyer.order({ ...terms, delegate_type: 'BUY' })).status).toBe(200);
  };
  await trade();
  await delist(name);
  const { rules } = before as NonNullable<typeof before>;
  const again = { ...rules, kind: 'ListMarket', market: 902, status: 'open' } as const;
  await exchange.submit(again);
  exchange.services.instruments.forget();
  expect(exchange.services.instruments.byName('web', name)?.market).toBe(902);
  await trade();

  const reached = { 'x-min-position': String(exchange.services.core.position) };
  const read = async (path: string) => (await buyer.get(`/api/v3/${path}`, reached)).body;
  for (const filter of ['', `name=${name}`, `name=${name}&sort=oldest`]) {
    expect((await read(`trades/order-histories?${filter}`)).orders).toHaveLength(2);
    expect((await read(`trades/trade-histories?${filter}`)).trades).toHaveLength(2);
    for (const tab of ['order', 'trade'])
      expect((await read(`history.csv?tab=${tab}&${filter}`)).trimEnd().split('\r\n')).toHaveLength(1 + 2);
  }
  expect((await read(`buy-history?name=${name}`)).buy).toHaveLength(2);
});

test('the futures history of a market contains its rows from before and after it was delisted', async () => {
  const name = 'SOL-USDT-PERP';
  const [long, short] = await Promise.all([funded('1000'), funded('1000')]);
  const order_per_unit = await priceOf(name);
  const open = async () => {
    const order = { name, effect: 'open', trade_type: 'limit', number_of_order: '1', order_per_unit };
    expect((await short.post('/api/v3/futures/orders', { ...order, side: 'short' })).status).toBe(200);
    expect((await long.post('/api/v3/futures/orders', { ...order, side: 'long' })).body.result.state).toBe('APPROVED');
  };
  await open();
  const { rules } = exchange.services.instruments.byName('web', name) as { rules: object };
  const { market: id } = rules as { market: number };
  const { markTicks } = exchange.services.core.perpetual(id) as { markTicks: number };
  index.set(id, markTicks);
  await delist(name);
  await exchange.submit({ ...rules, kind: 'ListPerpetual', market: 901, markTicks, status: 'open' } as never);
  exchange.services.instruments.forget();
  expect(exchange.services.instruments.byName('web', name)?.market).toBe(901);
  await open();

  const reached = { 'x-min-position': String(exchange.services.core.position) };
  const read = async (path: string) => (await long.get(`/api/v3/futures/${path}`, reached)).body;
  for (const filter of ['', `name=${name}`, `name=${name}&side=long&sort=oldest`]) {
    expect((await read(`order-history?${filter}`)).orders).toHaveLength(2);
    expect((await read(`trade-history?${filter}`)).trades).toHaveLength(3);
    expect((await read(`position-history?${filter}`)).positions).toHaveLength(1);
    expect((await read(`history.csv?tab=trade&${filter}`)).trimEnd().split('\r\n')).toHaveLength(1 + 3);
  }
});

test('a server that is stopped during a delisting continues it after the next start', async () => {
  const { url, folder, drop } = await TestExchange.installation();
  const first = await TestExchange.openOn(url, folder);
  await stopDuty(first.exchange, 'delistings');
  const client = await first.client({ USDT: '1000' });
  expect((await client.order(bid('SOLUSDT', '80'))).status).toBe(200);
  const [one, two] = [await first.staff('listing'), await first.staff('listing')];
  const { sequencer } = first.services;
  const submit = sequencer.submit;
  sequencer.submit = (command) =>
    command.kind === 'SetMarketStatus' && command.status === 'delisted'
      ? Promise.reject(new Error('the server stops'))
      : submit.call(sequencer, command);
  const asked = await ask('SOLUSDT', 'ask-to-delist', one);
  expect(await approve(asked, two)).toMatchObject({ state: 'done' });
  await expect(first.services.delistings.run()).rejects.toThrow('the server stops');
  sequencer.submit = submit;
  const id = first.services.instruments.byName('web', 'SOLUSDT')?.market as number;
  expect(first.services.core.market(id)?.status).toBe('cancel_only');
  await first.close();
  const next = await TestExchange.openOn(url, folder, {}, drop);
  await expect.poll(() => next.services.core.market(id)?.status, { timeout: 15_000 }).toBe('delisted');
  await expect
    .poll(() => next.query('select finished_at is not null as done from delisting'))
    .toEqual([{ done: true }]);
  await next.close();
});
