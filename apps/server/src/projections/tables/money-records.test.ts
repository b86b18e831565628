import { type Command, type HoldUnits, systemOwners, type TransferPurpose } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { Projection } from '../projector/projection.ts';
import { CoreDriver } from '../testing/core-driver.ts';
import { BTC_USDT, client, ETH_USDT, limitOrder, USDT } from '../testing/seeded-flow.ts';
import { tableContents } from '../testing/table-contents.ts';

const ALICE = client(0);
const CUSTODY = systemOwners.custodyErc20;

let database: TestDatabase;
let driver: CoreDriver;
let projection: Projection;
beforeEach(async () => {
  database = await createMigratedDatabase();
  driver = new CoreDriver(1, 2);
  projection = await Projection.open(database.url);
  projection.apply(driver.next());
});
afterEach(async () => {
  await projection.close();
  await database.drop();
});

const hold = (purpose: TransferPurpose, from: number, to: number, units: number, record: number): HoldUnits => ({
  kind: 'HoldUnits',
  by: from,
  purpose,
  from: { owner: from, wallet: 'spot' },
  to: { owner: to, wallet: 'spot' },
  asset: USDT,
  units: assetUnits(units),
  record,
});

/** Applies the commands in one batch, flushes, and summarizes the table by (purpose, record, line). */
async function after(...commands: Command[]) {
  const { firstPosition, timeMs } = (() => {
    const batch = driver.apply(commands);
    projection.apply(batch);
    return batch;
  })();
  await projection.flush();
  const { money_records: rows } = await tableContents(database.url);
  return { firstPosition, timeMs, rows: rows.map((row) => rowOf(row)) };
}

const rowOf = (row: Readonly<Record<string, unknown>>) => ({
  of: `${row.purpose} ${row.record}/${row.line}`,
  hold: Number(row.hold_id),
  owner: Number(row.owner_id),
  wallet: row.wallet,
  units: Number(row.units),
  returned: Number(row.returned_units),
  state: row.state,
  at: [Number(row.position), Number(row.time_ms)],
  ended: row.ended_position === null ? null : [Number(row.ended_position), Number(row.ended_ms)],
});

test('holds with a record are stored as pending, then with their outcome', async () => {
  const first = await after(
    hold('deposit', CUSTODY, ALICE, 500, 7),
    hold('withdrawal', ALICE, CUSTODY, 300, 7),
    hold('withdrawal', ALICE, CUSTODY, 200, 8),
    hold('withdrawal', ALICE, CUSTODY, 100, 0),
  );
  const at = (index: number) => [first.firstPosition + index, first.timeMs];
  const pending = { wallet: 'spot', returned: 0, state: 'pending', ended: null };
  expect(first.rows).toEqual([
    { ...pending, of: 'deposit 7/0', hold: 1, owner: ALICE, units: 500, at: at(0) },
    { ...pending, of: 'withdrawal 7/0', hold: 2, owner: ALICE, units: -300, at: at(1) },
    { ...pending, of: 'withdrawal 8/0', hold: 3, owner: ALICE, units: -200, at: at(2) },
  ]);

  const second = await after(
    { kind: 'PostHold', hold: 1 },
    { kind: 'PostHold', hold: 2, units: assetUnits(180) },
    { kind: 'VoidHold', hold: 3 },
    { kind: 'VoidHold', hold: 4 },
    hold('withdrawal', ALICE, CUSTODY, 50, 9),
    { kind: 'VoidHold', hold: 5 },
  );
  const ended = (index: number) => [second.firstPosition + index, second.timeMs];
  expect(second.rows).toEqual([
    { ...first.rows[0], state: 'posted', ended: ended(0) },
    { ...first.rows[1], state: 'posted', units: -180, returned: 120, ended: ended(1) },
    { ...first.rows[2], state: 'voided', ended: ended(2) },
    {
      ...pending,
      of: 'withdrawal 9/0',
      hold: 5,
      owner: ALICE,
      units: -50,
      state: 'voided',
      at: ended(4),
      ended: ended(5),
    },
  ]);
});

test('a conversion with a record has lines for what it spent, received and left over; its hold is voided', async () => {
  const [BTC, ETH] = [2, 3];
  const { rows } = await after(
    limitOrder(systemOwners.house, BTC_USDT, 'buy', 10_000, 100),
    limitOrder(systemOwners.house, ETH_USDT, 'sell', 10_000, 100),
    { ...hold('convert', ALICE, ALICE, 1_500_000, 4), asset: BTC },
    {
      kind: 'Convert',
      owner: ALICE,
      from: BTC,
      to: ETH,
      units: assetUnits(1_050_000),
      minUnits: assetUnits(1),
      hold: 1,
      record: 4,
    },
    { kind: 'Convert', owner: ALICE, from: BTC, to: USDT, units: assetUnits(100_000), minUnits: assetUnits(1) },
  );
  const brief = rows.map(({ of, hold, units, state }) => [of, hold, units, state]);
  // Ten lots at 100,000 each less 0.1% are 999,000; nine and their fees are 900,900.
  expect(brief).toEqual([
    ['convert 4/0', 1, -1_500_000, 'voided'],
    ['convert 4/0', 0, -1_000_000, 'posted'],
    ['convert 4/1', 0, 900_000, 'posted'],
    ['convert 4/2', 0, 98_100, 'posted'],
  ]);
});

test('a transfer with a record is stored as posted, one row per leg; without a record, there is no row', async () => {
  const legs = [
    { owner: CUSTODY, wallet: 'spot', asset: USDT, units: assetUnits(-30) },
    { owner: ALICE, wallet: 'earn', asset: USDT, units: assetUnits(20) },
    { owner: systemOwners.fees, wallet: 'spot', asset: USDT, units: assetUnits(10) },
  ] as const;
  const transfer: Command = { kind: 'Transfer', by: CUSTODY, purpose: 'correction', legs };
  expect((await after(transfer)).rows).toEqual([]);
  const { firstPosition, timeMs, rows } = await after({ ...transfer, record: 2 ** 53 - 1 });
  expect(rows).toEqual(
    legs.map(({ owner, wallet, units }, line) => ({
      of: `correction ${2 ** 53 - 1}/${line}`,
      hold: 0,
      owner,
      wallet,
      units,
      returned: 0,
      state: 'posted',
      at: [firstPosition, timeMs],
      ended: [firstPosition, timeMs],
    })),
  );
});
