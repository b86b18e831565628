import { setTimeout as sleep } from 'node:timers/promises';
import { Sequencer } from '@vitrine/sequencer';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import type { Page } from './cursor-page.ts';
import { createHistories, type Histories } from './histories.ts';
import { Projection } from './projector/projection.ts';
import { rebuildReadModels } from './projector/rebuild.ts';
import type { ReadModelTables } from './tables/tables.ts';
import { CoreDriver } from './testing/core-driver.ts';
import { client } from './testing/seeded-flow.ts';
import { tableContents, withClient } from './testing/table-contents.ts';

const PARTITIONED = ['ended_orders', 'fills', 'transfer_lines', 'position_changes'];
/** The position at which, in this test, the first partition ends and the second begins. */
const BOUND = 600;
let database: TestDatabase;
let kysely: Kysely<ReadModelTables>;
beforeEach(async () => {
  database = await createMigratedDatabase();
  await onEach((table) => `alter table ${table} detach partition ${table}_1`);
  await onEach((table) => `alter table ${table} attach partition ${table}_1 for values from (0) to (${BOUND})`);
  await withClient(database.url, (admin) => admin.query('update history_partition set to_position = $1', [BOUND]));
  kysely = new Kysely<ReadModelTables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 2 }) }),
  });
});
afterEach(async () => {
  await kysely.destroy();
  await database.drop();
});

const onEach = (statement: (table: string) => string) =>
  withClient(database.url, async (admin) => {
    for (const table of PARTITIONED) await admin.query(statement(table));
  });

/**
 * The clients whose P&L books would miss lines if this partition were detached. Operators check this before they detach
 * it (docs/operating/histories.md).
 */
const booksWithin = (number: number) =>
  withClient(database.url, async (admin) => {
    const { rows } = await admin.query<{ owner_id: string }>(`select owner_id from (
        select owner_id, max(position) as newest from (
          select owner_id, position from fills_${number} union all select owner_id, position from transfer_lines_${number}) lines
        group by owner_id) clients
      left join books using (owner_id) where position is null or position < newest`);
    return rows.map((row) => Number(row.owner_id));
  });

const owner = client(2);

async function allPages<Row>(read: (cursor: string | undefined) => Promise<Page<Row> | 'bad_cursor'>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    if (page === 'bad_cursor') throw new Error(`a cursor that the server issued was rejected: ${cursor}`);
    rows.push(...page.rows);
    cursor = page.nextCursor;
    if (cursor === undefined) return rows;
  }
}

/** A client's complete histories, newest first: ids of orders, positions of fills and lines. */
async function lookBack(histories: Histories) {
  const query = { owner, market: undefined, isPerpetual: false, order: undefined, asset: undefined, limit: 50 };
  const orders = await allPages((cursor) => histories.orders({ ...query, cursor }));
  const fills = await allPages((cursor) => histories.fills({ ...query, cursor }));
  const lines = await allPages((cursor) => histories.statement({ ...query, cursor }));
  return {
    orders: orders.map(({ order }) => order),
    fills: fills.map(({ position }) => position),
    lines: lines.map(({ position }) => position),
  };
}

test('a month is detached while the exchange runs, disappears from responses, and returns when attached', async () => {
  const driver = new CoreDriver(81);
  const projection = await Projection.open(database.url);
  const histories = createHistories(kysely, { position: 0, reached: async () => true });
  const trade = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      projection.apply(driver.next());
      if (round % 20 === 0) await projection.flush();
    }
    await projection.flush();
  };
  await trade(1_000);
  const before = await lookBack(histories);
  const whole = await tableContents(database.url);
  const isNew = (position: number) => position >= BOUND;
  expect(await booksWithin(1)).toEqual([]);

  let isDone = false;
  const underLoad = async () => {
    for (; !isDone; await sleep(1)) {
      await trade(20);
      const seen = await lookBack(histories);
      expect(seen.fills.filter(isNew).length).toBeGreaterThanOrEqual(before.fills.filter(isNew).length);
    }
  };
  const load = underLoad();
  await onEach((table) => `alter table ${table} detach partition ${table}_1 concurrently`);
  const detached = await lookBack(histories);
  await sleep(50);
  isDone = true;
  await load;
  expect(detached.fills.length).toBeGreaterThan(0);
  expect(detached.fills.every(isNew)).toBe(true);
  expect(detached.lines.every(isNew)).toBe(true);
  expect(detached.orders.length).toBeGreaterThan(0);
  expect(detached.orders.length).toBeLessThan(before.orders.length);

  await (await Sequencer.open({ databaseUrl: database.url })).close();
  await expect(rebuildReadModels(database.url)).rejects.toThrow('Partitions of the histories are detached (1)');
  const [last] = (await tableContents(database.url)).projector_position;
  for (const missing of PARTITIONED) {
    await onEach((table) =>
      table === missing
        ? 'select'
        : `alter table ${table} attach partition ${table}_1 for values from (0) to (${BOUND})`,
    );
    await expect(rebuildReadModels(database.url)).rejects.toThrow('Partitions of the histories are detached (1)');
    await onEach((table) => (table === missing ? 'select' : `alter table ${table} detach partition ${table}_1`));
  }
  await onEach((table) => `alter table ${table} attach partition ${table}_1 for values from (0) to (${BOUND})`);
  const again = await tableContents(database.url);
  expect(again.projector_position).toEqual([last]);
  for (const table of ['fills', 'ledger_lines'] as const) {
    const kept = again[table].filter(
      ({ position }) => Number(position) <= Number(whole.projector_position[0]?.position),
    );
    expect(kept).toEqual(whole[table]);
  }
  const seen = await lookBack(histories);
  expect(seen.fills.slice(-before.fills.length)).toEqual(before.fills);
  await projection.close();
});

test('the next partition begins where the last ends, and lasts about a month at the current rate', async () => {
  const driver = new CoreDriver(82);
  const projection = await Projection.open(database.url);
  while (projection.position < BOUND + 50) {
    projection.apply(driver.next());
    if (driver.core.position % 100 === 0) await projection.flush();
  }
  await projection.flush();
  await projection.close();
  await withClient(database.url, async (admin) => {
    const { rows } = await admin.query(
      `select number, from_position, to_position, begun_ms from history_partition order by number`,
    );
    expect(rows).toMatchObject([
      { number: 1, from_position: '0', to_position: String(BOUND) },
      { number: 2, from_position: String(BOUND), to_position: String(BOUND + 1_000_000) },
    ]);
    expect(Number(rows[1].begun_ms)).toBeGreaterThan(Number(rows[0].begun_ms));
    const { rows: counts } = await admin.query(
      'select (select count(*) from fills_2)::int as of_second, (select max(position) from fills_1) as newest_of_first',
    );
    expect(counts[0].of_second).toBeGreaterThan(0);
    expect(Number(counts[0].newest_of_first)).toBeLessThan(BOUND);
    // Makes the log seem to grow by 1,000 positions per second.
    await admin.query('delete from projector_checkpoints');
    await admin.query(`insert into projector_checkpoints values (1, 0, '[]', '[]'), (1001, 1000, '[]', '[]')`);
    const { rows: begun } = await admin.query('select begin_history_partition(7) as ends');
    expect(Number(begun[0].ends) - (BOUND + 1_000_000)).toBe(30 * 86_400 * 1_000);
  });
});
