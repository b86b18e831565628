import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInWithPassword } from '../auth/testing/sign-in.ts';
import { custodyOwner } from '../custody/custody-accounts.ts';
import { TestExchange } from '../testing/test-exchange.ts';
import { sandboxCoins } from './instruments.ts';

const demoBalances = '50000 USDT, 0.5 BTC, 5 ETH';
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
let database: TestDatabase;
let exchange: TestExchange;

beforeAll(async () => {
  database = await createTestDatabase();
  exchange = await TestExchange.openOn(database.url, dataDir, { HOUSE: 'on', DEMO: 'on' });
});
afterAll(async () => {
  await exchange.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function select(sql: string, url = database.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('after the first start, every market has a year of charts, a book and a trade, and two funded clients can sign in', async () => {
  const { visitor } = exchange;
  for (const { code } of sandboxCoins) {
    const { body } = await visitor.get(`/api/v3/recent-trades?name=${code}USDT`);
    expect([code, body.asks.length > 4, body.bids.length > 4]).toEqual([code, true, true]);
  }
  const [candles] = await select(`
    select count(distinct market_id)::int as markets, min(open_ms)::float8 as first
    from candles join markets using (market_id) where interval_seconds = 86400 and not is_perpetual`);
  expect(candles?.markets).toBe(sandboxCoins.length);
  expect(Date.now() - Number(candles?.first)).toBeGreaterThan(364 * 86_400_000);

  expect(exchange.exchange.signIns.map(({ balances }) => balances)).toEqual([
    demoBalances,
    '20000 USDT, 0.1 BTC, 5000 USDC',
  ]);
  for (const { username, password } of exchange.exchange.signIns) {
    const { client } = await signInWithPassword(exchange.services.access, username, password);
    expect([client.email, client.has_transaction_password]).toEqual([username, true]);
  }
});

test('a client buys from the house; the histories contain the client’s order and none of the house’s', async () => {
  const client = await exchange.client({ USDT: '1000' });
  const { body } = await client.order({ delegate_type: 'BUY', trade_type: 'market', total: '500' });
  expect(body.message).toBe('success');
  expect(Number(await client.available('BTC'))).toBeGreaterThan(0);
  await client.get('/api/v3/trades/order-histories', { 'x-min-position': String(body.position) });
  expect(await select('select count(*)::int as orders from orders where owner_id < 1000')).toEqual([{ orders: 0 }]);
  expect(await select(`select count(*)::int as orders from orders where owner_id = ${client.owner}`)).toEqual([
    { orders: 1 },
  ]);
});

test('a second start credits no client twice and continues from the last price', async () => {
  const last = exchange.services.core.lastPrice(1) ?? 0;
  // Counts only past days, because a market has a candle for today only once it has traded today.
  const today = new Date().setUTCHours(0, 0, 0, 0);
  const countPastDays = `select count(*)::int as candles from candles where interval_seconds = 86400 and open_ms < ${today}`;
  const [before] = await select(countPastDays);
  await exchange.close();
  exchange = await TestExchange.openOn(database.url, dataDir, { HOUSE: 'on', DEMO: 'on' });
  expect(exchange.exchange.signIns[0]?.balances).toBe(demoBalances);
  const { bids } = exchange.services.core.depth(1, 1);
  expect(Math.abs((bids[0]?.[0] ?? 0) / last - 1)).toBeLessThan(0.005);
  expect(await select(countPastDays)).toEqual([before]);
});

test('with HOUSE=off the markets are listed, and the house does not quote in them', async () => {
  const quiet = await TestExchange.open();
  try {
    expect(quiet.services.core.markets()).toHaveLength(sandboxCoins.length);
    expect(quiet.services.core.depth(1, 1)).toMatchObject({ bids: [], asks: [] });
  } finally {
    await quiet.close();
  }
});

test('a restart on existing data submits nothing to the ledger again', async () => {
  const empty = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const first = await TestExchange.openOn(empty.url, folder, { DEMO: 'on' });
  await first.close();
  // Only now, as a duty may have submitted something until then.
  const [log] = await select('select max(first_position + count - 1)::int as position from log_batch', empty.url);
  const second = await TestExchange.openOn(empty.url, folder, { DEMO: 'on' });
  try {
    expect(second.services.core.position).toBe(log?.position);
  } finally {
    await second.close();
    await empty.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a sandbox without simulated networks has its demo accounts, but no money from network deposits', async () => {
  const empty = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const other = await TestExchange.openOn(empty.url, folder, { NETWORKS: 'none', DEMO: 'on' });
  try {
    expect(other.exchange.signIns.map(({ balances }) => balances)).toEqual(['', '']);
    const custody = Object.values(custodyOwner).flatMap((owner) => other.services.core.balances(owner));
    expect(custody).toEqual([]);
  } finally {
    await other.close();
    await empty.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
