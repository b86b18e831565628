import { setTimeout } from 'node:timers/promises';
import type { TestInstallation } from '@vitrine/tools/test-database';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Reader } from '../stream/testing/reader.ts';
import { TestExchange } from '../testing/test-exchange.ts';
import { openExchange } from './exchange.ts';
import { readSettings } from './settings/settings.ts';

let installation: TestInstallation;

beforeEach(async () => {
  installation = await TestExchange.installation();
});
afterEach(() => installation.drop());

const open = (leaseMs = '3000') => TestExchange.openOn(installation.url, installation.folder, { LEASE_MS: leaseMs });

/**
 * Runs a statement on the same Postgres server from a different database, since the exchange's own database may not
 * accept connections.
 */
async function onServer(sql: string): Promise<void> {
  const url = new URL(installation.url);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const name = () => new URL(installation.url).pathname.slice(1);
const cutConnections = (butPid = 0) =>
  onServer(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name()}' and pid <> ${butPid}`,
  );

const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.01' };

test('balances, orders, histories, figures and sessions are the same after a restart', async () => {
  const first = await open();
  const client = await first.client({ USDT: '10000', BTC: '1' });
  const other = await first.client({ USDT: '100000' });
  await client.order(bid);
  await client.order({ delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '66000.0', number_of_order: '0.5' });
  const { body } = await other.order({ delegate_type: 'BUY', trade_type: 'market', number_of_order: '0.2' });
  const look = async (who: typeof client) => ({
    wallet: (await who.get('/api/v3/wallets/spot')).body.wallet,
    open: (await who.get('/api/v3/trades/open-orders')).body.orders,
    trades: (await who.get('/api/v3/trades/trade-histories', { 'x-min-position': String(body.position) })).body.trades,
    book: (await who.get('/api/v3/recent-trades?name=BTCUSDT')).body.bids,
    ticker: (await who.get('/api/v3/all-pairs')).body.coinpair[0],
  });
  const before = await look(client);
  expect(before.trades).toHaveLength(1);
  expect(before.open).toHaveLength(2);
  await first.close();

  const second = await open();
  expect(await look(second.clientFrom(client))).toEqual(before);
  await second.close();
});

test('a damaged snapshot is logged as a warning, and the start replays the log', async () => {
  await (await open()).close();
  const client = new pg.Client({ connectionString: installation.url });
  await client.connect();
  await client.query('update log_snapshot_chunk set bytes = set_byte(bytes, 20, 255 - get_byte(bytes, 20))');
  await client.end();
  const written: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (text) => written.push(JSON.parse(text)) });
  const settings = readSettings({ HOUSE: 'off', DEMO: 'off', DATA_DIR: installation.folder });
  await (await openExchange(settings, installation.url, log)).close();
  const damaged = written.filter(({ kind }) => kind === 'SnapshotUnreadable');
  expect(damaged[0]).toMatchObject({ level: 40, msg: expect.stringContaining('snapshot damaged') });
});

test('broken connections are reopened: nothing is lost and callers see no error', async () => {
  const exchange = await open();
  const client = await exchange.client({ USDT: '10000' });
  const orders = Array.from({ length: 20 }, (_, i) => client.order(bid, { 'idempotency-key': `order-${i}` }));
  await cutConnections();
  const answers = await Promise.all(orders);
  const ids = answers.flatMap(({ body }) => (body.order_id === undefined ? [] : [body.order_id]));
  expect(new Set(ids).size).toBe(ids.length);
  await expect.poll(async () => (await exchange.visitor.get('/readyz')).status).toBe(200);
  const { orders: inBook } = (await client.get('/api/v3/trades/open-orders')).body;
  expect(inBook.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids));
  await exchange.close();
});

test('a change of a market’s status that is committed after the lease has expired is applied and published', async () => {
  const exchange = await open('1500');
  const url = await exchange.exchange.app.listen({ host: '127.0.0.1', port: 0 });
  const reader = await new Reader(`${url.replace('http', 'ws')}/stream`).open();
  const lock = new pg.Client({ connectionString: installation.url });
  await lock.connect();
  // After a write the lease is not renewed for a while, so the next statement is the batch that waits for the lock.
  await exchange.submit({ kind: 'SetMarketStatus', market: 1, status: 'cancel_only' });
  await lock.query('begin; lock table log_lease');
  const halted = exchange.submit({ kind: 'SetMarketStatus', market: 1, status: 'halted' });
  await expect.poll(() => exchange.visitor.get('/api/v3/all-pairs')).toMatchObject({ status: 503 });
  // The batch itself renews the lease, whose duration counts from when the batch was sent.
  await setTimeout(500);
  await lock.query('commit');
  await lock.end();
  expect((await halted).refusal).toBeUndefined();
  await reader.next('notice', ({ code }) => code === 'market_halted');
  await expect.poll(() => exchange.visitor.get('/readyz')).toMatchObject({ status: 200 });
  reader.socket.terminate();
  await exchange.close();
});

test('nothing is acknowledged without the database; an order in flight is decided once, after the database returns', async () => {
  const exchange = await open();
  const client = await exchange.client({ USDT: '10000' });
  await client.order({ ...bid, remember: true });
  const order = { name: 'BTCUSDT', ...bid };
  const key = { 'idempotency-key': 'in-flight' };
  const before = await client.available('USDT');
  // This lock keeps the batch with the order waiting in the database until the database goes away.
  const lock = new pg.Client({ connectionString: installation.url });
  lock.on('error', () => {});
  await lock.connect();
  const { rows } = await lock.query('select pg_backend_pid() as pid');
  await lock.query('begin; lock table log_lease');
  const inFlight = client.post('/api/v2/my-order', order, key);
  await setTimeout(100);
  await onServer(`alter database ${name()} allow_connections false`);
  // The lock is held until the batch's connection has ended: otherwise the batch could still obtain the lock and be
  // acknowledged.
  await cutConnections(rows[0].pid);
  await lock.end();
  await expect.poll(async () => (await client.get('/api/v3/trades/funds')).body.code).toBe('unavailable');
  // The command is not acknowledged, regardless of whether the log's next statement contained it or only renewed the
  // lease.
  const answer = await inFlight;
  const { code, retryable } = answer.body;
  expect({ status: answer.status, code, retryable }).toEqual({
    status: 503,
    code: expect.stringMatching(/^(outcome_unknown|unavailable)$/),
    retryable: true,
  });
  expect(await client.post('/api/v2/my-order', order)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await exchange.visitor.get('/readyz')).status).toBe(503);
  expect((await exchange.visitor.get('/healthz')).status).toBe(200);
  await exchange.exchange.failed;
  await onServer(`alter database ${name()} allow_connections true`);
  await exchange.close();

  const again = await open();
  const same = again.clientFrom(client);
  const { body } = await same.order(bid, key);
  const repeated = await same.order(bid, key);
  expect(repeated.body).toEqual(body);
  const spent = Number(before) - Number(await same.available('USDT'));
  expect(spent).toBeCloseTo(600.6, 4);
  await again.close();
});
