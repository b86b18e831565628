import { FIRST_CLIENT_OWNER } from '@vitrine/core';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import { type Browsing, createBrowsing } from './browsing.ts';
import { createHistories, type Histories } from './histories.ts';
import { Projection } from './projector/projection.ts';
import type { ReadModelTables } from './tables/tables.ts';
import { CoreDriver } from './testing/core-driver.ts';
import { BTC_USDT, limitOrder } from './testing/seeded-flow.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
const DAYS = 100;
/** The number of rows of each kind per day. */
const ROWS_PER_DAY = 1_000;
const ROWS = DAYS * ROWS_PER_DAY;
const MS_PER_ROW = DAY_MS / ROWS_PER_DAY;
/** A client who has never sold, and has used only the spot wallet. */
const owner = FIRST_CLIENT_OWNER;
/** A client who trades only perpetuals, and has never had a short position. */
const trader = FIRST_CLIENT_OWNER + 1;
const PERPETUAL = 1_001;
const TRADES_PER_FUNDING = 1_000;
const TRADES_PER_END = 2_000;
const TRADES_PER_SETTLEMENT = 3_000;

/**
 * In each table, row n has position n, and order n if it has one. For every hour, `history_marks` has a mark, created
 * with the last row of the hour.
 */
const HISTORY = `
  insert into markets (market_id, base_asset_id, quote_asset_id, tick_lot_units, lot_units, reference_ticks)
    values (${BTC_USDT}, 2, 1, 1, 1, 1);
  insert into fills (owner_id, position, line, market_id, trade, order_id, side, role, price_ticks, size_lots, notional_units,
      fee_units, time_ms, base_after_units, quote_after_units)
    select ${owner}, n, 0, ${BTC_USDT}, n, n, 'buy', 'taker', 1, 1, 1, 0, ${START_MS} + n * ${MS_PER_ROW}, 0, 0
    from generate_series(1::bigint, ${ROWS}) n;
  insert into ended_orders (owner_id, order_id, position, created_ms, market_id, traits)
    select ${owner}, n, n, ${START_MS} + n * ${MS_PER_ROW}, ${BTC_USDT}, 256 from generate_series(1::bigint, ${ROWS}) n;
  insert into transfer_lines
    select ${owner}, n, 0, 'spot', 1, 'deposit', 1, n, 0, ${START_MS} + n * ${MS_PER_ROW} from generate_series(1::bigint, ${ROWS}) n;
  insert into converts
    select ${owner}, n, 1, 2, 1, 1, 1, 0, n, 0, 0, ${START_MS} + n * ${MS_PER_ROW} from generate_series(1::bigint, ${ROWS}) n;
  insert into history_marks select distinct on (n * ${MS_PER_ROW} / ${HOUR_MS}) n, ${START_MS} + n * ${MS_PER_ROW}, n
    from generate_series(1::bigint, ${ROWS}) n order by n * ${MS_PER_ROW} / ${HOUR_MS}, n desc;
  insert into markets (market_id, base_asset_id, quote_asset_id, tick_lot_units, lot_units, reference_ticks, is_perpetual)
    values (${PERPETUAL}, 2, 1, 1, 1, 1, true);
  insert into ended_orders (owner_id, order_id, position, created_ms, market_id, traits)
    select ${trader}, n, n, ${START_MS} + n * ${MS_PER_ROW}, ${PERPETUAL}, 256 from generate_series(1::bigint, ${ROWS}) n;
  insert into position_changes
    select ${trader}, n, 0, ${PERPETUAL}, 'long', case when n % ${TRADES_PER_FUNDING} = 0 then 'funding' when n % ${TRADES_PER_SETTLEMENT} = 7 then 'settled' else 'fill' end,
      ${START_MS} + n * ${MS_PER_ROW}, n, case when n % ${TRADES_PER_SETTLEMENT} = 7 then
        (array['liquidated', 'counterparty', 'delisted'])[1 + n / ${TRADES_PER_SETTLEMENT} % 3] else 'taker' end, false, 1, 1, 1, 0, 0, 0, 0,
      (n % ${TRADES_PER_END} <> 1)::integer, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
    from generate_series(1::bigint, ${ROWS}) n;
  insert into liquidations
    select n, 0, ${START_MS} + n * ${MS_PER_ROW}, ${PERPETUAL}, case when n % 2 = 0 then ${trader} else ${owner} end, 'long', n, 1, 1, 1
    from generate_series(1::bigint, ${ROWS}) n;
  analyze`;

let database: TestDatabase;
let pool: pg.Pool;
let kysely: Kysely<ReadModelTables>;
let browsing: Browsing;
let histories: Histories;
const queries: CompiledQuery[] = [];

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await pool.query(HISTORY);
  kysely = new Kysely<ReadModelTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  const progress = { position: ROWS, reached: async () => true };
  browsing = createBrowsing(kysely, progress);
  histories = createHistories(kysely, progress);
});
afterAll(async () => {
  await kysely.destroy();
  await database.drop();
});

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The maximum number of rows that one step of the plan read or skipped. */
function mostRows({ Plans = [], ...plan }: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(own, ...Plans.map(mostRows));
}

/** Reruns the queries of the reads. Returns the maximum number of rows that a step of any of them read or skipped. */
async function rowsRead(read: () => Promise<unknown>): Promise<number> {
  queries.length = 0;
  await read();
  const counts = [];
  for (const { sql, parameters } of [...queries]) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    counts.push(mostRows(rows[0]['QUERY PLAN'][0].Plan));
  }
  return Math.max(...counts);
}

const day = { fromMs: START_MS + 30 * DAY_MS, toMs: START_MS + 31 * DAY_MS };
const page = { owner, cursor: undefined, limit: 50 };
const ofTrader = { ...page, owner: trader };
const perpetual = { ...ofTrader, isPerpetual: true };
const trades = { ...ofTrader, kind: 'trade' } as const;

test.each([
  ['orders', () => browsing.orders({ ...page, ...day, side: 'buy' })],
  ['orders, of which none is found', () => browsing.orders({ ...page, ...day, side: 'sell' })],
  ['lines', () => browsing.lines({ ...page, ...day })],
  ['lines, of which none is found', () => browsing.lines({ ...page, ...day, wallet: 'funding' })],
  ['conversions', () => browsing.swaps({ ...page, ...day, cause: 'convert' })],
  ['conversions, of which none is found', () => browsing.swaps({ ...page, ...day, cause: 'convert', asset: 9 })],
  ['moves between wallets', () => browsing.swaps({ ...page, ...day, cause: 'between_wallets' })],
  ['fills', () => histories.fills({ ...page, ...day })],
  ['fills, oldest first', () => histories.fills({ ...page, ...day, isOldestFirst: true })],
  ['fills, of which none is found', () => histories.fills({ ...page, ...day, side: 'sell' })],
  ['orders in perpetual markets', () => histories.orders({ ...perpetual, ...day })],
  ['orders in perpetual markets, oldest first', () => histories.orders({ ...perpetual, ...day, isOldestFirst: true })],
  [
    'orders in perpetual markets, of which none is found',
    () => histories.orders({ ...perpetual, ...day, positionSide: 'short' }),
  ],
  ['trades in perpetual markets', () => histories.positionChanges({ ...trades, ...day })],
  [
    'trades in perpetual markets, oldest first',
    () => histories.positionChanges({ ...trades, ...day, isOldestFirst: true }),
  ],
  [
    'trades in perpetual markets, of which none is found',
    () => histories.positionChanges({ ...trades, ...day, market: PERPETUAL, side: 'short' }),
  ],
  ['fundings', () => histories.positionChanges({ ...ofTrader, ...day, kind: 'funding' })],
  ['closed positions', () => histories.positionChanges({ ...ofTrader, ...day, kind: 'end' })],
  ['liquidations', () => histories.liquidations({ ...ofTrader, ...day })],
  ['liquidations, of which none is found', () => histories.liquidations({ ...ofTrader, ...day, side: 'short' })],
] as const)('a day of a long history is read without scanning other days: %s', async (_, read) => {
  expect(await rowsRead(read)).toBeLessThan(2 * ROWS_PER_DAY);
});

test.each([
  ['lines', () => browsing.lines({ ...page, cause: 'withdrawal' })],
  ['moves between wallets', () => browsing.swaps({ ...page, cause: 'between_wallets' })],
] as const)('a cause for which a client has no lines is looked up without scanning others: %s', async (_, read) => {
  expect(await rowsRead(read)).toBeLessThan(page.limit);
});

test.each([
  ['fundings', 'funding', false],
  ['fundings, oldest first', 'funding', true],
  ['closed positions', 'end', false],
  ['closed positions, oldest first', 'end', true],
] as const)(
  'the few rows of one kind are read without scanning the trades between them: %s',
  async (_, kind, isOldestFirst) => {
    const read = () => histories.positionChanges({ ...ofTrader, kind, isOldestFirst });
    expect(await rowsRead(read)).toBeLessThanOrEqual(page.limit + 1);
    const found = await read();
    expect(found === 'bad_cursor' ? [] : found.rows).toHaveLength(50);
  },
);

describe.each(['liquidated', 'counterparty', 'delisted'] as const)('the few trades with the role %s', (role) => {
  test.each([
    ['newest first', {}],
    ['oldest first', { isOldestFirst: true }],
    ['of one side', { market: PERPETUAL, side: 'long' }],
    ['since a day', { fromMs: day.fromMs }],
  ] as const)('are read without scanning the trades in the book between them: %s', async (_, filter) => {
    const read = () => histories.positionChanges({ ...trades, role, ...filter });
    expect(await rowsRead(read)).toBeLessThanOrEqual(ROWS / TRADES_PER_SETTLEMENT + 1);
    const found = await read();
    const rows = found === 'bad_cursor' ? [] : found.rows;
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map((row) => row.role))).toEqual(new Set([role]));
  });
});

test('a position that a client never had is looked up without scanning the others', async () => {
  const never = { ...trades, market: PERPETUAL, side: 'short' } as const;
  expect(await rowsRead(() => histories.positionChanges(never))).toBeLessThan(page.limit);
});

test('a query for a time range returns exactly its rows, wherever the range begins and ends relative to the marks', async () => {
  const all = { owner, cursor: undefined, limit: 1_000 };
  const { rows: marks } = await pool.query('select time_ms from history_marks order by position limit 3');
  const times = marks.flatMap(({ time_ms }) => [-1, 0, 1].map((beside) => Number(time_ms) + beside));
  for (const fromMs of [START_MS - 1, ...times])
    for (const toMs of times) {
      const first = Math.max(1, Math.ceil((fromMs - START_MS) / MS_PER_ROW));
      const last = Math.ceil((toMs - START_MS) / MS_PER_ROW) - 1;
      const expected = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
      const range = { ...all, fromMs, toMs };
      const [orders, swaps] = [
        await browsing.orders({ ...range, side: 'buy' }),
        await browsing.swaps({ ...range, cause: 'convert' }),
      ];
      if (orders === 'bad_cursor' || swaps === 'bad_cursor') throw new Error('the cursor was rejected');
      expect(orders.rows.map(({ order }) => order)).toEqual(expected);
      expect(swaps.rows.map(({ position }) => position)).toEqual(expected);
    }
});

test('the projector stores a mark for every hour, with the newest order up to then', async () => {
  const driven = await createMigratedDatabase();
  const projection = await Projection.open(driven.url);
  const driver = new CoreDriver(91);
  const marks = [];
  projection.apply(driver.next());
  for (let hour = 0; hour < 3; hour += 1) {
    projection.apply(driver.apply([limitOrder(owner, BTC_USDT, 'buy', 5_000 + hour, 2)]));
    await projection.flush();
    marks.push({
      position: String(driver.core.position),
      time_ms: String(driver.core.timeMs),
      last_order: `${hour + 1}`,
    });
    projection.apply(driver.apply([{ kind: 'AdvanceClock', byMs: HOUR_MS }]));
  }
  await projection.close();
  const client = new pg.Client({ connectionString: driven.url });
  await client.connect();
  const { rows } = await client.query('select * from history_marks order by position');
  await client.end();
  await driven.drop();
  expect(rows).toEqual(marks);
});
