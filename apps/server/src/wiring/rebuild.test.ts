import { assetUnits } from '@vitrine/money';
import { LeaseHeld } from '@vitrine/sequencer';
import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rebuildReadModels } from '../projections/projector/rebuild.ts';
import { withClient } from '../projections/testing/table-contents.ts';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';

let installation: TestInstallation;

beforeEach(async () => {
  installation = await TestExchange.installation();
});
afterEach(() => installation.drop());

/** Opens an exchange that retains its whole log, as production does: only then can everything be rebuilt. */
const open = (environment = {}) =>
  TestExchange.openOn(installation.url, installation.folder, { LOG_RETENTION_HOURS: 'forever', ...environment });

const ask = { delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '66000.0', number_of_order: '0.001' };

/** The client's histories, read once they have caught up with the log. */
async function shown(exchange: TestExchange, client: TestClient) {
  const reached = { 'x-min-position': String(exchange.services.core.position) };
  const { orders } = (await client.get('/api/v3/trades/order-histories', reached)).body;
  const { lines } = (await client.get('/api/v3/wallet/statement', reached)).body;
  return { orders, lines };
}

test('a rebuild next to a running exchange is refused, and leaves it and its histories intact', async () => {
  const exchange = await open();
  let failed: Error | undefined;
  void exchange.exchange.failed.then((reason) => {
    failed = reason;
  });
  const client = await exchange.client({ BTC: '1' });
  let isAsking = true;
  // Trade continuously, so that the projector keeps writing.
  const trading = (async () => {
    while (isAsking) {
      const { body } = await client.order(ask);
      await client.post('/api/v3/orders/cancel', { order_id: body.order_id });
    }
  })();
  await expect(rebuildReadModels(installation.url, { leaseWaitMs: 4_000 })).rejects.toThrow(LeaseHeld);
  isAsking = false;
  await trading;
  expect(failed).toBeUndefined();
  const before = await shown(exchange, client);
  expect(before.orders.length).toBeGreaterThan(1);
  await exchange.close();

  const again = await open();
  expect(await shown(again, again.clientFrom(client))).toEqual(before);
  await again.close();
});

/** Rebuilds as if a suspended machine had just resumed: the lease expires before its holder renews it. */
async function rebuildOnceExpired(): Promise<number | undefined> {
  for (;;) {
    await withClient(installation.url, (client) => client.query(`update log_lease set expires_at = '-infinity'`));
    try {
      return await rebuildReadModels(installation.url, { fromPosition: 0, leaseWaitMs: 0 });
    } catch (error) {
      if (!(error instanceof LeaseHeld)) throw error;
    }
  }
}

test('a server whose lease has expired is fenced by a rebuild, and its late flushes change nothing', async () => {
  const stalled = await open();
  const client = await stalled.client({ BTC: '1' });
  await client.order(ask);
  const before = await shown(stalled, client);
  const failed = stalled.exchange.failed;
  expect(await rebuildOnceExpired()).toBeGreaterThan(0);
  const legs = [1, client.owner].map((owner, i) => ({
    owner,
    wallet: 'spot' as const,
    asset: 1,
    units: assetUnits(i === 0 ? -1 : 1),
  }));
  await expect(stalled.submit({ kind: 'Transfer', by: 1, purpose: 'correction', legs })).rejects.toThrow();
  expect(await failed).toBeInstanceOf(Error);
  await stalled.close().catch(() => {});

  const again = await open();
  expect(await shown(again, again.clientFrom(client))).toEqual(before);
  await again.close();
});

test('REBUILD_HISTORIES=on rebuilds the histories and clients’ books at startup', async () => {
  const first = await open();
  const client = await first.client({ BTC: '1' });
  const coin = async (exchange: TestExchange) => {
    const reached = { 'x-min-position': String(exchange.services.core.position) };
    const owner = exchange.clientFrom(client);
    return (await owner.get('/api/v3/wallet-single-coin-pnl?name=BTC', reached)).body.amount;
  };
  await coin(first);
  const { body } = await client.order(ask);
  await client.post('/api/v3/orders/cancel', { order_id: body.order_id });
  const before = await shown(first, client);
  await first.close();
  // The log is complete, so the histories can be rebuilt from the beginning.
  await withClient(installation.url, (client) =>
    client.query(
      `delete from log_snapshot; update ended_orders set filled_units = 1; delete from fills;
       update book_coins set units = 7; update book_days set units = 7`,
    ),
  );
  const again = await open({ REBUILD_HISTORIES: 'on' });
  expect(await shown(again, again.clientFrom(client))).toEqual(before);
  expect(await coin(again)).toBe('1.00000000');
  await again.close();
});
