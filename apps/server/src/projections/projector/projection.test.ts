import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_CLIENT_OWNER, systemOwners } from '@vitrine/core';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { candleOpenMs, intervalMs } from '../tables/candles.ts';
import { CoreDriver } from '../testing/core-driver.ts';
import { client, fillMany } from '../testing/seeded-flow.ts';
import { type Row, tableContents, withClient } from '../testing/table-contents.ts';
import type { EventBatch } from './event-batch.ts';
import { Projection } from './projection.ts';

const CLIENTS = 6;
const ROUNDS = 2_500;

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

const number = (row: Row, column: string): number => Number(row[column]);
const sumBy = (rows: readonly Row[], key: (row: Row) => string, column: string): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + number(row, column));
  return sums;
};
const accountOf = (row: Row) => `${row.owner_id}/${row.wallet}/${row.asset_id}`;

async function project(driver: CoreDriver, rounds: number, flushEvery: number): Promise<void> {
  const projection = await Projection.open(database.url);
  for (let round = 0; round < rounds; round += 1) {
    projection.apply(driver.next());
    if (round % flushEvery === 0) await projection.flush();
  }
  await projection.flush(0);
  expect(projection.flushedPosition).toBe(driver.core.position);
  await projection.close();
}

describe('the projected tables', () => {
  test('agree with the core, and with each other, to the last unit', async () => {
    const driver = new CoreDriver(11, CLIENTS);
    await project(driver, ROUNDS, 37);
    const { core } = driver;
    const tables = await tableContents(database.url);

    const owners = [...Object.values(systemOwners), ...Array.from({ length: CLIENTS }, (_, n) => client(n))];
    const expected = new Map<string, number>();
    for (const owner of owners)
      for (const { wallet, asset, availableUnits, heldUnits } of core.balances(owner))
        if (availableUnits + heldUnits !== 0) expected.set(`${owner}/${wallet}/${asset}`, availableUnits + heldUnits);
    const projected = tables.account_balances.filter((row) => number(row, 'units') !== 0);
    expect(new Map(projected.map((row) => [accountOf(row), number(row, 'units')]))).toEqual(expected);

    const clientBalances = projected.filter((row) => number(row, 'owner_id') >= FIRST_CLIENT_OWNER);
    const statement = sumBy(tables.ledger_lines, accountOf, 'amount_units');
    for (const row of clientBalances) expect(statement.get(accountOf(row))).toBe(number(row, 'units'));

    const running = new Map<string, number>();
    for (const line of tables.ledger_lines) {
      const balance = (running.get(accountOf(line)) ?? 0) + number(line, 'amount_units');
      running.set(accountOf(line), balance);
      expect(number(line, 'balance_after_units')).toBe(balance);
      expect(balance).toBeGreaterThanOrEqual(0);
    }

    const filled = sumBy(tables.fills, (row) => String(row.order_id), 'size_lots');
    const fees = sumBy(tables.fills, (row) => String(row.order_id), 'fee_units');
    for (const order of tables.orders) {
      expect(number(order, 'filled_lots')).toBe(filled.get(String(order.order_id)) ?? 0);
      expect(number(order, 'fee_units')).toBe(fees.get(String(order.order_id)) ?? 0);
    }
    const open = tables.orders.filter((row) => row.ended_because === null).map((row) => number(row, 'order_id'));
    const openInCore = owners.filter((owner) => owner >= FIRST_CLIENT_OWNER).flatMap((owner) => core.openOrders(owner));
    expect(open).toEqual(openInCore.map((view) => view.order).sort((a, b) => a - b));
    for (const view of openInCore) {
      const row = tables.orders.find((order) => number(order, 'order_id') === view.order) as Row;
      if (number(row, 'budget_units') === 0)
        expect(number(row, 'size_lots') - number(row, 'filled_lots')).toBe(view.openLots);
    }
    expect(tables.fills.length).toBeGreaterThan(200);
    expect(tables.orders.some((row) => row.triggered === true)).toBe(true);
    const causes = new Set(tables.ledger_lines.map((row) => row.cause));
    expect(causes).toEqual(new Set(['deposit', 'trade', 'fee', 'between_wallets', 'withdrawal']));
  });

  test('candles of every interval are exactly the sums of the trades', async () => {
    await project(new CoreDriver(12, CLIENTS), ROUNDS, 90);
    const { trades, candles } = await tableContents(database.url);
    for (const lengthMs of Object.values(intervalMs)) {
      const groups = Map.groupBy(trades, (row) => `${row.market_id}/${candleOpenMs(number(row, 'time_ms'), lengthMs)}`);
      const expected = [...groups].map(([key, rows]) => {
        const prices = rows.map((row) => number(row, 'price_ticks'));
        return {
          key,
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1),
          volume: rows.reduce((sum, row) => sum + number(row, 'size_lots'), 0),
          turnover: rows.reduce((sum, row) => sum + number(row, 'size_lots') * number(row, 'price_ticks') * 10, 0),
          trades: rows.length,
        };
      });
      const stored = candles
        .filter((row) => number(row, 'interval_seconds') * 1_000 === lengthMs)
        .map((row) => ({
          key: `${row.market_id}/${row.open_ms}`,
          open: number(row, 'open_ticks'),
          high: number(row, 'high_ticks'),
          low: number(row, 'low_ticks'),
          close: number(row, 'close_ticks'),
          volume: number(row, 'volume_lots'),
          turnover: number(row, 'turnover_units'),
          trades: number(row, 'trades'),
        }));
      expect(stored).toEqual(expected);
    }
  });

  test('are the same however batches are split into flushes', async () => {
    await project(new CoreDriver(13, CLIENTS), 400, 1);
    const oneByOne = await tableContents(database.url);
    await database.drop();
    database = await createMigratedDatabase();
    await project(new CoreDriver(13, CLIENTS), 400, 400);
    expect(await tableContents(database.url)).toEqual(oneByOne);
  });

  test('keep the last trades of a market and delete older ones a thousand at a time', async () => {
    const driver = new CoreDriver(14, CLIENTS);
    const projection = await Projection.open(database.url);
    projection.apply(driver.next());
    for (let i = 0; i < 126; i += 1) projection.apply(driver.apply(fillMany(100)));
    await projection.flush();
    await projection.close();
    const { trades } = await tableContents(database.url);
    expect(trades.map((row) => number(row, 'trade'))).toEqual(Array.from({ length: 10_600 }, (_, i) => 2_001 + i));
  });
});

describe('every event is applied exactly once', () => {
  test('killing connections at any moment loses nothing and counts nothing twice', async () => {
    const driver = new CoreDriver(15, CLIENTS);
    const batches: EventBatch[] = Array.from({ length: 1_500 }, () => driver.next());
    const clean = await createMigratedDatabase();
    const reference = await Projection.open(clean.url);
    for (const batch of batches) reference.apply(batch);
    await reference.flush();
    await reference.close();

    let kills = 0;
    let projection = await Projection.open(database.url);
    while (projection.flushedPosition < driver.core.position) {
      const { position } = projection;
      for (const batch of batches.filter((each) => each.firstPosition > position).slice(0, 150))
        projection.apply(batch);
      const killed = kills < 12 ? kill(kills * 0.7) : Promise.resolve();
      const failed = await projection.flush().then(
        () => false,
        () => true,
      );
      await killed;
      if (!failed) continue;
      kills += 1;
      await projection.close();
      projection = await Projection.open(database.url);
    }
    await projection.close();
    expect(kills).toBeGreaterThan(2);
    expect(await tableContents(database.url)).toEqual(await tableContents(clean.url));
    await clean.drop();
  });

  test('a second projector on the same database is refused', async () => {
    const driver = new CoreDriver(16, CLIENTS);
    const [first, second] = [await Projection.open(database.url), await Projection.open(database.url)];
    const batch = driver.next();
    first.apply(batch);
    second.apply(batch);
    await first.flush();
    await expect(second.flush()).rejects.toThrow('Another process is updating the read models');
    await Promise.all([first.close(), second.close()]);
  });

  test('a missing batch is detected', async () => {
    const driver = new CoreDriver(17, CLIENTS);
    const projection = await Projection.open(database.url);
    driver.next();
    expect(() => projection.apply(driver.next())).toThrow('is at position 0');
    await projection.close();
  });
});

/** Ends the projector's connections after this time, at any point of a transaction. */
async function kill(afterMs: number): Promise<void> {
  await sleep(afterMs);
  await withClient(database.url, (admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'vitrine projector'`,
    ),
  );
}
