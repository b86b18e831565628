import { type Command, CommandBatch, Core, EventBuffer, RULES_VERSION } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClientBooks } from '../wallet/profit/client-books.ts';
import { createMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import { compareTables } from './projector/compare-tables.ts';
import type { EventBatch } from './projector/event-batch.ts';
import { Projection } from './projector/projection.ts';
import { perpetualCommands, perpetualSetup } from './testing/perpetual-flow.ts';
import { type Row, withClient } from './testing/table-contents.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

/** A core driven by random commands for a perpetual market, one batch per command. */
class Driver {
  readonly core = new Core();
  readonly #flow: Generator<Command, never>;
  #nowMs = Date.UTC(2026, 0, 5);

  constructor(seed: number) {
    this.#flow = perpetualCommands(seed, this.core);
  }

  next(): EventBatch<EventBuffer> {
    return this.core.position === 0
      ? this.apply([{ kind: 'ActivateRules', version: RULES_VERSION }, ...perpetualSetup])
      : this.apply([this.#flow.next().value]);
  }

  apply(commands: readonly Command[]): EventBatch<EventBuffer> {
    const batch = new CommandBatch();
    for (const command of commands) batch.push(command);
    this.#nowMs += 500;
    const events = new EventBuffer();
    const firstPosition = this.core.position + 1;
    this.core.applyBatch(batch, timeMs(this.#nowMs), events);
    return { firstPosition, count: commands.length, timeMs: this.core.timeMs, events };
  }
}

const rowsOf = (text: string): Promise<Row[]> =>
  withClient(database.url, async (client) => (await client.query(text)).rows);

const kindsIn = (rows: readonly Row[], column: string) => new Set(rows.map((row) => row[column]));

test('the tables of positions, funding payments and liquidations agree with the core to the last unit, even after restarts', async () => {
  const driver = new Driver(7);
  let projection = await Projection.open(database.url);
  for (let round = 0; round < 6_000; round += 1) {
    projection.apply(driver.next());
    if (round % 43 === 0) await projection.flush();
    if (round % 1_000 !== 999) continue;
    // Restart the projection, which reads what it needs from the tables. Everything is flushed first: orders too recent
    // for the tables would otherwise have to be replayed from the log.
    await projection.flush(0);
    await projection.close();
    projection = await Projection.open(database.url);
  }
  await projection.flush(0);
  await projection.close();

  const { core } = driver;
  expect(await withClient(database.url, (client) => compareTables(client, core))).toBeUndefined();
  const changes = await rowsOf('select * from position_changes order by owner_id, position, line');
  expect(kindsIn(changes, 'kind')).toEqual(new Set(['fill', 'settled', 'funding', 'margin']));
  expect(kindsIn(await rowsOf('select * from settlements'), 'means').size).toBeGreaterThan(1);
  expect((await rowsOf('select from liquidations')).length).toBeGreaterThan(10);
  const fundings = await rowsOf('select * from fundings');
  expect(fundings.length).toBeGreaterThan(10);
  expect(fundings.every((row) => row.ended_position !== null)).toBe(true);
});

test('the running totals of a position are the sums of its changes, and each ledger line continues the one before', async () => {
  const driver = new Driver(8);
  const projection = await Projection.open(database.url);
  for (let round = 0; round < 4_000; round += 1) {
    projection.apply(driver.next());
    if (round % 61 === 0) await projection.flush();
  }
  await projection.flush(0);
  await projection.close();

  // A command can close a position and open it again, so that both have the same opened_position.
  const sums = await rowsOf(
    `select count(*) filter (where total_realized_units <> realized) as realized,
       count(*) filter (where total_fee_units <> fees) as fees,
       count(*) filter (where total_funding_units <> funding) as funding,
       count(*) filter (where entry_lots - exit_lots <> size_lots) as sizes, count(*) as changes
     from (select p.*, sum(realized_units) over w as realized, sum(fee_units) over w as fees, sum(funding_units) over w as funding
       from (select q.*, count(*) filter (where size_lots = 0) over w - (size_lots = 0)::int as closed_before
         from position_changes q window w as (partition by owner_id, market_id, side order by position, line)) p
       window w as (partition by owner_id, market_id, side, closed_before order by position, line)) sums`,
  );
  expect(sums).toMatchObject([{ realized: '0', fees: '0', funding: '0', sizes: '0' }]);
  expect(Number(sums[0]?.changes)).toBeGreaterThan(500);

  const balances = new Map<string, number>();
  const lines = await rowsOf('select * from ledger_lines order by owner_id, position, line');
  for (const line of lines) {
    const account = `${line.owner_id} ${line.wallet} ${line.asset_id}`;
    const balance = (balances.get(account) ?? 0) + Number(line.amount_units);
    balances.set(account, balance);
    expect(Number(line.balance_after_units)).toBe(balance);
  }
  expect(kindsIn(lines, 'cause')).toEqual(new Set(['deposit', 'fee', 'futures_profit', 'funding', 'liquidation_fee']));

  // Profits and losses of positions are income in USDT: they change what a client owns, but are not deposits.
  const owned = await rowsOf(
    `select c.units as in_book, sum(b.units) as owned from book_coins c join account_balances b using (owner_id, asset_id)
     where asset_id = 2 group by owner_id, c.units`,
  );
  expect(owned.length).toBe(5);
  for (const row of owned) expect(Number(row.in_book)).toBe(Number(row.owned));
  const deposited = await rowsOf(
    "select distinct in_units - out_units as deposited from book_days where wallet = 'future'",
  );
  expect(deposited).toEqual([{ deposited: '400000' }]);

  // The P&L books contain each position as it is in the core, and exactly what positions have earned and paid.
  const held = await rowsOf(
    `select newest.owner_id, newest.side, newest.size_lots, newest.cost_units from (
       select distinct on (owner_id, market_id, side) * from book_positions order by owner_id, market_id, side, day desc
     ) newest where size_lots > 0 order by owner_id, side`,
  );
  const inCore = [1000, 1001, 1002, 1003, 1004].flatMap((owner) =>
    driver.core.positions(owner).map(({ position, sizeLots, costUnits }) => [owner, position, sizeLots, costUnits]),
  );
  expect(held.map((row) => [Number(row.owner_id), row.side, Number(row.size_lots), Number(row.cost_units)])).toEqual(
    inCore,
  );
  expect(inCore.length).toBeGreaterThan(0);
  const earned = await rowsOf(
    `select b.owner_id from book_futures b join (
       select owner_id, sum(amount_units) as units from transfer_lines where cause <> 'deposit' group by owner_id) l
     using (owner_id) group by b.owner_id, l.units
     having sum(b.realized_units + b.funding_units - b.fee_units - b.liquidation_fee_units) = l.units`,
  );
  expect(earned.length).toBe(5);
  // Trades in the order book that paid a fee count toward the 30-day volume; closes outside the order book do not.
  const volumes = await rowsOf(
    `select v.owner_id from (select owner_id, sum(quote_units) as units from trading_volume group by owner_id) v
     join (select owner_id, sum(notional_units) as units from position_changes where kind = 'fill' and fee_units > 0
       group by owner_id) f
     using (owner_id) where v.units = f.units`,
  );
  expect(volumes.length).toBe(5);
});

test('a P&L book of a futures trader is the same whether it is folded in steps or from all entries at once', async () => {
  const driver = new Driver(9);
  const projection = await Projection.open(database.url);
  for (let round = 0; round < 2_000; round += 1) {
    projection.apply(driver.next());
    if (round % 61 === 0) await projection.flush();
  }
  await projection.flush(0);
  await projection.close();
  const pool = new pg.Pool({ connectionString: database.url });
  const books = new ClientBooks(pool);
  const owners = [1000, 1001, 1002, 1003, 1004];
  const all = async () =>
    (await Promise.all(owners.map((owner) => books.of(owner, 0)))).map(({ coins, days, futures }) => ({
      coins: [...coins],
      days,
      positions: futures.positions.toSorted((a, b) => a.side.localeCompare(b.side) || a.day - b.day),
      results: futures.results,
    }));
  const kept = await all();
  expect(kept.every(({ results }) => results.length > 0)).toBe(true);
  for (const table of ['books', 'book_coins', 'book_days', 'book_positions', 'book_futures', 'trading_volume'])
    await pool.query(`delete from ${table}`);
  expect(await all()).toEqual(kept);
  await pool.end();
});

test('funding above the margin, paid from the profit, does not break the P&L book of a client without other funds', async () => {
  const driver = new Driver(10);
  const [alice, bob, market] = [1000, 1001, 1_001];
  const broken: number[] = [];
  const projection = await Projection.open(database.url, { bookFailed: (owner) => broken.push(owner) });
  const order = (owner: number, side: 'buy' | 'sell'): Command => ({
    kind: 'PlaceOrder',
    ...{ owner, market, side },
    type: 'limit',
    timeInForce: 'gtc',
    priceTicks: priceTicks(1_000),
    sizeLots: sizeLots(10),
  });
  const setLeverage = (owner: number, position: 'long' | 'short', leverage: number): Command => ({
    kind: 'SetLeverage',
    ...{ owner, market, position, leverage },
  });
  projection.apply(driver.next());
  projection.apply(driver.apply([setLeverage(alice, 'long', 20), setLeverage(bob, 'short', 1)]));
  projection.apply(driver.apply([order(bob, 'sell'), order(alice, 'buy')]));
  // The withdrawal of everything available leaves only the margin: 5% of 10 × 1,000 × 3.
  const { availableUnits, heldUnits } = driver.core.balance(alice, 'future', 2);
  expect(heldUnits).toBe(1_500);
  const withdrawal: Command = {
    kind: 'Transfer',
    by: alice,
    purpose: 'withdrawal',
    legs: [
      { owner: alice, wallet: 'future', asset: 2, units: assetUnits(-availableUnits) },
      { owner: 1, wallet: 'spot', asset: 2, units: availableUnits },
    ],
  };
  projection.apply(driver.apply([withdrawal]));
  projection.apply(driver.apply([{ kind: 'SetMarkPrice', market, markTicks: priceTicks(1_200) }]));
  // The funding payment is 10% of 36,000, or 3,600: 1,500 from the margin, and 2,100 from the profit of 6,000.
  projection.apply(driver.apply([{ kind: 'SettleFunding', market, payer: 'long', ratePpm: ratePpm(100_000) }]));
  projection.apply(driver.apply([{ kind: 'Tick' }]));
  await projection.flush(0);
  await projection.close();
  expect(broken).toEqual([]);
  const [book] = await rowsOf(`select units, cost_units from book_coins where owner_id = ${alice} and asset_id = 2`);
  expect(book).toEqual({ units: '0', cost_units: '0' });
  const [lines] = await rowsOf(
    `select min(balance_after_units) as least from transfer_lines where owner_id = ${alice} and cause = 'funding'`,
  );
  expect(Number(lines?.least)).toBe(-2_100);
});
