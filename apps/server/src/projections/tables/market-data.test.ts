import { candleIntervals } from '@vitrine/contract';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import type { EventBatch } from '../projector/event-batch.ts';
import { Projection } from '../projector/projection.ts';
import { CoreDriver, START_MS } from '../testing/core-driver.ts';
import { client, markets } from '../testing/seeded-flow.ts';
import { tableContents, withClient } from '../testing/table-contents.ts';
import { intervalMs, MINUTE_MS } from './candles.ts';
import { LiveMarketData } from './market-data.ts';
import { OpenOrders } from './open-orders.ts';
import type { ReadModelTables } from './tables.ts';

const CLIENTS = 6;
let database: TestDatabase;
let kysely: Kysely<ReadModelTables>;
beforeEach(async () => {
  database = await createMigratedDatabase();
  kysely = new Kysely<ReadModelTables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 3 }) }),
  });
});
afterEach(async () => {
  await kysely.destroy();
  await database.drop();
});

const batchesOf = (seed: number, count: number) => {
  const driver = new CoreDriver(seed, CLIENTS);
  const batches = Array.from({ length: count }, () => driver.next());
  return { driver, batches, nowMs: driver.core.timeMs };
};

async function project(batches: readonly EventBatch[]): Promise<void> {
  const projection = await Projection.open(database.url);
  for (const batch of batches) projection.apply(batch);
  await projection.flush();
  await projection.close();
}

async function everything(data: LiveMarketData, nowMs: number) {
  const range = { fromMs: START_MS - intervalMs['1d'], toMs: nowMs + MINUTE_MS };
  return Promise.all(
    markets.map(async (market) => ({
      ticker: data.ticker(market),
      tape: data.tape(market, 100),
      lastTrade: data.lastTrade(market),
      candles: await Promise.all(candleIntervals.map((interval) => data.candles(market, interval, range))),
    })),
  );
}

test('figures loaded from the tables and the rest of the log equal those of a server that never stopped', async () => {
  const { batches, nowMs } = batchesOf(51, 3_000);
  const neverStopped = new LiveMarketData(kysely, () => nowMs);
  for (const batch of batches) neverStopped.apply(batch);
  await project(batches.slice(0, 1_700));
  const restarted = await LiveMarketData.load(kysely, () => nowMs);
  // The log is replayed from a snapshot that may be older than the tables.
  for (const batch of batches.slice(1_400)) restarted.apply(batch);
  await project(batches);
  expect(restarted.position).toBe(neverStopped.position);
  expect(await everything(restarted, nowMs)).toEqual(await everything(neverStopped, nowMs));
});

test('a chart is the same whether the projector lags or not, and has no gaps', async () => {
  const { batches, nowMs } = batchesOf(52, 2_500);
  const data = new LiveMarketData(kysely, () => nowMs);
  for (const batch of batches) data.apply(batch);
  const fromMemory = await everything(data, nowMs);
  await project(batches.slice(0, 1_000));
  expect(await everything(data, nowMs)).toEqual(fromMemory);
  await project(batches);
  expect(await everything(data, nowMs)).toEqual(fromMemory);

  for (const { candles } of fromMemory)
    for (const [i, series] of candles.entries()) {
      const lengthMs = intervalMs[candleIntervals[i] as (typeof candleIntervals)[number]];
      expect(series.length).toBeGreaterThan(0);
      for (const [n, candle] of series.entries()) {
        const before = series[n - 1];
        if (before === undefined) continue;
        expect(candle.openMs).toBe(before.openMs + lengthMs);
        if (candle.trades === 0) expect(candle.openTicks).toBe(before.closeTicks);
      }
    }
});

test('pages of a chart join without a gap, and nothing precedes the first trade', async () => {
  const { batches, nowMs } = batchesOf(53, 1_500);
  await project(batches);
  const data = await LiveMarketData.load(kysely, () => nowMs);
  const whole = await data.candles(1, '1m', { fromMs: 0, toMs: nowMs + 1 });
  expect(whole[0]?.trades).toBeGreaterThan(0);
  const [middle] = whole.slice(Math.floor(whole.length / 2));
  if (middle === undefined) throw new Error('no candles were returned');
  const older = await data.candles(1, '1m', { fromMs: 0, toMs: middle.openMs });
  const newer = await data.candles(1, '1m', { fromMs: middle.openMs, toMs: nowMs + 1 });
  expect([...older, ...newer]).toEqual(whole);
  expect(await data.candles(1, '1m', { fromMs: 0, toMs: whole[0]?.openMs as number })).toEqual([]);
});

test('imported candles are shown immediately, and continue with the first trades', async () => {
  const importedMs = START_MS - (START_MS % intervalMs['1d']);
  const { batches, nowMs } = batchesOf(54, 400);
  await project(batches.slice(0, 1));
  await withClient(database.url, async (admin) => {
    for (const [seconds, fromMs] of [
      [60, START_MS - 30 * MINUTE_MS],
      [86_400, importedMs],
    ])
      await admin.query('insert into candles values (1, $1, $2, 9000, 9500, 8500, 9100, 1000, 90000000, 7)', [
        seconds,
        fromMs,
      ]);
  });
  const data = await LiveMarketData.load(kysely, () => nowMs);
  expect(data.ticker(1)).toMatchObject({ lastTicks: 9_100, highTicks: 9_500 });
  for (const batch of batches) data.apply(batch);
  expect(data.ticker(1).lowTicks).toBe(8_500);
  await project(batches);
  const days = await data.candles(1, '1d', { fromMs: 0, toMs: nowMs + 1 });
  expect(days[0]).toMatchObject({ openTicks: 9_000 });
  const { candles } = await tableContents(database.url);
  const stored = candles.filter((row) => row.market_id === 1 && row.interval_seconds === 86_400);
  expect(days.map((day) => [day.openMs, day.trades])).toEqual(stored.map((row) => [Number(row.open_ms), row.trades]));
});

test('open orders loaded from the tables equal those of the core, with their fills', async () => {
  const { driver, batches } = batchesOf(55, 2_000);
  const live = new OpenOrders();
  for (const batch of batches) live.apply(batch);
  await project(batches.slice(0, 1_500));
  const loaded = await OpenOrders.load(kysely);
  for (const batch of batches.slice(1_200)) loaded.apply(batch);
  for (let n = 0; n < CLIENTS; n += 1) {
    const views = driver.core.openOrders(client(n));
    expect(loaded.of(client(n))).toEqual(live.of(client(n)));
    const byId = new Map(loaded.of(client(n)).map((record) => [record.order, record]));
    expect(byId.size).toBe(views.length);
    for (const view of views)
      expect(byId.get(view.order)).toMatchObject({
        market: view.market,
        side: view.side,
        priceTicks: view.priceTicks,
        triggerTicks: view.triggerTicks,
        clientOrderId: view.clientOrderId,
      });
  }
});
