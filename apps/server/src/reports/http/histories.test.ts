import { orderTypes } from '@vitrine/contract';
import { systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;

const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });
const get = async (path: string, caller = client) => {
  const { status, body } = await caller.get(path, reached());
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const rowsOf = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
const today = () => new Date(exchange.services.clock()).toISOString().slice(0, 10);

const limit = (side: 'BUY' | 'SELL', size: string, price: string) => ({
  delegate_type: side,
  trade_type: 'limit',
  number_of_order: size,
  order_per_unit: price,
});

/**
 * 0.02 BTC is bought at 60,000.0 in two orders, and half of it is sold at 62,000.0. A buy and a sell are cancelled. 10
 * USDT are transferred between wallets.
 */
beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '5000' });
  other = await exchange.client({ BTC: '1', USDT: '5000' });
  for (const _ of ['two', 'buys']) {
    await other.order(limit('SELL', '0.01', '60000.0'));
    await client.order(limit('BUY', '0.01', '60000.0'));
  }
  await other.order(limit('BUY', '0.01', '62000.0'));
  await client.order(limit('SELL', '0.01', '62000.0'));
  for (const order of [limit('BUY', '0.01', '59000.0'), limit('SELL', '0.01', '64000.0')]) {
    const { order_id } = (await client.order(order)).body;
    await client.post('/api/v3/orders/cancel', { order_id });
  }
  await exchange.submit({
    kind: 'Transfer',
    by: client.owner,
    purpose: 'between_wallets',
    legs: [
      { owner: client.owner, wallet: 'spot', asset: 1, units: assetUnits(-10_000_000) },
      { owner: client.owner, wallet: 'funding', asset: 1, units: assetUnits(10_000_000) },
    ],
  });
});
afterAll(() => exchange.close());

describe('GET /api/v3/buy-history and sell-history', () => {
  test('return the orders of their side that have ended, in the specification’s terms', async () => {
    const { buy } = await get('/api/v3/buy-history');
    expect(buy.map((order: Record<string, string>) => [order.state, order.number_of_order, order.final_price])).toEqual(
      [
        ['DISSAPROVED', '0.01000', ''],
        ['APPROVED', '0.01000', '60000.000'],
        ['APPROVED', '0.01000', '60000.000'],
      ],
    );
    const { sell } = await get('/api/v3/sell-history');
    expect(sell.map(({ state }: { state: string }) => state)).toEqual(['DECLINED', 'APPROVED']);
    expect(sell[0].coin_pair).toEqual({ pair_name: 'BTCUSDT' });
  });

  test('return pages with cursors in both directions', async () => {
    const first = await get('/api/v3/buy-history?limit=2');
    expect(first.previous_cursor).toBeUndefined();
    const second = await get(`/api/v3/buy-history?limit=2&cursor=${first.next_cursor}`);
    expect(second.buy).toHaveLength(1);
    expect(second.next_cursor).toBeUndefined();
    expect((await get(`/api/v3/buy-history?limit=2&cursor=${second.previous_cursor}`)).buy).toEqual(first.buy);
  });

  test('filter by state, pair and days', async () => {
    expect((await get('/api/v3/buy-history?state=filled')).buy).toHaveLength(2);
    expect((await get('/api/v3/buy-history?state=cancelled')).buy).toHaveLength(1);
    expect((await get('/api/v3/buy-history?name=ETHUSDT')).buy).toEqual([]);
    expect((await get(`/api/v3/buy-history?from=${today()}&to=${today()}`)).buy).toHaveLength(3);
    expect((await get('/api/v3/buy-history?to=2020-01-01')).buy).toEqual([]);
    const refused = async (query: string) => (await client.get(`/api/v3/buy-history?${query}`)).body.code;
    expect(await refused('from=2026-02-31')).toBe('invalid_request');
    expect(await refused('from=2026-02-02&to=2026-02-01')).toBe('invalid_request');
    expect(await refused('name=NOSUCHUSDT')).toBe('unknown_market');
    expect(await refused('cursor=12')).toBe('invalid_request');
  });
});

describe.each([
  ['order-histories', 'orders', 'order', 5],
  ['trade-histories', 'trades', 'trade', 3],
] as const)('GET /api/v3/trades/%s', (path, field, tab, count) => {
  const read = async (query = '', caller = client) => (await get(`/api/v3/trades/${path}?${query}`, caller))[field];
  type Item = Readonly<Record<string, string>>;

  test('begins with the newest or the oldest row, and can be paged there and back', async () => {
    const whole = await read();
    expect(whole).toHaveLength(count);
    expect(await read('sort=oldest')).toEqual(whole.toReversed());
    for (const sort of ['newest', 'oldest']) {
      const first = await get(`/api/v3/trades/${path}?limit=2&sort=${sort}`);
      expect(first[field]).toEqual((await read(`sort=${sort}`)).slice(0, 2));
      expect(first.previous_cursor).toBeUndefined();
      const second = await get(`/api/v3/trades/${path}?limit=2&sort=${sort}&cursor=${first.next_cursor}`);
      expect(second[field]).toEqual((await read(`sort=${sort}`)).slice(2, 4));
      expect(await read(`limit=2&sort=${sort}&cursor=${second.previous_cursor}`)).toEqual(first[field]);
    }
  });

  test('filters by pair, side and days', async () => {
    const whole = await read();
    for (const side of ['BUY', 'SELL'])
      expect(await read(`delegate_type=${side}&name=BTCUSDT`)).toEqual(
        whole.filter((item: Item) => item.delegate_type === side),
      );
    expect(await read('name=ETHUSDT')).toEqual([]);
    expect(await read(`from=${today()}&to=${today()}`)).toEqual(whole);
    expect(await read('to=2020-01-01')).toEqual([]);
    const ids = new Set(whole.map(({ id }: Item) => id));
    const { next_cursor } = await get(`/api/v3/trades/${path}?limit=1&sort=oldest`);
    const stranger = await exchange.client();
    expect(await read(`cursor=${next_cursor}`, stranger)).toEqual([]);
    if (tab === 'order') for (const { id } of await read('', other)) expect(ids.has(id)).toBe(false);
    const refused = async (query: string) => (await client.get(`/api/v3/trades/${path}?${query}`)).body.code;
    expect(await refused('from=2026-02-02&to=2026-02-01')).toBe('invalid_request');
    expect(await refused('cursor=12')).toBe('invalid_request');
    expect(await refused('name=NOSUCHUSDT')).toBe('unknown_market');
  });

  test('is exported with the filters of the list', async () => {
    for (const query of ['', 'delegate_type=SELL', 'sort=oldest', 'name=ETHUSDT', 'to=2020-01-01']) {
      const file = await client.get(`/api/v3/history.csv?tab=${tab}&${query}`, reached());
      const [heading = [], ...rows] = rowsOf(file.body);
      expect(rows.map((row) => [row[heading.indexOf('Side')], row.at(-1)])).toEqual(
        (await read(query)).map(({ delegate_type, position }: Item) => [delegate_type, String(position)]),
      );
    }
  });
});

test('GET /api/v3/trades/order-histories filters by how the orders ended', async () => {
  const count = async (state: string) => (await get(`/api/v3/trades/order-histories?state=${state}`)).orders.length;
  expect([await count('filled'), await count('cancelled')]).toEqual([3, 2]);
});

test('GET /api/v3/trades/order-histories and its file filter by the type of order', async () => {
  const all = (await get('/api/v3/trades/order-histories')).orders;
  for (const type of orderTypes) {
    const found = (await get(`/api/v3/trades/order-histories?type=${type}`)).orders;
    expect(found).toEqual(all.filter((order: { readonly type: string }) => order.type === type));
    const file = await client.get(`/api/v3/history.csv?tab=order&type=${type}`, reached());
    expect(rowsOf(file.body).slice(1)).toHaveLength(found.length);
  }
  expect((await client.get('/api/v3/trades/order-histories?type=OCO')).body.code).toBe('invalid_request');
  expect((await client.get('/api/v3/history.csv?tab=trade&type=LIMIT')).body.code).toBe('invalid_request');
});

test('GET /api/v3/ledger returns every line by coin, wallet and cause', async () => {
  const all = (await get('/api/v3/ledger?limit=100')).lines;
  expect(all).toHaveLength(1 + 3 * 3 + 2);
  expect(all.at(-1)).toMatchObject({ cause: 'deposit', amount: '5000.000000', wallet: 'spot' });
  const causes = async (query: string) =>
    (await get(`/api/v3/ledger?${query}`)).lines.map(({ cause }: { cause: string }) => cause);
  expect(await causes('name=BTC')).toEqual(['trade', 'trade', 'trade']);
  expect(await causes('cause=fee')).toEqual(['fee', 'fee', 'fee']);
  expect(await causes('wallet=funding')).toEqual(['between_wallets']);
  expect((await client.get('/api/v3/ledger?name=NOSUCH')).body.code).toBe('unknown_coin');
});

test('GET /api/v3/swap-history shows both ends of a transfer', async () => {
  const { swaps } = await get('/api/v3/swap-history?kind=transfer');
  expect(swaps).toMatchObject([
    {
      from_wallet: 'spot',
      to_wallet: 'funding',
      from_coin: 'USDT',
      to_coin: 'USDT',
      from_amount: '10.000000',
      to_amount: '10.000000',
    },
  ]);
});

describe('GET /api/v3/history.csv', () => {
  test.each([
    ['deposit', 1],
    ['withdrawal', 0],
    ['buy', 3],
    ['sell', 2],
    ['order', 5],
    ['trade', 3],
    ['purchase', 0],
    ['convert', 0],
    ['transfer', 1],
    ['ledger', 12],
  ])('the file of %s has %i rows', async (tab, count) => {
    const answer = await client.get(`/api/v3/history.csv?tab=${tab}`, reached());
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${tab}-history.csv`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, ...rows] = rowsOf(answer.body);
    expect(heading?.[0]).toBe('Time (UTC)');
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row).toHaveLength(heading?.length ?? 0);
  });

  test('applies the filters of the list, and contains only the client’s own rows', async () => {
    const csv = async (query: string, caller = client) =>
      rowsOf((await caller.get(`/api/v3/history.csv?${query}`, reached())).body).slice(1);
    expect(await csv('tab=buy&state=cancelled')).toHaveLength(1);
    expect(await csv('tab=ledger&name=BTC')).toHaveLength(3);
    expect((await csv('tab=ledger&cause=fee')).map((row) => row[4])).toEqual(['-0.620000', '-0.600000', '-0.600000']);
    expect(await csv('tab=buy', other)).toHaveLength(1);
    expect((await client.get('/api/v3/history.csv?tab=ledger&name=NOSUCH')).body.code).toBe('unknown_coin');
  });
});

describe('GET /api/v3/history.csv refuses', () => {
  test.each([
    ['deposit', 'wallet=spot', 'wallet'],
    ['deposit', 'sort=oldest', 'sort'],
    ['withdrawal', 'cause=fee', 'cause'],
    ['buy', 'delegate_type=BUY', 'delegate_type'],
    ['sell', 'sort=newest', 'sort'],
    ['order', 'wallet=spot', 'wallet'],
    ['trade', 'state=filled', 'state'],
    ['purchase', 'name=USDT', 'name'],
    ['convert', 'state=completed', 'state'],
    ['transfer', 'wallet=spot', 'wallet'],
    ['ledger', 'delegate_type=SELL', 'delegate_type'],
  ])('in tab %s the field in %s, which the history does not have', async (tab, query, field) => {
    const { status, body } = await client.get(`/api/v3/history.csv?tab=${tab}&${query}`);
    expect([status, body.code, body.parameters]).toEqual([
      400,
      'invalid_request',
      { reason: 'field_not_of_tab', field },
    ]);
  });

  test.each([
    ['deposit', 'cancelled', 'completed, pending'],
    ['withdrawal', 'filled', 'completed, pending, cancelled'],
    ['buy', 'completed', 'filled, cancelled'],
    ['order', 'pending', 'filled, cancelled'],
    ['purchase', 'filled', 'completed, pending, cancelled'],
  ])('in tab %s the state %s, which the history does not have', async (tab, state, allowed) => {
    const { body } = await client.get(`/api/v3/history.csv?tab=${tab}&state=${state}`);
    expect(body.parameters).toEqual({ reason: 'not_a_choice', field: 'state', allowed });
  });
});

describe('a statement of several days', () => {
  // Two buys for 1,200, with fees of 1.2; one sell for 620, with a fee of 0.62.
  const usdt = {
    coin: 'USDT',
    opening: '0.000000',
    deposits: '5000.000000',
    withdrawals: '0.000000',
    purchases: '0.000000',
    traded_in: '620.000000',
    traded_out: '1200.000000',
    fees: '1.820000',
    futures_profit: '0.000000',
    funding: '0.000000',
    rewards: '0.000000',
    other: '0.000000',
    closing: '4418.180000',
  };

  test('GET /api/v3/period-statement equals a manual calculation', async () => {
    const { rows } = await get(`/api/v3/period-statement?from=2020-01-01&to=${today()}`);
    expect(rows).toEqual([
      usdt,
      expect.objectContaining({
        coin: 'BTC',
        traded_in: '0.02000000',
        traded_out: '0.01000000',
        closing: '0.01000000',
      }),
    ]);
    const { wallet } = await get('/api/v3/wallets/spot');
    expect(wallet.find(({ name }: { name: string }) => name === 'USDT').coin_value).toBe('4408.180000');
  });

  test('a period before the first line is empty, and a period after the last line has the amount held as its opening', async () => {
    expect((await get('/api/v3/period-statement?from=2020-01-01&to=2020-12-31')).rows).toEqual([]);
    const { rows } = await get('/api/v3/period-statement?from=2099-01-01&to=2099-01-31');
    expect(rows[0]).toMatchObject({ opening: '4418.180000', traded_in: '0.000000', closing: '4418.180000' });
  });

  test('the exported file has the same figures', async () => {
    const { body } = await client.get(`/api/v3/period-statement.csv?from=2020-01-01&to=${today()}`, reached());
    expect(rowsOf(body)[1]).toEqual(Object.values(usdt));
    expect((await client.get('/api/v3/period-statement?from=2026-01-02&to=2026-01-01')).body.code).toBe(
      'invalid_request',
    );
  });
});

describe('the yearly report', () => {
  const year = () => new Date(exchange.services.clock()).getUTCFullYear();

  test('GET /api/v3/yearly-report equals a manual calculation', async () => {
    // The first lot of 0.01 BTC cost 600.6 and was sold for 620 − 0.62.
    const report = await get(`/api/v3/yearly-report?year=${year()}`);
    const figures = { proceeds: '619.380000', cost: '600.600000', gain: '18.780000' };
    expect(report).toMatchObject({ ...figures, count: 1 });
    expect(report.totals).toEqual([{ coin: 'BTC', amount: '0.01000000', ...figures, unpriced: 0 }]);
    expect(report.disposals).toMatchObject([{ coin: 'BTC', amount: '0.01000000', ...figures, priced: true }]);
    expect(await get(`/api/v3/yearly-report?year=${year() - 1}`)).toMatchObject({ count: 0, gain: '0.000000' });
  });

  test('the exported file has every disposal, and says which ones had no price', async () => {
    const csv = async (caller: TestClient) =>
      rowsOf((await caller.get(`/api/v3/yearly-report.csv?year=${year()}`, reached())).body).slice(1);
    expect((await csv(client)).map((row) => [row[0], row[1], ...row.slice(4, 8)])).toEqual([
      ['BTC', '0.01000000', '619.380000', '600.600000', '18.780000', 'yes'],
    ]);
    // The other client's BTC arrived before BTC was first traded, so it had no price.
    expect((await csv(other)).map((row) => row[7])).toEqual(['no', 'no']);
  });
});

test('many concurrent reports and files of one client are refused as busy, while another client gets a response', async () => {
  const path = '/api/v3/yearly-report.csv?year=2026';
  const asked = Array.from({ length: 30 }, () => client.get(path));
  expect((await other.get('/api/v3/period-statement?from=2020-01-01&to=2099-12-31')).status).toBe(200);
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(answers.length);
  for (const { status, headers, body } of refused) {
    expect([status, body.code, body.retryable]).toEqual([503, 'busy', true]);
    expect(headers['content-disposition']).toBeUndefined();
  }
  // All reports have freed their slots in the queue.
  expect((await client.get(path)).status).toBe(200);
});

describe('GET /api/v3/wallet-single-coin', () => {
  test('shows what is on hold and why, and the last deposits', async () => {
    await client.order(limit('BUY', '0.01', '59000.0'));
    const body = await get('/api/v3/wallet-single-coin?name=USDT');
    expect(body.balance).toMatchObject({
      wallet_balance: '4408.180000',
      available: '3817.590000',
      freeze_balance: '590.590000',
      causes: [{ cause: 'orders', amount: '590.590000', count: 1 }],
    });
    expect(body.price).toEqual({ pair_name: '', close: '', percent: '0' });
    expect(body.deposit).toMatchObject([{ recharge_amount: '5000.000000', recharge_status: 'APPROVED' }]);
    expect(body.withdraw).toEqual([]);
  });

  test('distinguishes orders, withdrawals and deposits in progress', async () => {
    const custody = { owner: systemOwners.custodyErc20, wallet: 'spot' as const };
    const own = { owner: client.owner, wallet: 'spot' as const };
    const hold = (purpose: 'withdrawal' | 'deposit', units: number) =>
      exchange.submit({
        kind: 'HoldUnits',
        by: purpose === 'deposit' ? custody.owner : own.owner,
        purpose,
        from: purpose === 'deposit' ? custody : own,
        to: purpose === 'deposit' ? own : custody,
        asset: 1,
        units: assetUnits(units),
        record: 1_000_000 + units,
      });
    await hold('withdrawal', 100_000_000);
    await hold('deposit', 7_000_000);
    await hold('deposit', 8_000_000);
    await exchange.services.histories.reached(exchange.services.core.position, 30_000);
    expect((await get('/api/v3/wallet-single-coin?name=USDT')).balance).toMatchObject({
      wallet_balance: '4423.180000',
      available: '3717.590000',
      freeze_balance: '705.590000',
      causes: [
        { cause: 'orders', amount: '590.590000', count: 1 },
        { cause: 'withdrawal', amount: '100.000000', count: 1 },
        { cause: 'deposit', amount: '15.000000', count: 2 },
      ],
    });
  });

  test('returns a coin’s price, and refuses an unknown coin', async () => {
    const { price, balance } = await get('/api/v3/wallet-single-coin?name=BTC');
    expect(price).toMatchObject({ pair_name: 'BTCUSDT', close: '62000.0' });
    expect(balance).toMatchObject({ freeze_balance: '0.00000000', causes: [], usdt_value: '620.000000' });
    for (const call of ['wallet-single-coin', 'wallet-single-coin-pnl'])
      expect((await client.get(`/api/v3/${call}?name=NOSUCH`)).body.code).toBe('unknown_coin');
  });
});

test('a conversion is one entry with the amount spent, the amount received and the fee', async () => {
  const converter = await exchange.client({ USDT: '1000' });
  await other.order(limit('SELL', '0.01', '61000.0'));
  const { asset: btc } = exchange.services.instruments.assetByCode('BTC') ?? { asset: 0 };
  await exchange.submit({
    kind: 'Convert',
    owner: converter.owner,
    from: 1,
    to: btc,
    units: assetUnits(611_000_000),
    minUnits: assetUnits(1),
  });
  const { swaps } = await get('/api/v3/swap-history?kind=convert', converter);
  expect(swaps).toMatchObject([
    {
      from_coin: 'USDT',
      from_amount: '610.610000',
      to_coin: 'BTC',
      to_amount: '0.01000000',
      fee: '0.610000',
      fee_coin: 'USDT',
    },
  ]);
  expect((await get('/api/v3/swap-history?kind=convert&name=ETH', converter)).swaps).toEqual([]);
  expect((await get('/api/v3/swap-history?kind=convert')).swaps).toEqual([]);
  const { rows } = await get(`/api/v3/period-statement?from=2020-01-01&to=${today()}`, converter);
  expect(rows).toMatchObject([
    { coin: 'USDT', deposits: '1000.000000', traded_out: '610.000000', fees: '0.610000', closing: '389.390000' },
    { coin: 'BTC', traded_in: '0.01000000', closing: '0.01000000' },
  ]);
});

test.each([
  ['order', 'orders'],
  ['trade', 'fills'],
] as const)(
  'a file of tab %s with the oldest row first ends with the rows that existed when it was started',
  async (tab, list) => {
    const trader = await exchange.client({ USDT: '5000' });
    const trade = async () => {
      await other.order(limit('SELL', '0.001', '61500.0'));
      await trader.order(limit('BUY', '0.001', '61500.0'));
      await exchange.services.histories.reached(exchange.services.core.position, 30_000);
    };
    await trade();
    await trade();
    const { histories } = exchange.services;
    // Both lists have the same type of query and page.
    const one = list as 'fills';
    const read = histories[one].bind(histories);
    let pages = 0;
    const spied = vi.spyOn(histories, one).mockImplementation(async (query) => {
      const page = await read({ ...query, limit: 1 });
      // The client trades as fast as the file is read.
      if (++pages < 10) await trade();
      return page;
    });
    onTestFinished(() => spied.mockRestore());
    const { body } = await trader.get(`/api/v3/history.csv?tab=${tab}&sort=oldest`, reached());
    expect(rowsOf(body)).toHaveLength(1 + 2);
    expect(pages).toBe(2);
  },
);
