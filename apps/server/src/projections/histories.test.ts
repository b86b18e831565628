import type { TestDatabase } from '@vitrine/tools/test-database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import type { Page } from './cursor-page.ts';
import { createHistories, type Histories } from './histories.ts';
import { Projection } from './projector/projection.ts';
import type { ReadModelTables } from './tables/tables.ts';
import { CoreDriver } from './testing/core-driver.ts';
import { BTC_USDT, client, USDT } from './testing/seeded-flow.ts';
import { tableContents } from './testing/table-contents.ts';

const CLIENTS = 6;
const driver = new CoreDriver(41, CLIENTS);
const owner = client(2);
let database: TestDatabase;
let kysely: Kysely<ReadModelTables>;
let histories: Histories;
let contents: Awaited<ReturnType<typeof tableContents>>;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const projection = await Projection.open(database.url);
  for (let round = 0; round < 2_000; round += 1) projection.apply(driver.next());
  await projection.flush();
  kysely = new Kysely<ReadModelTables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 2 }) }),
  });
  histories = createHistories(kysely, { position: projection.position, reached: async () => true });
  await projection.close();
  contents = await tableContents(database.url);
});
afterAll(async () => {
  await kysely.destroy();
  await database.drop();
});

/** All rows, page by page. */
async function allPages<Row>(
  limit: number,
  read: (cursor: string | undefined) => Promise<Page<Row> | 'bad_cursor'>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    if (page === 'bad_cursor') throw new Error(`a cursor that the server issued was rejected: ${cursor}`);
    expect(page.position).toBe(driver.core.position);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    if (page.nextCursor === undefined) return rows;
    expect(page.nextCursor).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    cursor = page.nextCursor;
  }
}

const own = (table: 'orders' | 'fills' | 'ledger_lines') =>
  contents[table].filter((row) => Number(row.owner_id) === owner);

describe('histories are paged, newest first, without gaps or duplicates', () => {
  test('orders that have ended, of all markets or of one market', async () => {
    const ended = own('orders').filter((row) => row.ended_because !== null);
    const all = await allPages(7, (cursor) =>
      histories.orders({ owner, market: undefined, isPerpetual: false, cursor, limit: 7 }),
    );
    expect(all.map(({ order }) => order)).toEqual(ended.map((row) => Number(row.order_id)).reverse());
    const ofOne = await allPages(50, (cursor) =>
      histories.orders({ owner, market: BTC_USDT, isPerpetual: false, cursor, limit: 50 }),
    );
    expect(ofOne).toEqual(all.filter(({ market }) => market === BTC_USDT));
    expect(ofOne.length).toBeGreaterThan(3);
    expect(all.some(({ endedBecause }) => endedBecause === 'filled')).toBe(true);
  });

  test('fills, of all markets, of one market, or of one order', async () => {
    const all = await allPages(5, (cursor) =>
      histories.fills({ owner, market: undefined, order: undefined, cursor, limit: 5 }),
    );
    expect(all.map(({ position, line }) => [position, line])).toEqual(
      own('fills')
        .map((row) => [Number(row.position), row.line])
        .reverse(),
    );
    const counts = Map.groupBy(all, ({ order }) => order);
    const busiest = [...counts].sort(([, a], [, b]) => b.length - a.length)[0];
    if (busiest === undefined) throw new Error('the generated orders produced no fills');
    const [order, fills] = busiest;
    expect(fills.length).toBeGreaterThan(1);
    expect(
      await allPages(1, (cursor) => histories.fills({ owner, market: undefined, order, cursor, limit: 1 })),
    ).toEqual(fills);
    const ofOne = await histories.fills({ owner, market: BTC_USDT, order: undefined, cursor: undefined, limit: 200 });
    expect(ofOne).toMatchObject({ rows: all.filter(({ market }) => market === BTC_USDT) });
  });

  test('the statement, of all assets or of one asset, ends with the core’s balance', async () => {
    const all = await allPages(20, (cursor) => histories.statement({ owner, asset: undefined, cursor, limit: 20 }));
    expect(all).toHaveLength(own('ledger_lines').length);
    const usdt = await allPages(20, (cursor) => histories.statement({ owner, asset: USDT, cursor, limit: 20 }));
    expect(usdt).toEqual(all.filter(({ asset }) => asset === USDT));
    const { availableUnits, heldUnits } = driver.core.balance(owner, 'spot', USDT);
    expect(usdt.find(({ wallet }) => wallet === 'spot')?.balanceAfterUnits).toBe(availableUnits + heldUnits);
  });

  test('another client’s rows are never returned', async () => {
    const other = client(3);
    const fills = await allPages(100, (cursor) =>
      histories.fills({ owner: other, market: undefined, order: undefined, cursor, limit: 100 }),
    );
    const strangers = new Set(own('orders').map((row) => Number(row.order_id)));
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.some(({ order }) => strangers.has(order))).toBe(false);
    const mine = own('fills')[0];
    const stolen = { owner: other, market: undefined, order: Number(mine?.order_id), cursor: undefined, limit: 10 };
    expect(await histories.fills(stolen)).toMatchObject({ rows: [] });
  });
});

test('an invalid cursor of a history is refused', async () => {
  for (const cursor of ['', 'x', '-1', '1_2', '1e5', '99999999999999999'])
    expect(await histories.orders({ owner, market: undefined, isPerpetual: false, cursor, limit: 5 })).toBe(
      'bad_cursor',
    );
  for (const cursor of ['1', '1_2_3', '1_x', '_'])
    expect(await histories.statement({ owner, asset: undefined, cursor, limit: 5 })).toBe('bad_cursor');
});

test('every page of a history is read from an index', async () => {
  const plans = [
    `select * from orders where owner_id = 1002 and ended_because is not null and order_id < 500 order by order_id desc limit 50`,
    `select * from fills where owner_id = 1002 and (position, line) < (500, 0) order by position desc, line desc limit 50`,
    `select * from transfer_lines where owner_id = 1002 and (position, line) < (500, 0) order by position desc, line desc limit 50`,
  ];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  for (const plan of plans) {
    const { rows } = await client.query(`explain ${plan}`);
    const text = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan Backward');
    expect(text).not.toContain('Sort');
  }
  await client.end();
});
