import { setTimeout as sleep } from 'node:timers/promises';
import { startCuttingProxy } from '@vitrine/tools/cutting-proxy';
import pg from 'pg';
import { expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';

const bid = { delegate_type: 'BUY', trade_type: 'limit', order_per_unit: '60000.0', number_of_order: '0.01' };

test('if all database connections die silently, /readyz fails in time, and the server recovers automatically', async () => {
  const { url, folder, drop } = await TestExchange.installation();
  const proxy = await startCuttingProxy(url);
  const exchange = await TestExchange.openOn(proxy.url, folder, { LEASE_MS: '3000' });
  const client = await exchange.client({ USDT: '10000' });
  await client.order({ ...bid, remember: true });
  await expect
    .poll(async () => (await exchange.visitor.get('/api/v3/ledger-sums')).body.state_hash, { timeout: 30_000 })
    .toBeDefined();

  proxy.swallowConnections();
  const order = client.order(bid, { 'idempotency-key': 'meanwhile' });
  expect((await exchange.visitor.get('/readyz')).status).toBe(503);
  await expect
    .poll(async () => (await exchange.visitor.get('/readyz')).status, { timeout: 40_000, interval: 500 })
    .toBe(200);
  // Whatever response the client got, the order in flight has one outcome: repeating it returns the same order each
  // time.
  await order;
  const { body } = await client.order(bid, { 'idempotency-key': 'meanwhile' });
  const position = { 'x-min-position': String(body.position) };
  await expect
    .poll(async () => (await client.get('/api/v3/trades/order-histories', position)).status, { timeout: 40_000 })
    .toBe(200);
  expect((await client.order(bid, { 'idempotency-key': 'meanwhile' })).body).toEqual(body);

  await exchange.close();
  await proxy.close();
  await drop();
});

test('a server whose histories stall behind the log for ten seconds is not ready until they advance', async () => {
  const exchange = await TestExchange.open();
  const client = await exchange.client({ USDT: '100000' });
  expect((await exchange.visitor.get('/readyz')).status).toBe(200);
  const lock = new pg.Client({ connectionString: exchange.databaseUrl });
  await lock.connect();
  await lock.query('begin; select from projector_position for update');
  await client.order({ ...bid, remember: true });
  await sleep(8_000);
  expect((await exchange.visitor.get('/readyz')).status).toBe(200);
  await expect.poll(async () => (await exchange.visitor.get('/readyz')).status).toBe(503);
  expect((await exchange.visitor.get('/metrics')).body).toMatch(/vitrine_projector_stalled_seconds 1\d/);
  // Orders are still accepted.
  expect((await client.order(bid)).status).toBe(200);
  await lock.end();
  await expect.poll(async () => (await exchange.visitor.get('/readyz')).status).toBe(200);
  await exchange.close();
});
