import { afterAll, beforeAll, expect, test } from 'vitest';
import { BitstampStandIn } from '../providers/market-feed/testing/bitstamp-stand-in.ts';
import { KrakenStandIn } from '../providers/market-feed/testing/kraken-stand-in.ts';
import { OkxStandIn } from '../providers/market-feed/testing/okx-stand-in.ts';
import { stopDuty, TestExchange, type TestResponse, type TestStaff } from '../testing/test-exchange.ts';

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
  reference_price: '800',
  maximum_leverage: 50,
  maintenance_percent: '0.8',
  risk_limit: '50000',
  risk_step: '250000',
  risk_step_percent: '0.5',
  liquidation_fee_percent: '0.25',
  maximum_position: '5000',
  maximum_open_interest: '100000',
};

let okx: OkxStandIn;
let kraken: KrakenStandIn;
let bitstamp: BitstampStandIn;
let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
let quiet: NodeJS.Timeout;
beforeAll(async () => {
  // Another coin has the code LTC at OKX, where Litecoin is called LTC2.
  okx = await OkxStandIn.open({ 'LTC-USDT': 9_000, 'LTC2-USDT': 800, 'BTC-USDT': 66_461 });
  kraken = await KrakenStandIn.open({ 'LTC/USDT': 800, 'BTC/USDT': 66_461 });
  bitstamp = await BitstampStandIn.open({ btcusdt: 66_461 });
  exchange = await TestExchange.open({
    INDEX_SOURCES: 'okx,kraken,bitstamp',
    INDEX_OKX_URL: okx.url,
    INDEX_KRAKEN_URL: kraken.url,
    INDEX_BITSTAMP_URL: bitstamp.url,
  });
  await stopDuty(exchange.exchange, 'mark prices');
  // A source whose order books do not change becomes stale, so the prices are repeated.
  quiet = setInterval(() => {
    okx.price('BTC-USDT', 66_461);
    kraken.price('BTC/USDT', 66_461);
    bitstamp.price('btcusdt', 66_461);
  }, 200);
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(async () => {
  clearInterval(quiet);
  await exchange.close();
  await Promise.all([okx.close(), kraken.close(), bitstamp.close()]);
});

const chosen = (symbols: Readonly<Record<string, string>>) => ({
  index_sources: Object.entries(symbols).map(([source, symbol]) => ({ source, symbol })),
});
const right = chosen({ okx: 'LTC2-USDT', kraken: 'LTC-USDT' });
const ask = (changes: object = {}) =>
  lister.post('/api/v3/console/markets/ask-for-perpetual', {
    ...form,
    ...changes,
    reason: 'Approved by the committee',
  });
const askForSources = (sources: object, name = NAME) =>
  lister.post('/api/v3/console/markets/ask-for-index-sources', { name, ...sources, reason: 'Renamed at the source' });
const approve = async ({ status, body }: TestResponse) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
};
const faultOf = ({ body: { code, parameters } }: TestResponse) =>
  code === 'listing_invalid' ? `${parameters.reason} ${parameters.most ?? ''}`.trim() : code;
const index = async (name = NAME) => {
  await exchange.services.indexFeed.run();
  const { indexes } = (await exchange.visitor.get('/api/v3/futures/index')).body;
  return indexes.find((one: { name: string }) => one.name === name);
};
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 20_000, interval: 100 });

test('the check shows the state and price of the symbol at each source, and the index of all sources', async () => {
  const check = async (symbols: string) =>
    (await lister.get(`/api/v3/console/index-sources/check?base=LTC&quote=USDT&symbols=${symbols}`)).body;
  const states = async (symbols: string) =>
    (await check(symbols)).sources.map(({ state }: { state: string }) => state).join();
  await eventually(() => states('okx:LTC2-USDT,kraken:LTC-USDT,bitstamp:LTC-USDT')).toBe('priced,priced,waiting');
  await eventually(() => states('okx:NOPE-USDT,kraken:NOPE-USDT')).toBe('unknown,unknown');
  const { sources, price } = await check('okx:LTC2-USDT,kraken:LTC-USDT');
  expect([Math.round(Number(price)), Math.round(Number(sources[0].price)), sources[0].source]).toEqual([
    800,
    800,
    'okx',
  ]);
  expect((await check('okx:LTC-USDT,kraken:LTC-USDT')).price).toBe('');
});

test('sources that are unknown, too few, without the symbol, or that contradict each other are refused', async () => {
  expect(faultOf(await ask(chosen({ okx: 'LTC2-USDT' })))).toBe('index_sources_too_few 2');
  expect(faultOf(await ask(chosen({ okx: 'LTC2-USDT', binance: 'LTC-USDT' })))).toBe('index_source_unknown binance');
  expect(faultOf(await ask(chosen({ okx: 'LTC2-BTC', kraken: 'LTC-USDT' })))).toBe('index_symbol_malformed LTC2-BTC');
  expect(faultOf(await ask(chosen({ okx: 'NOPE-USDT', kraken: 'LTC-USDT' })))).toBe('index_symbol_unknown NOPE-USDT');
  expect(faultOf(await ask(chosen({ okx: 'LTC-USDT', kraken: 'LTC-USDT' })))).toBe('no_index');
  expect((await ask({ index_sources: [{ source: 'okx', symbol: 'ltc' }] })).body.code).toBe('invalid_request');
  // If no sources are chosen, all are used with the coin's own code. LTC is another coin at OKX, so the prices differ
  // too much for an index.
  expect(faultOf(await ask())).toBe('no_index');
});

test('a market is listed with its own symbols, and another coin under the same code does not move its index', async () => {
  const asked = await ask(right);
  const { approvals } = (await second.get('/api/v3/console/approvals?list=waiting')).body;
  expect(approvals.find(({ id }: { id: number }) => id === asked.body.approval).after).toMatchObject({
    index_sources: 'okx LTC2-USDT, kraken LTC-USDT',
  });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await index()).toMatchObject({ state: 'confirmed', price: '800.000', used_sources: 2, needed_sources: 2 });
  expect((await index()).sources.map(({ name }: { name: string }) => name)).toEqual(['OKX', 'Kraken']);
  okx.price('LTC-USDT', 12_000);
  kraken.price('LTC/USDT', 802);
  await eventually(async () => (await index()).price).toBe('801.000');
  const { sources, markets } = (await lister.get('/api/v3/console/index-sources')).body;
  expect(sources.map(({ source }: { source: string }) => source)).toEqual(['okx', 'kraken', 'bitstamp']);
  expect(markets.find(({ name }: { name: string }) => name === NAME)).toMatchObject({ is_chosen: true, ...right });
  expect(markets.find(({ name }: { name: string }) => name === 'BTC-USDT-PERP')).toMatchObject({
    is_chosen: false,
    ...chosen({ okx: 'BTC-USDT', kraken: 'BTC-USDT', bitstamp: 'BTC-USDT' }),
  });
});

test('a market without a choice uses all three sources, and one of them may stop', async () => {
  await eventually(async () => (await index('BTC-USDT-PERP')).used_sources).toBe(3);
  okx.state('BTC-USDT', 'suspend');
  await eventually(async () => (await index('BTC-USDT-PERP')).used_sources).toBe(2);
  expect(await index('BTC-USDT-PERP')).toMatchObject({ state: 'confirmed', needed_sources: 2 });
  okx.state('BTC-USDT', 'live');
  await eventually(async () => (await index('BTC-USDT-PERP')).used_sources).toBe(3);
});

test('two people change the sources of a listed market; the change outlives a restart of the feed', async () => {
  const name = 'BTC-USDT-PERP';
  const two = chosen({ okx: 'BTC-USDT', bitstamp: 'BTC-USDT' });
  expect((await askForSources(right)).body.code).toBe('nothing_to_change');
  expect(faultOf(await askForSources(chosen({ okx: 'BTC-USDT', bitstamp: 'LTC-USDT' }), name))).toBe(
    'index_symbol_unpriced LTC-USDT',
  );
  const asked = await askForSources(two, name);
  const outdated = await askForSources(chosen({ kraken: 'BTC-USDT', bitstamp: 'BTC-USDT' }), name);
  expect(await approve(asked)).toMatchObject({ state: 'done', kind: 'index_sources' });
  expect(await approve(outdated)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect((await index(name)).sources.map((one: { name: string }) => one.name)).toEqual(['OKX', 'Bitstamp']);
  expect(
    await exchange.query('select source, symbol from index_sources where base = $1 order by source', ['BTC']),
  ).toEqual([
    { source: 'bitstamp', symbol: 'BTC-USDT' },
    { source: 'okx', symbol: 'BTC-USDT' },
  ]);
  expect((await askForSources(two, 'NOPE-USDT-PERP')).body.code).toBe('unknown_market');
  expect((await second.post('/api/v3/console/markets/ask-for-index-sources', {})).body.code).toBe('invalid_request');
});
