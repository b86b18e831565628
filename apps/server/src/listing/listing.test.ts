import { type AssetId, type OwnerId, systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Instrument } from '../kit/instruments.ts';
import { sandboxReference } from '../sandbox/outside-reference.ts';
import { type Caller, TestExchange, type TestResponse, type TestStaff } from '../testing/test-exchange.ts';
import { listCoin, listMarket } from './list.ts';
import { readMarketUnits } from './market-form.ts';

let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open();
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(() => exchange.close());

const ton = { full_name: 'Toncoin', type: 'MAIN', home: true, pos: true, pow: false, innovation: false, rank: 22 };
const limits = {
  minimum_amount: '0.05',
  maximum_amount: '250000',
  minimum_total: '5',
  maximum_total: '1000000',
  band_percent: '10',
  maximum_open_orders: 200,
};
const steps = { tick: '0.001', lot: '0.01', reference_price: '3.184' };
const reason = 'Approved by the listing committee';

const ask = (what: 'coins' | 'markets', how: string, body: object, who: Caller = lister) =>
  who.post(`/api/v3/console/${what}/${how}`, { ...body, reason });
/** Requests the listing of a coin with a unique full name. */
const askForCoin = (coin: string, changes: object = {}) =>
  ask('coins', 'ask-for', {
    coin,
    scale: 8,
    ...ton,
    full_name: coin === 'TON' ? 'Toncoin' : `The coin ${coin}`,
    ...changes,
  });
const askForMarket = (base: string, changes: object = {}) =>
  ask('markets', 'ask-for', { base, quote: 'USDT', ...steps, ...limits, ...changes });
async function approve({ status, body }: TestResponse): Promise<{ readonly state: string; readonly failure: string }> {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
const market = async (name: string) => {
  const { markets } = (await lister.get('/api/v3/console/markets')).body;
  return markets.find((one: { name: string }) => one.name === name);
};

test('after two operators have listed a coin and its market and opened it, clients can trade it', async () => {
  const [buyer, seller] = [await exchange.client({ USDT: '1000' }), await exchange.client({ USDT: '1000' })];
  const asked = await askForCoin('TON');
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  const { coins } = (await lister.get('/api/v3/console/coins')).body;
  expect(coins.find((one: { coin: string }) => one.coin === 'TON')).toEqual({
    coin: 'TON',
    scale: 8,
    ...ton,
    is_described: true,
    image: '',
    profile: {
      issue_date: '',
      max_supply: '',
      total_supply: '',
      circulating_supply: '',
      supply_date: '',
      supply_source: '',
      ranking: '',
      market_cap: '',
      market_dominance: '',
      figures_date: '',
      figures_source: '',
      all_time_high: '',
      all_time_high_date: '',
      all_time_low: '',
      all_time_low_date: '',
      records_date: '',
      records_source: '',
      intro: '',
    },
    held_by_clients: '0.00000000',
    ledger_limit: '90071992.54740991',
    networks: [],
    markets: [],
  });

  expect(await approve(await askForMarket('TON'))).toMatchObject({ state: 'done' });
  expect(await market('TONUSDT')).toEqual({
    name: 'TONUSDT',
    is_perpetual: false,
    base: 'TON',
    quote: 'USDT',
    status: 'halted',
    is_delisting: false,
    delisting_obstacle: '',
    delisting_at: null,
    ended_term_days: 0,
    open_interest: '',
    ...limits,
    ...steps,
    max_slippage_percent: '1',
    is_reference_set: false,
    last_price: '',
  });
  const bid = {
    name: 'TONUSDT',
    delegate_type: 'BUY',
    trade_type: 'limit',
    number_of_order: '10',
    order_per_unit: '3.2',
  };
  expect((await buyer.order(bid)).body.code).toBe('market_halted');

  expect(await approve(await ask('markets', 'ask-to-open', { name: 'TONUSDT' }))).toMatchObject({
    state: 'done',
  });
  expect(await market('TONUSDT')).toMatchObject({ status: 'open', reference_price: '3.184' });
  // Nobody has deposited any TON, so the treasury provides some.
  const ton1 = exchange.services.instruments.assetByCode('TON');
  await give(seller.owner, ton1?.asset ?? 0, 100 * 10 ** 8);
  expect((await buyer.order(bid)).status).toBe(200);
  expect((await seller.order({ ...bid, delegate_type: 'SELL' })).status).toBe(200);
  expect(await buyer.available('TON')).toBe('10.00000000');
  const { coinpair } = (await exchange.visitor.get('/api/v3/all-pairs')).body;
  expect(coinpair.find((one: { name: string }) => one.name === 'TON')).toMatchObject({
    full_name: 'Toncoin',
    close: '3.200',
  });
  expect(
    (await exchange.visitor.get('/api/v1/home/coins')).body.coinpair.map((one: { name: string }) => one.name),
  ).toContain('TON');
});

test('one operator can stop a market immediately; opening it again needs two operators', async () => {
  const stop = (status: string) => ask('markets', 'stop', { name: 'SOLUSDT', status });
  const client = await exchange.client({ USDT: '1000' });
  const bid = {
    name: 'SOLUSDT',
    delegate_type: 'BUY',
    trade_type: 'limit',
    number_of_order: '1',
    order_per_unit: '80',
  };
  const { body: order } = await client.order(bid);
  expect((await stop('cancel_only')).body.market).toMatchObject({ status: 'cancel_only' });
  expect((await client.order(bid)).body.code).toBe('market_cancel_only');
  expect((await stop('cancel_only')).body.code).toBe('nothing_to_change');
  expect((await client.post('/api/v3/orders/cancel', { order_id: order.order_id })).status).toBe(200);
  expect((await stop('halted')).body.market).toMatchObject({ status: 'halted' });
  expect(await approve(await ask('markets', 'ask-to-open', { name: 'SOLUSDT' }))).toMatchObject({ state: 'done' });
  expect((await client.order(bid)).status).toBe(200);
  expect((await ask('markets', 'ask-to-open', { name: 'SOLUSDT' })).body.code).toBe('nothing_to_change');
});

test('one operator stops a perpetual market, and two open it again', async () => {
  const name = 'BTC-USDT-PERP';
  const stop = (status: string) => ask('markets', 'stop', { name, status });
  expect(await market(name)).toMatchObject({ is_perpetual: true, status: 'open', base: 'BTC', quote: 'USDT' });
  expect((await stop('halted')).body.market).toMatchObject({ name, status: 'halted' });
  expect((await stop('halted')).body.code).toBe('nothing_to_change');
  // A halted market cannot be changed to cancel-only, because liquidations would start again.
  expect((await stop('cancel_only')).body.code).toBe('perpetual_halted');
  const [{ status }] = (await exchange.visitor.get('/api/v3/futures/markets')).body.markets;
  expect(status).toBe('halted');
  const { indexFeed, clock } = exchange.services;
  expect(await ask('markets', 'ask-to-open', { name })).toMatchObject({
    body: { code: 'listing_invalid', parameters: { reason: 'no_index' } },
  });
  indexFeed.add({ name: 'a test', quote: () => ({ ticks: 664_610, atMs: clock() }) });
  expect(await approve(await ask('markets', 'ask-to-open', { name }))).toMatchObject({ state: 'done' });
  await expect.poll(() => market(name)).toMatchObject({ status: 'open' });
});

test('a perpetual market that the core halts while an operator is making it cancel-only stays halted', async () => {
  const { core, approvals, instruments } = exchange.services;
  const { market } = instruments.byName('web', 'ETH-USDT-PERP') as { market: number };
  const overtake = approvals.overtake.bind(approvals);
  approvals.overtake = async (...wish) => {
    await overtake(...wish);
    await exchange.submit({ kind: 'SetMarketStatus', market, status: 'halted' });
  };
  const stopped = await ask('markets', 'stop', { name: 'ETH-USDT-PERP', status: 'cancel_only' });
  approvals.overtake = overtake;
  expect(stopped.body.code).toBe('perpetual_halted');
  expect(core.perpetual(market)?.status).toBe('halted');
});

test('stopping a market closes earlier requests to open it', async () => {
  const stop = (status: string) => ask('markets', 'stop', { name: 'XRPUSDT', status });
  await stop('cancel_only');
  const pending = [
    await ask('markets', 'ask-to-open', { name: 'XRPUSDT' }),
    await ask('markets', 'ask-to-open', { name: 'XRPUSDT' }, second),
  ];
  await stop('halted');
  for (const { body } of pending)
    expect(
      (await exchange.query('select state, decision_reason from approval where id = $1', [body.approval]))[0],
    ).toMatchObject({
      decision_reason: reason,
    });
  const approved = await second.post('/api/v3/console/approvals/approve', { id: pending[0]?.body.approval });
  expect(approved.body.code).toBe('approval_decided');
  expect(await market('XRPUSDT')).toMatchObject({ status: 'halted' });
});

test('a market’s limits are changed by two people; a concurrent change voids the earlier request', async () => {
  const {
    name,
    is_perpetual,
    is_delisting,
    delisting_obstacle,
    delisting_at,
    ended_term_days,
    open_interest,
    base,
    quote,
    status,
    tick,
    lot,
    reference_price,
    is_reference_set,
    last_price,
    ...before
  } = await market('ETHUSDT');
  const askFor = (changes: object) => ask('markets', 'ask-for-rules', { name: 'ETHUSDT', ...before, ...changes });
  expect((await askFor({})).body.code).toBe('nothing_to_change');
  expect((await askFor({ minimum_amount: '0.00001' })).body).toMatchObject({
    code: 'listing_invalid',
    parameters: { reason: 'not_whole_lots', field: 'minimum_amount' },
  });
  const [first, other] = [await askFor({ band_percent: '5' }), await askFor({ band_percent: '7' })];
  expect(await approve(first)).toMatchObject({ state: 'done' });
  expect(await approve(other)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect(await market('ETHUSDT')).toMatchObject({ band_percent: '5' });
});

test('a market has its own default slippage, chosen at its listing and changed by two people', async () => {
  const [maker, taker] = [await exchange.client({ USDT: '1000' }), await exchange.client({ USDT: '1000' })];
  expect(await approve(await askForCoin('SLIP'))).toMatchObject({ state: 'done' });
  for (const max_slippage_percent of ['50.0001', '0.00001'])
    expect((await askForMarket('SLIP', { max_slippage_percent })).body).toMatchObject({
      code: 'listing_invalid',
      parameters: { reason: 'rate_range', field: 'max_slippage_percent' },
    });
  expect(await approve(await askForMarket('SLIP', { max_slippage_percent: '2.50' }))).toMatchObject({ state: 'done' });
  expect(await market('SLIPUSDT')).toMatchObject({ max_slippage_percent: '2.5' });
  expect(await approve(await ask('markets', 'ask-to-open', { name: 'SLIPUSDT' }))).toMatchObject({ state: 'done' });
  const shownToClients = async () => {
    const { markets } = (await exchange.visitor.get('/api/v3/markets')).body;
    return markets.find(({ name }: { name: string }) => name === 'SLIPUSDT').max_slippage_percent;
  };
  expect(await shownToClients()).toBe('2.5000');

  const asset = exchange.services.instruments.assetByCode('SLIP')?.asset ?? 0;
  await give(maker.owner, asset, 100 * 10 ** 8);
  const name = 'SLIPUSDT';
  for (const order_per_unit of ['3.000', '3.060', '3.120'])
    await maker.order({ name, delegate_type: 'SELL', trade_type: 'limit', number_of_order: '5', order_per_unit });
  const filledOf = async (delegate: object) => {
    const order = { name, delegate_type: 'BUY', trade_type: 'market', number_of_order: '15', order_per_unit: '3.000' };
    return Number((await taker.order({ ...order, ...delegate })).body.result?.filled ?? 0);
  };
  // The order fills the asks at the price shown and 2% above it, but not the ask 4% above it.
  expect(await filledOf({})).toBe(10);

  const { max_slippage_percent, ...rest } = await market(name);
  const askFor = (changes: object) => ask('markets', 'ask-for-rules', { name, ...limits, ...changes });
  expect((await askFor({ max_slippage_percent: '2.500' })).body.code).toBe('nothing_to_change');
  expect((await askFor({ max_slippage_percent: '51' })).body.code).toBe('listing_invalid');
  const [first, other] = [
    await askFor({ max_slippage_percent: '1.9' }),
    await askFor({ max_slippage_percent: '30', band_percent: '20' }),
  ];
  expect(await approve(first)).toMatchObject({ state: 'done', before: { max_slippage_percent: '2.5' } });
  expect(await approve(other)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect(await market(name)).toEqual({ ...rest, max_slippage_percent: '1.9' });
  expect(await shownToClients()).toBe('1.9000');
  await maker.order({
    name,
    delegate_type: 'SELL',
    trade_type: 'limit',
    number_of_order: '5',
    order_per_unit: '3.060',
  });
  expect(await filledOf({})).toBe(0);
  expect(await filledOf({ max_slippage: 20_000, number_of_order: '2' })).toBe(2);
});

test('an approved change of limits and slippage is completed if only the limits reached the log', async () => {
  const { max_slippage_percent: _, status: __, ...rest } = await market('XRPUSDT');
  const wish = { maximum_open_orders: 150, max_slippage_percent: '3' };
  const body = Object.fromEntries(Object.keys(limits).map((key) => [key, rest[key]]));
  const asked = await ask('markets', 'ask-for-rules', { name: 'XRPUSDT', ...body, ...wish });
  const { rules, market: number } = exchange.services.instruments.byName('web', 'XRPUSDT') as Instrument;
  const { tickLotUnits, lotUnits, minSizeLots, maxSizeLots, minNotionalUnits, maxNotionalUnits, bandPpm } = rules;
  await exchange.submit({
    kind: 'ChangeMarketRules',
    market: number,
    ...{ tickLotUnits, lotUnits, minSizeLots, maxSizeLots, minNotionalUnits, maxNotionalUnits, bandPpm },
    maxOpenOrders: 150,
  });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await market('XRPUSDT')).toMatchObject({ ...wish });
  await expect(
    exchange.query('update market_slippage set slippage_ppm = 1 where market = $1', [number]),
  ).rejects.toThrow('versions of the settings are kept as they were');
});

test('markets without their own default slippage use the exchange’s', async () => {
  const administrator = await exchange.staff('administrator');
  const { version } = (await administrator.get('/api/v3/console/settings')).body;
  const change = { base_version: version, max_slippage_ppm: 8_000, reason };
  expect((await administrator.post('/api/v3/console/settings/change', change)).status).toBe(200);
  expect(await market('BTCUSDT')).toMatchObject({ max_slippage_percent: '0.8' });
  expect(await market('BTC-USDT-PERP')).toMatchObject({ max_slippage_percent: '0.8' });
  expect(await market('XRPUSDT')).toMatchObject({ max_slippage_percent: '3' });
});

test('a coin or market that cannot be listed is refused before approval is requested', async () => {
  expect((await askForCoin('BTC')).body).toMatchObject({ code: 'listed_already', parameters: { name: 'BTC' } });
  expect((await askForCoin('btc')).body.code).toBe('invalid_request');
  expect((await askForMarket('BTC')).body.code).toBe('listed_already');
  expect((await askForMarket('USDT')).body.code).toBe('listed_already');
  expect((await askForMarket('NOSUCH')).body.code).toBe('unknown_coin');
  expect((await askForMarket('ETH', { quote: 'BTC' })).body.code).toBe('invalid_request');
  expect(await approve(await askForCoin('APT'))).toMatchObject({ state: 'done' });
  expect((await askForMarket('APT', { tick: '0.0001', lot: '0.001' })).body).toMatchObject({
    code: 'listing_invalid',
    parameters: { reason: 'tick_times_lot', field: 'lot', decimals: '6' },
  });
  const support = await exchange.staff('support');
  expect((await ask('coins', 'ask-for', { coin: 'ABC', scale: 8, ...ton }, support)).body.code).toBe('not_permitted');
  expect((await ask('markets', 'stop', { name: 'BTCUSDT', status: 'halted' }, support)).body.code).toBe(
    'not_permitted',
  );
});

test('a coin cannot have fewer decimals than its amounts in the table of coins and networks', async () => {
  const { exchangeSettings } = exchange.services;
  const { coinNetworks } = exchangeSettings.current();
  const change = async (minimumDeposit: string) => {
    const row = { ...coinNetworks[0], coin: 'FINE', minimumDeposit } as (typeof coinNetworks)[number];
    await exchangeSettings.change({
      baseVersion: exchangeSettings.version(),
      changes: { coinNetworks: [...coinNetworks, row] },
      changedBy: 'a test',
      reason,
    });
  };
  await change('0.01');
  const asked = await askForCoin('FINE', { scale: 2 });
  await change('0.001');
  expect(await approve(asked)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  expect((await askForCoin('FINE', { scale: 2 })).body).toMatchObject({
    code: 'listing_invalid',
    parameters: { reason: 'network_decimals', field: 'scale', most: coinNetworks[0]?.network },
  });
  const { coin_networks, settings_version } = (await lister.get('/api/v3/console/coins')).body;
  expect(coin_networks.at(-1)).toMatchObject({ coin: 'FINE', minimum_deposit: '0.001' });
  expect(settings_version).toBe(exchangeSettings.version());
  expect(await approve(await askForCoin('FINE', { scale: 3 }))).toMatchObject({ state: 'done' });
});

test('of two requests to list the same coin or market, the second does nothing', async () => {
  const [first, other] = [await askForCoin('SUI'), await askForCoin('SUI', { scale: 6 })];
  expect(await approve(first)).toMatchObject({ state: 'done' });
  expect(await approve(other)).toMatchObject({ state: 'failed', failure: 'listed_already' });
  const [market1, market2] = [await askForMarket('SUI'), await askForMarket('SUI', { band_percent: '20' })];
  expect((await Promise.all([approve(market1), approve(market2)])).map(({ state }) => state).sort()).toEqual([
    'done',
    'failed',
  ]);
});

test('a coin’s description is changed by two people, and no coin can take the name of another', async () => {
  const describe = (changes: object) => ask('coins', 'ask-to-describe', { coin: 'BTC', ...ton, rank: 1, ...changes });
  const asked = await describe({ full_name: 'Bitcoin Core' });
  const other = await describe({ full_name: 'Bitcoin (BTC)' });
  const namesOf = async () => {
    const { coinpair } = (await exchange.visitor.get('/api/v3/all-pairs')).body;
    return coinpair.find((one: { name: string }) => one.name === 'BTC').full_name;
  };
  expect(await namesOf()).toBe('Bitcoin');
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await namesOf()).toBe('Bitcoin Core');
  expect(await approve(other)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect((await describe({ full_name: 'Bitcoin Core' })).body.code).toBe('nothing_to_change');
  for (const name of ['Tether', 'tether.', 'USDT', 'Eth-ereum'])
    expect((await describe({ full_name: name })).body).toMatchObject({
      code: 'listing_invalid',
      parameters: { reason: 'name_taken' },
    });
  expect((await describe({ full_name: 'T\u0435ther' })).body.code).toBe('invalid_request');
  expect((await askForCoin('SHIB', { full_name: 'Bitcoin core' })).body.code).toBe('listing_invalid');
});

test('a coin cannot have another coin’s name as its code, or the code of a coin that is only registered as its name', async () => {
  const taken = { code: 'listing_invalid', parameters: { reason: 'name_taken' } };
  for (const coin of ['TETHER', 'SOLANA']) expect((await askForCoin(coin)).body).toMatchObject(taken);
  const { instruments, coins } = exchange.services;
  const description = { ...coins.byCode('SOL'), code: 'TETHER', fullName: 'The coin TETHER' };
  await expect(listCoin(exchange.services, { scale: 8, description })).rejects.toMatchObject(taken);

  const asset = 1 + Math.max(...[...instruments.assets()].map((one) => one.asset));
  await exchange.submit({ kind: 'RegisterAsset', asset, code: 'RAW', scale: 8 });
  expect((await askForCoin('NEW', { full_name: 'Raw' })).body).toMatchObject(taken);
  expect((await ask('coins', 'ask-to-describe', { coin: 'SOL', ...ton, full_name: 'Raw' })).body).toMatchObject(taken);
  expect((await ask('coins', 'ask-to-describe', { coin: 'RAW', ...ton, full_name: 'Raw' })).status).toBe(200);
});

test('an approval whose command is already in the log counts as executed, not as refused', async () => {
  const coin = {
    scale: 8,
    description: { ...exchange.services.coins.byCode('SOL'), code: 'OP', fullName: 'Optimism' },
  };
  await listCoin(exchange.services, coin);
  await listCoin(exchange.services, coin);
  await expect(listCoin(exchange.services, { ...coin, scale: 6 })).rejects.toMatchObject({ code: 'listed_already' });
});

test('an approved listing whose command is already in the log still stores the slippage', async () => {
  const { instruments } = exchange.services;
  expect(await approve(await askForCoin('RETRY'))).toMatchObject({ state: 'done' });
  const [asked, other] = [
    await askForMarket('RETRY', { max_slippage_percent: '4' }),
    await askForMarket('RETRY', { max_slippage_percent: '6' }),
  ];
  const [base, quote] = [instruments.assetByCode('RETRY'), instruments.assetByCode('USDT')];
  if (base === undefined || quote === undefined) throw new Error('a coin is missing');
  const units = readMarketUnits({ ...steps, ...limits }, base, quote);
  await listMarket(exchange.services, { base, quote, units });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await market('RETRYUSDT')).toMatchObject({ max_slippage_percent: '4' });
  expect(await approve(other)).toMatchObject({ state: 'failed', failure: 'listed_already' });
});

test('an approval whose command is refused because the exchange is busy stays pending, and succeeds later', async () => {
  const asked = await askForCoin('ARB');
  const { sequencer } = exchange.services;
  const busy = vi
    .spyOn(sequencer, 'submit')
    .mockImplementation(async () => ({ position: 0, refusal: 'busy', events: [] }));
  const refused = await second.post('/api/v3/console/approvals/approve', { id: asked.body.approval });
  busy.mockRestore();
  expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
});

/** Gives funds from the treasury, which may be overdrawn. */
async function give(owner: OwnerId, asset: AssetId, units: number): Promise<void> {
  await exchange.submit({
    kind: 'Transfer',
    by: systemOwners.treasury,
    purpose: 'correction',
    legs: [
      { owner: systemOwners.treasury, wallet: 'spot', asset, units: assetUnits(-units) },
      { owner, wallet: 'spot', asset, units: assetUnits(units) },
    ],
    reference: sandboxReference(`listing test ${owner} ${asset}`),
  });
}

test('each network of a coin must have at least its decimals, at the request and at the approval', async () => {
  const { networkCoins } = exchange.services;
  networkCoins.open([
    { network: 'TRC20', coin: 'COARSE', decimals: 6 },
    { network: 'BTC', coin: 'COARSE', decimals: 6 },
    { network: 'ERC20', coin: 'OTHER', decimals: 18 },
  ]);
  const refused = (reason_: string, parameters: object) => ({
    status: 422,
    body: { code: 'listing_invalid', parameters: { reason: reason_, field: 'scale', ...parameters } },
  });
  const tooFine = refused('scale_beyond_network', { network: 'TRC20', most: '6' });
  expect(await askForCoin('COARSE')).toMatchObject(tooFine);
  expect((await askForCoin('COARSE', { scale: 6 })).status).toBe(200);
  const before = await askForCoin('LATER');
  networkCoins.open([{ network: 'BEP20', coin: 'LATER', decimals: 7 }]);
  expect(await approve(before)).toMatchObject({ state: 'failed', failure: 'listing_invalid' });
  expect(exchange.services.instruments.assetByCode('LATER')).toBeUndefined();
});
