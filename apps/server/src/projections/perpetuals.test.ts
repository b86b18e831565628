import { type Command, CommandBatch, Core, EventBuffer, RULES_VERSION } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
      ? this.#apply([{ kind: 'ActivateRules', version: RULES_VERSION }, ...perpetualSetup])
      : this.#apply([this.#flow.next().value]);
  }

  #apply(commands: readonly Command[]): EventBatch<EventBuffer> {
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
    // A new process reads what it needs from the tables; orders that are too recent would be replayed from the log.
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

  const sums = await rowsOf(
    `select count(*) filter (where total_realized_units <> realized) as realized,
       count(*) filter (where total_fee_units <> fees) as fees,
       count(*) filter (where total_funding_units <> funding) as funding,
       count(*) filter (where entry_lots - exit_lots <> size_lots) as sizes, count(*) as changes
     from (select p.*, sum(realized_units) over w as realized, sum(fee_units) over w as fees, sum(funding_units) over w as funding
       from position_changes p
       window w as (partition by owner_id, market_id, side, opened_position order by position, line)) sums`,
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
});
