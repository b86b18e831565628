import { type Endpoint, type EndpointKey, endpoints } from '@vitrine/contract';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sampleCalls } from '../testing/calls.ts';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let client: TestClient;
beforeAll(async () => {
  // RATE_PER_ADDRESS is the same as in production.
  exchange = await TestExchange.open({ TRUSTED_PROXIES: '1', RATE_PER_ADDRESS: '200' });
  client = await exchange.client({ USDT: '10' });
});
afterAll(() => exchange.close());

const refusedOf = async (count: number, path: string, address: string): Promise<number> => {
  const get = () => client.get(path, { 'x-forwarded-for': address });
  const responses = await Promise.all(Array.from({ length: count }, get));
  return responses.filter(({ status }) => status === 429).length;
};

test.each([
  ['long pages', '/api/v3/ledger?limit=200', '192.0.2.1'],
  ['pages filtered by cause', '/api/v3/ledger?limit=1&cause=reward', '192.0.2.2'],
  ['pages filtered by side', '/api/v3/sell-history?limit=1', '192.0.2.5'],
  ['pages filtered by date', '/api/v3/ledger?limit=1&from=2020-01-01', '192.0.2.6'],
  ['pages of spot trades filtered by side', '/api/v3/trades/trade-histories?limit=1&delegate_type=BUY', '192.0.2.20'],
  ['pages of fundings filtered by market', '/api/v3/futures/funding-payments?limit=1&name=BTC-USDT-PERP', '192.0.2.21'],
  ['profits', '/api/v3/wallet-snapshot', '192.0.2.17'],
  ['profits of one coin', '/api/v3/wallet-single-coin-pnl?name=BTC', '192.0.2.18'],
  ['the list of sessions', '/api/v3/sessions', '192.0.2.19'],
  ['long pages of fills', '/api/v3/trades/trade-histories?limit=200', '192.0.2.3'],
  ['long pages of open orders', '/api/v3/trades/open-orders?limit=200', '192.0.2.7'],
  ['long pages of deposits', '/api/v3/deposit-history?limit=200', '192.0.2.8'],
  ['long pages of withdrawals', '/api/v3/withdraw-history?limit=200', '192.0.2.9'],
  ['long pages of purchases', '/api/v3/purchase-history?limit=200', '192.0.2.10'],
  ['liquidations, which anybody may read', '/api/v3/futures/liquidations?limit=200', '192.0.2.12'],
  ['pages of purchases filtered by state', '/api/v3/purchase-history?limit=1&state=completed', '192.0.2.11'],
])('%s are refused after a burst from one address', async (_, path, address) => {
  const refused = await refusedOf(100, path, address);
  // On a slow machine, the allowance refills between the calls; but if the calls were not charged, none would be
  // refused.
  expect(refused).toBeGreaterThan(10);
  expect(refused).toBeLessThan(95);
});

test.each([
  ['notifications', '/api/v3/notifications?limit=100', '192.0.2.12'],
  ['messages to support', '/api/v3/support/messages?limit=100', '192.0.2.13'],
  ['security events', '/api/v3/security-events?limit=100', '192.0.2.14'],
])('pages of 100 %s are limited more strictly than short pages', async (_, path, address) => {
  expect(await refusedOf(150, path, address)).toBeGreaterThan(40);
});

test.each([
  ['open positions with their history', 'GET', 'client-margin', undefined, '192.0.2.40'],
  ['withdrawal limits', 'GET', 'withdrawal-limits', undefined, '192.0.2.47'],
  ['reads of preferences', 'GET', 'preferences', undefined, '192.0.2.41'],
  ['changes of preferences', 'POST', 'preferences', { scheme: 'light' }, '192.0.2.42'],
  ['added stars', 'POST', 'add-favorite', { coin_id: 1 }, '192.0.2.43'],
  ['removed stars', 'POST', 'remove-favorite', { coin_id: 1 }, '192.0.2.44'],
] as const)('%s are refused after a burst from one address', async (_, method, name, body, address) => {
  const call = () => client.call(method, `/api/v3/${name}`, body, { 'x-forwarded-for': address });
  const statuses = (await Promise.all(Array.from({ length: 250 }, call))).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(60);
  expect(refused).toBeLessThan(180);
});

test('cancellations are charged only when they are repeated, before their result is searched for', async () => {
  const cancel = (key: string) =>
    client.post('/api/v3/orders/cancel-all', {}, { 'x-forwarded-for': '192.0.2.46', 'idempotency-key': key });
  const statusesOf = async (keys: readonly string[]) =>
    (await Promise.all(keys.map(cancel))).map(({ status }) => status);
  expect(new Set(await statusesOf(Array.from({ length: 100 }, (_, n) => `cancel-${n}`)))).toEqual(new Set([200]));
  const repeated = await statusesOf(Array<string>(100).fill('cancel-0'));
  expect(repeated.filter((status) => status === 429).length).toBeGreaterThan(10);
});

test('long preferences are charged by their length before they are parsed', async () => {
  const send = (body: string) => client.call('POST', '/api/v3/preferences', body, { 'x-forwarded-for': '192.0.2.45' });
  const faulty = '{"charts":'.padEnd(60_000, ' ');
  const statuses = (await Promise.all(Array.from({ length: 60 }, () => send(faulty)))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);
});

test('short pages of lists are admitted as often as other requests', async () => {
  for (let n = 0; n < 20; n += 1) expect(await refusedOf(15, '/api/v3/ledger?limit=10', '192.0.2.4')).toBe(0);
  // Unlike a filter, a sort order costs no additional allowance.
  for (let n = 0; n < 20; n += 1)
    expect(await refusedOf(15, '/api/v3/futures/position-history?limit=10&sort=oldest', '192.0.2.22')).toBe(0);
});

test.each([
  ['pages', '/api/v3/ledger?limit=1'],
  ['profits', '/api/v3/pnl'],
])(
  'the %s of a client are read one after the other; requests beyond the limit are refused as busy',
  async (_, path) => {
    const reads = Array.from({ length: 60 }, (_, n) => client.get(path, { 'x-forwarded-for': `198.51.100.${n}` }));
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    const read = statuses.filter((status) => status === 200).length;
    expect(read).toBeGreaterThanOrEqual(20);
    expect(read).toBeLessThan(60);
    expect(statuses.filter((status) => status === 503)).toHaveLength(60 - read);
  },
);

test('at most four other reads of a client run at once, whichever addresses send them; the others wait', async () => {
  const { accounts } = exchange.services;
  const view = accounts.view.bind(accounts);
  let running = 0;
  let mostRunning = 0;
  const spied = vi.spyOn(accounts, 'view').mockImplementation(async (session) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    try {
      return await view(session);
    } finally {
      running -= 1;
    }
  });
  onTestFinished(() => spied.mockRestore());
  const read = (_: unknown, n: number) => client.get('/api/v3/session', { 'x-forwarded-for': `198.51.100.${n}` });
  const responses = await Promise.all(Array.from({ length: 60 }, read));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect([spied.mock.calls.length, mostRunning]).toEqual([60, 4]);
});

test('exactly the endpoints that read the P&L book are marked as computing profits', async () => {
  const read = vi.spyOn(exchange.services.books, 'of');
  onTestFinished(() => read.mockRestore());
  const calls = (Object.entries(endpoints) as [EndpointKey, Endpoint][]).filter(
    ([, { method, access }]) => method === 'GET' && access === 'client',
  );
  const reading: string[] = [];
  for (const [index, [key, { path }]] of calls.entries()) {
    read.mockClear();
    await client.get(`${path}?${sampleCalls[key].query ?? ''}`, { 'x-forwarded-for': `203.0.113.${index}` });
    if (read.mock.calls.length > 0) reading.push(key);
  }
  expect(reading).toEqual(calls.filter(([, { computesProfits }]) => computesProfits).map(([key]) => key));
  expect(reading.length).toBeGreaterThan(5);
});

test('a health probe does not wait for a log position', async () => {
  const ahead = { 'x-min-position': String(exchange.services.core.position + 500_000) };
  for (const path of ['/healthz', '/readyz']) expect((await exchange.visitor.get(path, ahead)).status).toBe(200);
});

test('searches that wait for a log position do not block other clients’ searches', async () => {
  const ahead = { 'x-min-position': String(exchange.services.core.position + 500_000) };
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => exchange.client()));
  const ended: string[] = [];
  const waiting = others.map((other, index) =>
    other
      .get('/api/v3/buy-history?limit=1', { ...ahead, 'x-forwarded-for': `192.0.2.${30 + index}` })
      .then(({ body }) => ended.push(body.code)),
  );
  await expect
    .poll(() => ended.length > 0 || client.get('/api/v3/buy-history?limit=1').then(({ status }) => status))
    .toBe(200);
  expect(ended).toEqual([]);
  await Promise.all(waiting);
  expect(new Set(ended)).toEqual(new Set(['position_not_reached']));
});

test('of many concurrent file requests by a client, one is served and one waits; the others are refused as busy', async () => {
  const files = Array.from({ length: 20 }, () => client.get('/api/v3/history.csv?tab=ledger'));
  const statuses = (await Promise.all(files)).map(({ status }) => status);
  const sent = statuses.filter((status) => status === 200).length;
  expect(sent).toBeGreaterThanOrEqual(1);
  expect(sent).toBeLessThan(10);
  expect(statuses.filter((status) => status === 503)).toHaveLength(20 - sent);
  expect((await client.get('/api/v3/history.csv?tab=ledger')).status).toBe(200);
});

test('an ended session costs its address ten requests each time it is looked up', async () => {
  const ended = await exchange.client();
  await ended.post('/api/v3/logout', {});
  const get = () => ended.get('/api/v3/fee-rate', { 'x-forwarded-for': '192.0.2.21' });
  const statuses = (await Promise.all(Array.from({ length: 150 }, get))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect((await get()).status).toBe(429);
});
