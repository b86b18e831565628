import type { TestDatabase } from '@vitrine/tools/test-database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TurnLine } from '../../kit/turn-line.ts';
import { dayOf, worth } from '../../projections/books/prices.ts';
import { createBrowsing } from '../../projections/browsing.ts';
import type { Page } from '../../projections/cursor-page.ts';
import { Projection, type ProjectionOptions } from '../../projections/projector/projection.ts';
import type { ReadModelTables } from '../../projections/tables/tables.ts';
import { TradingVolume } from '../../projections/tables/trading-volume.ts';
import { CoreDriver, START_MS } from '../../projections/testing/core-driver.ts';
import { BTC_USDT, client, markets, USDT } from '../../projections/testing/seeded-flow.ts';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { ClientBooks, type OpenBook } from './client-books.ts';
import { type Pricing, profitOver } from './profit.ts';
import { Reports } from './reports.ts';

const CLIENTS = 6;
const ROUNDS = 3_000;
const driver = new CoreDriver(97, CLIENTS);
/** The signal of a caller who does not disconnect. */
const here = new AbortController().signal;
const owners = Array.from({ length: CLIENTS }, (_, n) => client(n));
let database: TestDatabase;
let pool: pg.Pool;
let books: ClientBooks;
let reports: Reports;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  books = new ClientBooks(pool);
  reports = new Reports(pool, new TurnLine({ atOnce: 2, restTimes: 3, mostWaiting: 200 }));
  // A price from before the first deposit, as for a market listed long ago.
  for (const market of markets)
    for (const seconds of [60, 86_400])
      await pool.query(`insert into candles values ($1, $2, $3, 9000, 9000, 9000, 9000, 1, 1, 1)`, [
        market,
        seconds,
        Math.floor(START_MS / 1000 / seconds - 1) * seconds * 1000,
      ]);
  const projection = await Projection.open(database.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    projection.apply(driver.next());
    // P&L books are stored at intervals, in the middle of the flow.
    if (round % 700 === 699) await projection.flush();
  }
  await projection.flush(0);
  await projection.close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const today = () => dayOf(driver.core.timeMs);

const pricingOf = ({ closes, usdt }: OpenBook): Pricing => ({
  usdt,
  closeOf: (asset, day) => closes.at(asset, day),
  nowOf: (asset) => closes.at(asset, today()),
  unrealizedUnits: 0n,
});

/** Every client's P&L book, in a form that can be compared. */
async function allBooks() {
  const found = await Promise.all(owners.map((owner) => books.of(owner, 0)));
  return found.map(({ closes: _, ...book }) => ({
    ...book,
    coins: [...book.coins].sort(([a], [b]) => a - b),
    days: book.days.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))),
  }));
}

const keyOf = ({ wallet, asset, day }: OpenBook['days'][number]) => `${wallet} ${asset} ${day}`;

/** Each client's volume of the last 30 days, checked against the fills. */
async function traded(): Promise<number[]> {
  const now = driver.core.timeMs;
  const volume = new TradingVolume(pool);
  const units = await Promise.all(owners.map((owner) => volume.of(owner, now)));
  const { rows } = await pool.query(
    'select sum(notional_units) as units from fills where time_ms >= $1 group by owner_id order by owner_id',
    [(today() - 29) * 86_400_000],
  );
  expect(units).toEqual(rows.map((row) => Number(row.units)));
  return units;
}

async function forgetBooks(): Promise<void> {
  for (const table of ['books', 'book_coins', 'book_days', 'trading_volume']) await pool.query(`delete from ${table}`);
}

async function project(rounds: number, options: ProjectionOptions = {}): Promise<void> {
  const projection = await Projection.open(database.url, options);
  for (let round = 0; round < rounds; round += 1) projection.apply(driver.next());
  await projection.flush(0);
  await projection.close();
}

describe('over a random flow of trades, transfers, holds and moves between wallets', () => {
  test('a P&L book folded in steps equals one folded in one go', async () => {
    const kept = await allBooks();
    const volumes = await traded();
    await forgetBooks();
    const folded = await allBooks();
    expect(folded).toEqual(kept);
    expect(folded.every(({ days }) => new Set(days.map(({ day }) => day)).size > 1)).toBe(true);
    expect(await traded()).toEqual(volumes);
    expect(volumes.every((units) => units > 0)).toBe(true);
    // The projector rebuilds the P&L book of a client from scratch when the client's next ledger line arrives.
    await project(500);
    const { rows } = await pool.query('select owner_id from books order by owner_id');
    expect(rows.map(({ owner_id }) => Number(owner_id))).toEqual(owners);
    const again = await allBooks();
    const volumesAgain = await traded();
    await forgetBooks();
    expect(await allBooks()).toEqual(again);
    expect(await traded()).toEqual(volumesAgain);
  });

  test('a restarted projector continues from the stored book and the lines after it', async () => {
    const stored: [string, unknown[]][] = [];
    for (const table of ['books', 'book_coins', 'book_days', 'trading_volume'])
      stored.push([table, (await pool.query(`select * from ${table}`)).rows]);
    await project(300);
    // Restore the earlier P&L books, as if the process had been killed before it stored the newer ones.
    await forgetBooks();
    for (const [table, rows] of stored)
      await pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows),
      ]);
    await project(300);
    const kept = await allBooks();
    const volumes = await traded();
    await forgetBooks();
    expect(kept).toEqual(await allBooks());
    expect(await traded()).toEqual(volumes);
  });

  test('every coin’s units equal the ledger’s', async () => {
    for (const owner of owners) {
      const { coins } = await books.of(owner, today());
      for (const [asset, { units }] of coins) {
        const accounts = driver.core.balances(owner).filter((account) => account.asset === asset);
        expect(units).toBe(
          accounts.reduce((sum, { availableUnits, heldUnits }) => sum + availableUnits + heldUnits, 0),
        );
      }
    }
  });

  test('opening + in − out + profit = now, and the profit is realized plus unrealized', async () => {
    for (const owner of owners) {
      const book = await books.of(owner, today() - 89);
      const pricing = pricingOf(book);
      const profit = profitOver(book, today(), 90, pricing, {});
      expect(profit.leftOut).toEqual([]);
      expect(profit.openingUnits).toBe(0n);
      expect([profit.movedUnits, profit.tradedUnits]).toEqual([0n, 0n]);
      expect(profit.inUnits - profit.outUnits + profit.profitUnits).toBe(profit.nowUnits);
      let made = 0n;
      for (const [asset, coin] of book.coins) {
        const price = pricing.nowOf(asset);
        const value = asset === USDT || price === undefined ? BigInt(coin.units) : worth(coin.units, price);
        made += coin.realisedUnits + value - coin.costUnits;
        const own = profitOver(book, today(), 90, pricing, { asset });
        expect(own.profitUnits).toBe(coin.realisedUnits + value - coin.costUnits);
      }
      expect(profit.profitUnits).toBe(made);
      expect(profit.profitUnits).not.toBe(0n);
    }
  });

  test('the parts of a profit, by wallet and by coin, add up to the whole, and days add up to longer periods', async () => {
    for (const owner of owners) {
      const book = await books.of(owner, today() - 89);
      const pricing = pricingOf(book);
      for (const days of [1, 7, 90]) {
        const whole = profitOver(book, today(), days, pricing, {}).profitUnits;
        const coins = [...book.coins.keys()].map((asset) => profitOver(book, today(), days, pricing, { asset }));
        expect(coins.reduce((sum, { profitUnits }) => sum + profitUnits, 0n)).toBe(whole);
        // The coins of each wallet are rounded down separately, so the sums may differ slightly.
        const wallets = (['spot', 'future', 'funding', 'earn'] as const).map(
          (wallet) => profitOver(book, today(), days, pricing, { wallets: [wallet] }).profitUnits,
        );
        const difference = wallets.reduce((sum, units) => sum + units, 0n) - whole;
        expect(difference < 0n ? -difference : difference).toBeLessThan(30n);
      }
      const { series, profitUnits } = profitOver(book, today(), 90, pricing, {});
      expect(series).toHaveLength(91);
      expect(series.at(-1)).toBe(profitUnits);
    }
  });

  test('a statement’s closing balance equals its sum and the next opening balance; the last one equals the ledger’s', async () => {
    const midnight = today() * 86_400_000;
    for (const owner of owners) {
      const first = await reports.statement(owner, { fromMs: 0, toMs: midnight }, here);
      const second = await reports.statement(owner, { fromMs: midnight, toMs: midnight + 86_400_000 }, here);
      for (const { rows } of [first, second])
        for (const row of rows) {
          const inside = row.depositUnits - row.withdrawalUnits + row.purchaseUnits + row.tradedInUnits;
          const other = row.rewardUnits + row.otherUnits;
          expect(row.openingUnits + inside - row.tradedOutUnits - row.feeUnits + other).toBe(row.closingUnits);
        }
      expect(first.rows.every(({ openingUnits }) => openingUnits === 0n)).toBe(true);
      expect(second.rows.map((row) => [row.asset, row.openingUnits])).toEqual(
        first.rows.map((row) => [row.asset, row.closingUnits]),
      );
      const held = (asset: number) =>
        driver.core
          .balances(owner)
          .filter((account) => account.asset === asset)
          .reduce((sum, { availableUnits, heldUnits }) => sum + availableUnits + heldUnits, 0);
      expect(second.rows.map(({ closingUnits }) => Number(closingUnits))).toEqual(
        second.rows.map(({ asset }) => held(asset)),
      );
    }
  });

  test('the disposals of a year are the sells of the ledger: units, proceeds, and each cost counted once', async () => {
    const year = new Date(driver.core.timeMs).getUTCFullYear();
    for (const owner of owners) {
      const { totals, disposals, count } = await reports.year(owner, year, { offset: 0, limit: 100_000 }, here);
      expect(disposals).toHaveLength(count);
      const { rows } = await pool.query(
        `select m.base_asset_id as asset, sum(f.size_lots) * m.lot_units as units, sum(f.notional_units - f.fee_units) as proceeds
         from fills f join markets m using (market_id) where f.owner_id = $1 and f.side = 'sell'
         group by 1, m.lot_units order by 1`,
        [owner],
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(
        totals
          .toSorted((a, b) => a.asset - b.asset)
          .map(({ asset, units, proceedsUnits, unpriced }) => [asset, String(units), String(proceedsUnits), unpriced]),
      ).toEqual(rows.map(({ asset, units, proceeds }) => [asset, units, proceeds, 0]));
      const sum = (pick: (disposal: (typeof disposals)[number]) => bigint) =>
        disposals.reduce((all, disposal) => all + pick(disposal), 0n);
      expect(sum(({ costUnits }) => costUnits)).toBe(totals.reduce((all, { costUnits }) => all + costUnits, 0n));
      // FIFO: no lot is older than one disposed of before it.
      for (const asset of new Set(disposals.map((disposal) => disposal.asset))) {
        const acquired = disposals.filter((disposal) => disposal.asset === asset).map(({ acquiredMs }) => acquiredMs);
        expect(acquired).toEqual(acquired.toSorted((a, b) => a - b));
      }
      const pages = [];
      for (let offset = 0; offset < count; offset += 71)
        pages.push(...(await reports.year(owner, year, { offset, limit: 71 }, here)).disposals);
      expect(pages).toEqual(disposals);
    }
  });
});

describe('lists that are paged in both directions', () => {
  const browsing = () => {
    const kysely = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
    return createBrowsing(kysely, { position: driver.core.position, reached: async () => true });
  };
  type Read<Row> = (cursor: string | undefined) => Promise<Page<Row> | 'bad_cursor'>;

  /** Reads page by page to the oldest row and back, and checks that both directions return the same pages. */
  async function thereAndBack<Row>(read: Read<Row>): Promise<Row[]> {
    const page = async (cursor: string | undefined) => {
      const found = await read(cursor);
      if (found === 'bad_cursor') throw new Error(`a cursor that the server issued was rejected: ${cursor}`);
      return found;
    };
    const pages: Page<Row>[] = [];
    for (let cursor: string | undefined; ; ) {
      const found = await page(cursor);
      pages.push(found);
      if (found.nextCursor === undefined) break;
      cursor = found.nextCursor;
    }
    expect(pages[0]?.previousCursor).toBeUndefined();
    for (let index = pages.length - 1; index > 0; index -= 1) {
      const back = await page(pages[index]?.previousCursor);
      expect(back.rows).toEqual(pages[index - 1]?.rows);
      expect(back.previousCursor === undefined).toBe(index === 1);
      expect((await page(back.nextCursor)).rows).toEqual(pages[index]?.rows);
    }
    return pages.flatMap(({ rows }) => rows);
  }

  const owner = client(2);
  const lines = async (where = 'true') =>
    (
      await pool.query(
        `select position, line from ledger_lines where owner_id = $1 and ${where} order by position desc, line desc`,
        [owner],
      )
    ).rows.map((row) => [Number(row.position), row.line]);
  const places = (rows: readonly { position: number; line: number }[]) =>
    rows.map(({ position, line }) => [position, line]);

  test.each([
    ['all', {}, 'true'],
    ['a coin’s', { asset: USDT }, `asset_id = ${USDT}`],
    ['a wallet’s', { wallet: 'funding' }, `wallet = 'funding'`],
    ['the spot wallet’s', { wallet: 'spot' }, `wallet = 'spot'`],
    ['fees', { cause: 'fee' }, `cause = 'fee'`],
    ['deposits', { cause: 'deposit' }, `cause = 'deposit'`],
    [
      'those of a time',
      { fromMs: START_MS + 60_000, toMs: START_MS + 400_000 },
      `time_ms between ${START_MS + 60_000} and ${START_MS + 399_999}`,
    ],
  ] as const)('contain the ledger lines of a filter: %s', async (_, filter, where) => {
    const expected = await lines(where);
    for (const limit of [1, 4, 10]) {
      if (limit === 1 && expected.length > 100) continue;
      const rows = await thereAndBack((cursor) => browsing().lines({ owner, ...filter, cursor, limit }));
      expect(places(rows)).toEqual(expected);
    }
    expect(expected.length).toBeGreaterThan(0);
  });

  test('contain the orders of one side or of one market, filled or not', async () => {
    for (const [side, isFilled] of [
      ['buy', undefined],
      ['sell', true],
      ['sell', false],
    ] as const) {
      const query = { owner, side, market: BTC_USDT, isFilled };
      const rows = await thereAndBack((cursor) => browsing().orders({ ...query, cursor, limit: 6 }));
      const { rows: expected } = await pool.query(
        `select order_id from orders where owner_id = $1 and side = $2 and market_id = $3 and ended_because is not null
           and ($4::boolean is null or (ended_because = 'filled') = $4) order by order_id desc`,
        [owner, side, BTC_USDT, isFilled],
      );
      expect(rows.map(({ order }) => order)).toEqual(expected.map(({ order_id }) => Number(order_id)));
      expect(rows.length).toBeGreaterThan(0);
    }
  });

  test('contain transfers between wallets with both wallets', async () => {
    const rows = await thereAndBack((cursor) =>
      browsing().swaps({ owner, cause: 'between_wallets', cursor, limit: 3 }),
    );
    const { rows: counted } = await pool.query(
      `select count(*) from transfer_lines where owner_id = $1 and cause = 'between_wallets' and amount_units < 0`,
      [owner],
    );
    expect(rows).toHaveLength(Number(counted[0].count));
    expect(
      rows.every(
        (row) => row.fromAsset === row.toAsset && row.fromUnits === row.toUnits && row.fromWallet !== row.toWallet,
      ),
    ).toBe(true);
    expect(rows.length).toBeGreaterThan(3);
  });

  test('refuse an invalid cursor', async () => {
    for (const cursor of ['', 'x', 'b', 'b_1', 'b_1_2_3', 'c_1_2', 'a_1_x', 'a_1_-2', 'b_99999999999999999_1'])
      expect(await browsing().lines({ owner, cursor, limit: 5 })).toBe('bad_cursor');
  });
});

test('if many P&L books change constantly, each is stored within seconds, a few at a time, and reads are current', async () => {
  const many = await createMigratedDatabase();
  const tables = new pg.Pool({ connectionString: many.url });
  const clients = 300;
  const busy = new CoreDriver(98, clients);
  let nowMs = 0;
  const projection = await Projection.open(many.url, { now: () => nowMs });
  const stored = async () => Number((await tables.query('select count(*) from books')).rows[0].count);
  for (let round = 0; round < 400; round += 1) projection.apply(busy.next());
  await projection.flush();
  expect([await stored(), projection.hasUnstoredBooks]).toEqual([0, true]);
  const volume = new TradingVolume(tables);
  const { rows } = await tables.query('select owner_id, sum(notional_units) as units from fills group by owner_id');
  expect(rows.length).toBeGreaterThan(10);
  for (const { owner_id, units } of rows) {
    expect(await volume.of(Number(owner_id), busy.core.timeMs)).toBe(Number(units));
    const { coins } = await new ClientBooks(tables).of(Number(owner_id), 0);
    for (const [asset, coin] of coins) {
      const accounts = busy.core.balances(Number(owner_id)).filter((account) => account.asset === asset);
      expect(coin.units).toBe(accounts.reduce((sum, each) => sum + each.availableUnits + each.heldUnits, 0));
    }
  }
  await projection.flush();
  expect(await stored()).toBe(0);
  nowMs = 5_000;
  await projection.flush();
  expect([await stored(), projection.hasUnstoredBooks]).toEqual([200, true]);
  await projection.flush();
  expect([await stored(), projection.hasUnstoredBooks]).toEqual([clients, false]);
  expect([...(await volume.all(busy.core.timeMs)).values()].reduce((sum, units) => sum + units, 0)).toBe(
    rows.reduce((sum, { units }) => sum + Number(units), 0),
  );
  await projection.close();
  await tables.end();
  await many.drop();
});

test('inconsistent ledger lines of one client stop only that client’s P&L book', async () => {
  const [broken = 0, ...others] = owners;
  // A withdrawal without a deposit: more is debited than credited.
  await pool.query(
    `insert into transfer_lines values ($1, 1, 0, 'spot', ${USDT}, 'withdrawal', -5, -5, 0, ${START_MS})`,
    [broken],
  );
  await forgetBooks();
  const failed: number[] = [];
  await project(500, { bookFailed: (owner) => failed.push(owner) });
  expect(failed).toEqual([broken]);
  const { rows } = await pool.query('select owner_id from books order by owner_id');
  expect(rows.map(({ owner_id }) => Number(owner_id))).toEqual(others);
  await pool.query('delete from transfer_lines where owner_id = $1 and position = 1', [broken]);
  expect((await books.of(broken, today())).coins.size).toBeGreaterThan(0);
});
