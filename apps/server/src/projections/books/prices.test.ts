import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { DAY_MS, loadCloses, loadQuotes, pricesAt } from './prices.ts';

const [COIN, USDT, UNTRADED] = [7, 2, 8];
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query(
    `insert into assets (asset_id, code, scale) values ($1, 'COIN', 8), ($2, 'USDT', 6), ($3, 'NEW', 8)`,
    [COIN, USDT, UNTRADED],
  );
  // The coin's first market was delisted; its second one has a different lot, so the same price in ticks has a
  // different value.
  for (const [market, lot] of [
    [30, 10],
    [31, 100],
  ])
    await pool.query(
      `insert into markets (market_id, base_asset_id, quote_asset_id, tick_lot_units, lot_units, reference_ticks)
       values ($1, $2, $3, 1, $4, 1)`,
      [market, COIN, USDT, lot],
    );
  for (const [market, day, ticks] of [
    [30, 1, 5],
    [30, 2, 6],
    [31, 10, 90],
  ] as const)
    await pool.query(
      `insert into candles (market_id, interval_seconds, open_ms, open_ticks, high_ticks, low_ticks, close_ticks,
         volume_lots, turnover_units, trades)
       values ($1, 86400, $2, $3, $3, $3, $3, 1, 1, 1)`,
      [market, day * DAY_MS, ticks],
    );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a coin that was listed again has the prices of its delisted market up to the first trade of the new one', async () => {
  const quotes = await loadQuotes(pool);
  const days = [0, 2, 5, 11.5];
  const moments = days.map((day) => ({ asset: COIN, timeMs: day * DAY_MS }));
  const worthAt = await pricesAt(pool, quotes, moments);
  expect(moments.map((moment) => worthAt(moment, 1000))).toEqual([undefined, 500n, 600n, 900n]);
  const closes = await loadCloses(pool, quotes, [COIN, UNTRADED], 0);
  expect([0, 1, 9, 10, 20].map((day) => closes.at(COIN, day)?.ticks)).toEqual([undefined, 5, 6, 90, 90]);
  expect(closes.at(COIN, 9)).toMatchObject({ market: 30, lotUnits: 10 });
  expect(closes.at(UNTRADED, 20)).toBeUndefined();
});
