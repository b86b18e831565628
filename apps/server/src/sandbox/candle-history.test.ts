import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@vitrine/tools/test-database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type Candle, intervalMs, joinTo } from '../projections/tables/candles.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import { migrate } from '../wiring/database/migrate.ts';
import { type MarketHistory, simulateHistory, writeHistory } from './candle-history.ts';
import { listSandbox, type SandboxMarket } from './instruments.ts';

const { markets } = listSandbox();
const NOW_MS = Date.UTC(2026, 10, 20, 18, 34, 21);
const DAY_MS = intervalMs['1d'];

async function historyOfAll(some: readonly SandboxMarket[]): Promise<MarketHistory[]> {
  const all: MarketHistory[] = [];
  for await (const history of simulateHistory(some, 1, NOW_MS)) all.push(history);
  return all;
}

const histories = await historyOfAll(markets);
const of = (code: string, interval: keyof typeof intervalMs): readonly Candle[] => {
  const index = markets.findIndex(({ coin }) => coin.code === code);
  return histories[index]?.candles.get(intervalMs[interval]) ?? [];
};

describe('the simulated candle history', () => {
  test('is the same for the same seed and time', async () => {
    const first = await historyOfAll(markets.slice(0, 3));
    expect(await historyOfAll(markets.slice(0, 3))).toEqual(first);
  });

  test.each(markets)(
    '$coin.code: candles are consistent, in order and without gaps, and each opens where the previous one closed',
    (market) => {
      for (const [lengthMs, candles] of histories[markets.indexOf(market)]?.candles ?? []) {
        for (const [i, c] of candles.entries()) {
          const before = candles[i - 1];
          if (c.openMs % lengthMs !== 0 || (before && c.openMs !== before.openMs + lengthMs))
            throw new Error(`there is a gap before the candle of ${c.openMs}`);
          if (before && c.openTicks !== before.closeTicks)
            throw new Error(`the candle of ${c.openMs} does not open at the previous close`);
          if (
            c.highTicks < Math.max(c.openTicks, c.closeTicks) ||
            c.lowTicks > Math.min(c.openTicks, c.closeTicks) ||
            c.lowTicks < 1
          )
            throw new Error(`the candle of ${c.openMs} has inconsistent prices`);
          if (c.volumeLots <= 0n || c.turnoverUnits <= 0n || c.trades < 1)
            throw new Error(`the candle of ${c.openMs} has no trades`);
        }
      }
    },
  );

  test('covers a year for 1h and up, a month for 5m and 15m, three days for 1m, and ends at the reference price', () => {
    const daysBack = (interval: keyof typeof intervalMs) =>
      (NOW_MS - (of('BTC', interval)[0]?.openMs ?? NOW_MS)) / DAY_MS;
    for (const interval of ['1h', '4h', '1d'] as const) expect(daysBack(interval)).toBeGreaterThanOrEqual(365);
    for (const interval of ['5m', '15m'] as const) expect(daysBack(interval)).toBeGreaterThanOrEqual(30);
    expect(daysBack('1m')).toBeGreaterThanOrEqual(3);
    for (const { coin, listing } of markets)
      for (const interval of ['1m', '5m', '15m', '1h', '4h', '1d'] as const)
        expect(of(coin.code, interval).at(-1)?.closeTicks).toBe(listing.referenceTicks);
    expect(of('BTC', '1m').at(-1)?.openMs).toBe(Date.UTC(2026, 10, 20, 18, 33));
  });

  test.each([
    ['1m', '5m'],
    ['1m', '1h'],
    ['5m', '15m'],
    ['5m', '1h'],
    ['15m', '4h'],
    ['1h', '4h'],
    ['1h', '1d'],
    ['4h', '1d'],
  ] as const)('%s candles aggregate exactly to the %s candles wherever both exist', (short, long) => {
    for (const { coin } of markets.slice(0, 4)) {
      const joined = joinTo(of(coin.code, short), intervalMs[long]);
      const fromMs = joined[0]?.openMs ?? 0;
      const longer = of(coin.code, long).filter(({ openMs }) => openMs >= fromMs);
      expect(joined.length).toBeGreaterThan(2);
      expect(joined).toEqual(longer);
    }
  });

  test('volumes match the usual turnover of each coin', () => {
    for (const { coin, quoteUnit } of markets) {
      const days = of(coin.code, '1d').slice(0, -1);
      const mean = days.reduce((sum, c) => sum + Number(c.turnoverUnits), 0) / days.length / quoteUnit;
      expect(mean / coin.dailyTurnover).toBeGreaterThan(0.5);
      expect(mean / coin.dailyTurnover).toBeLessThan(2);
    }
  });
});

test('histories are written completely even if generating them exceeds a transaction’s idle limit', async () => {
  const database = await createTestDatabase();
  await migrate(database.url, { mode: 'sandbox' });
  const options = '-c idle_in_transaction_session_timeout=100';
  const pool = new pg.Pool({ connectionString: database.url, options });
  const tables = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  async function* slowly(): AsyncGenerator<MarketHistory> {
    for (const history of histories.slice(0, 2)) {
      await wait(500);
      yield history;
    }
  }
  await writeHistory(tables, slowly());
  const { rows } = await pool.query('select market_id, count(*)::int as n from candles group by 1 order by 1');
  const made = histories.slice(0, 2).map(({ market, candles }) => ({
    market_id: market,
    n: [...candles.values()].reduce((sum, list) => sum + list.length, 0),
  }));
  expect(rows).toEqual(made);
  await tables.destroy();
  await database.drop();
});
