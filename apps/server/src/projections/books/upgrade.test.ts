import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../wiring/database/migrate.ts';
import { TradingVolume } from '../tables/trading-volume.ts';
import { loadBooks } from './stored-books.ts';

const DAY_MS = 86_400_000;
/**
 * The log positions up to which the previous release has counted: one for the volume of all clients, one for each P&L
 * book.
 */
const VOLUME_AT = 40;
const BOOK_AT = new Map([
  [1000, 20],
  [1001, 40],
  [1002, 60],
]);
const OWNERS = [...BOOK_AT.keys(), 1003];

test('volume, formerly counted up to one shared position, is counted up to the position of each book', async () => {
  const database = await createTestDatabase();
  const before = (await readMigrations()).filter(({ version }) => version < 330);
  await migrate(database.url, { migrations: before });
  const pool = new pg.Pool({ connectionString: database.url });
  for (const owner of OWNERS)
    for (let position = 10; position <= 70; position += 10)
      await pool.query(
        `insert into fills (owner_id, position, line, market_id, trade, order_id, side, role, price_ticks, size_lots,
           notional_units, fee_units, time_ms) values ($1, $2, 0, 1, $2, $2, 'buy', 'taker', 1, 1, $3, 0, $4)`,
        [owner, position, owner * position, Math.floor(position / 30) * DAY_MS],
      );
  await pool.query(
    `insert into trading_volume select owner_id, time_ms / ${DAY_MS}, sum(notional_units) from fills where position <= $1
     group by 1, 2`,
    [VOLUME_AT],
  );
  await pool.query('update trading_volume_position set position = $1', [VOLUME_AT]);
  for (const [owner, position] of BOOK_AT) await pool.query('insert into books values ($1, $2, 0)', [owner, position]);
  await migrate(database.url);
  const volume = new TradingVolume(pool);
  for (const owner of OWNERS) expect(await volume.of(owner, 0 as never)).toBe(owner * 280);
  const stored = await volume.all(0 as never);
  for (const [owner, position] of BOOK_AT)
    expect(stored.get(owner)).toBe(owner * ((position / 10) * (position / 10 + 1)) * 5);
  expect(stored.get(1003)).toBeUndefined();
  const client = await pool.connect();
  const books = await loadBooks(client, OWNERS);
  client.release();
  expect(OWNERS.map((owner) => books.get(owner)?.place.position)).toEqual([20, 40, 60, 0]);
  await pool.end();
  await database.drop();
});

test('results of positions from before this release are stored up to the position of each book', async () => {
  const database = await createTestDatabase();
  await migrate(database.url, { migrations: (await readMigrations()).filter(({ version }) => version < 415) });
  const pool = new pg.Pool({ connectionString: database.url });
  const nothing = Array(12).fill(0).join();
  // Two changes on each of three days: a fill with a fee of 1, and a funding payment of 2. After the nth change, the
  // position has n × 10 lots. The fill on the second day is recorded without a fee, so it does not count toward the
  // volume.
  for (let n = 1; n <= 6; n += 1) {
    const kind = n % 2 === 0 ? 'funding' : 'fill';
    await pool.query(
      `insert into position_changes values (1000, $1, 0, 7, 'long', $2, $3, 0, 'taker', false, 1, 10, 500, $6, 0, 0, 0, $4, $5, ${nothing})`,
      [n * 10, kind, Math.floor((n - 1) / 2) * DAY_MS, n * 10, n * 100, n === 3 ? 0 : 1],
    );
    await pool.query(
      `insert into transfer_lines (owner_id, position, line, wallet, asset_id, cause, amount_units, balance_after_units,
         order_id, time_ms) values (1000, $1, 1, 'future', 1, $2, $3, 0, 0, $4)`,
      [n * 10, kind === 'fill' ? 'fee' : 'funding', kind === 'fill' ? -1 : -2, Math.floor((n - 1) / 2) * DAY_MS],
    );
  }
  await pool.query('insert into books values (1000, 40, 1)');
  await pool.query('insert into trading_volume values (1000, 0, 3)');
  await migrate(database.url);
  const rowsOf = async (text: string) => (await pool.query({ text, rowMode: 'array' })).rows;
  expect(await rowsOf('select day, size_lots, cost_units from book_positions order by day')).toEqual([
    [0, '10', '100'],
    [1, '30', '300'],
  ]);
  expect(await rowsOf('select day, funding_units, fee_units from book_futures order by day')).toEqual([
    [0, '-2', '1'],
    [1, '-2', '1'],
  ]);
  expect(await rowsOf('select day, quote_units from trading_volume order by day')).toEqual([[0, '503']]);
  // Fills after the position of the P&L book are counted from the histories.
  expect(await new TradingVolume(pool).of(1000, 0 as never)).toBe(1003);
  await pool.end();
  await database.drop();
});

test('the upgrade is refused, and changes nothing, while position changes are detached that it would need', async () => {
  const database = await createTestDatabase();
  await migrate(database.url, { migrations: (await readMigrations()).filter(({ version }) => version < 415) });
  const pool = new pg.Pool({ connectionString: database.url });
  await pool.query(
    `insert into position_changes values (1000, 10, 0, 7, 'long', 'fill', 0, 0, 'taker', false, 1, 10, 500, 1, 0, 0, 0, 10, 100, ${Array(12).fill(0).join()})`,
  );
  await pool.query('insert into books values (1000, 40, 1)');
  await pool.query('alter table position_changes detach partition position_changes_1');
  await expect(migrate(database.url)).rejects.toMatchObject({
    cause: { message: 'partitions of position_changes are detached (1): attach them for this upgrade' },
  });
  const { rows } = await pool.query('select from_position, to_position from history_partition');
  await pool.query(
    `alter table position_changes attach partition position_changes_1
     for values from (${rows[0].from_position}) to (${rows[0].to_position})`,
  );
  await migrate(database.url);
  expect((await pool.query('select size_lots from book_positions')).rows).toEqual([{ size_lots: '10' }]);
  await pool.end();
  await database.drop();
});
