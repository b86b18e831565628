import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../wiring/database/migrate.ts';
import type { EventBatch } from './projector/event-batch.ts';
import { Projection } from './projector/projection.ts';
import { CoreDriver } from './testing/core-driver.ts';
import { fillMany } from './testing/seeded-flow.ts';
import { type Row, type TableContents, tableContents, withClient } from './testing/table-contents.ts';

/** The first migration of the compact tables. */
const COMPACT = 340;
let before: TestDatabase;
let after: TestDatabase;
beforeEach(async () => {
  before = await createTestDatabase();
  after = await createTestDatabase();
});
afterEach(async () => {
  await before.drop();
  await after.drop();
});

async function project(databaseUrl: string, batches: readonly EventBatch[]): Promise<TableContents> {
  const projection = await Projection.open(databaseUrl);
  for (const batch of batches) {
    projection.apply(batch);
    if (batch.firstPosition % 50 === 0) await projection.flush(0);
  }
  await projection.flush(0);
  await projection.close();
  return tableContents(databaseUrl);
}

const copied = (client: pg.ClientBase, table: string, rows: readonly Row[]) =>
  client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ]);

/** Tables as the previous release wrote them. */
async function fillOldTables(databaseUrl: string, contents: TableContents): Promise<void> {
  await migrate(databaseUrl, { migrations: (await readMigrations()).filter(({ version }) => version < COMPACT) });
  const positions = new Map(contents.fills.map((row) => [`${row.market_id}/${row.trade}`, row.position]));
  await withClient(databaseUrl, async (client) => {
    const {
      ledger_lines,
      projector_position,
      trades,
      taker_flow: _,
      book_positions: _p,
      book_futures: _f,
      ...same
    } = contents;
    for (const [table, rows] of Object.entries(same)) await copied(client, table, rows);
    const ofTransfers = ledger_lines.filter(({ cause }) => cause !== 'trade' && cause !== 'fee');
    await copied(client, 'transfer_lines', ofTransfers);
    await copied(
      client,
      'trades',
      trades.map((row) => ({ ...row, position: positions.get(`${row.market_id}/${row.trade}`) ?? 0 })),
    );
    const { position, time_ms } = projector_position[0] as Row;
    await client.query('update projector_position set position = $1, time_ms = $2', [position, time_ms]);
  });
}

/** The contents without the taker flow, which the previous release did not record. */
const withoutFlow = ({ taker_flow: _, ...contents }: TableContents) => contents;

test('tables of the previous release migrate to the compact ones, and continue from there', async () => {
  const driver = new CoreDriver(71);
  const batches: EventBatch[] = Array.from({ length: 1_200 }, () => driver.next());
  for (let i = 0; i < 25; i += 1) batches.push(driver.apply(fillMany(100)));
  const more: EventBatch[] = Array.from({ length: 300 }, () => driver.next());

  await migrate(after.url);
  const contents = await project(after.url, batches);
  await fillOldTables(before.url, contents);
  await migrate(before.url);
  expect(withoutFlow(await tableContents(before.url))).toEqual(withoutFlow(contents));
  expect(withoutFlow(await project(before.url, more))).toEqual(withoutFlow(await project(after.url, more)));
  expect(contents.orders.length).toBeGreaterThan(300);
  expect(contents.trades.length).toBeGreaterThan(2_500);
});
