import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sequencer } from '@vitrine/sequencer';
import { startCuttingProxy } from '@vitrine/tools/cutting-proxy';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { CoreDriver } from '../testing/core-driver.ts';
import { seededCommands, setupCommands } from '../testing/seeded-flow.ts';
import { tableContents, withClient } from '../testing/table-contents.ts';
import { Projection } from './projection.ts';
import { Projector } from './projector.ts';
import { rebuildReadModels } from './rebuild.ts';

const CLIENTS = 6;

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createMigratedDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-projector-test-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const start = (memoryBoundBytes?: number) =>
  Projector.start({
    databaseUrl: database.url,
    spoolFile: join(folder, 'spool'),
    ...(memoryBoundBytes === undefined ? {} : { memoryBoundBytes }),
  });

/**
 * The expected contents of the tables: those after the same flow, projected in this thread and written by one flush.
 */
async function expectedContents(seed: number, rounds: number) {
  const clean = await createMigratedDatabase();
  const projection = await Projection.open(clean.url);
  const driver = new CoreDriver(seed, CLIENTS);
  for (let round = 0; round < rounds; round += 1) projection.apply(driver.next());
  await projection.flush(0);
  await projection.close();
  const contents = await tableContents(clean.url);
  await clean.drop();
  return contents;
}

const killProjectorConnections = () =>
  withClient(database.url, (admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'vitrine projector'`,
    ),
  );

test('the projector thread updates the tables, and a caller waiting for a position is notified immediately', async () => {
  const projector = await start();
  const driver = new CoreDriver(21, CLIENTS);
  for (let round = 0; round < 400; round += 1) projector.post(driver.next());
  expect(await projector.reached(driver.core.position + 1, 50)).toBe(false);
  expect(await projector.reached(driver.core.position, 60_000)).toBe(true);
  expect(projector.backlogBytes).toBe(0);
  projector.post(driver.next());
  await projector.close();
  expect(projector.position).toBe(driver.core.position);
  expect(await tableContents(database.url)).toEqual(await expectedContents(21, 401));
});

test('if the projector is far behind, events wait in the spool file instead of memory, and nothing is lost', async () => {
  const projector = await start(1);
  const driver = new CoreDriver(22, CLIENTS);
  for (let round = 0; round < 600; round += 1) {
    projector.post(driver.next());
    if (round % 100 === 0) await sleep(25);
  }
  expect(statSync(join(folder, 'spool')).size).toBeGreaterThan(0);
  expect(await projector.reached(driver.core.position, 20_000)).toBe(true);
  expect(statSync(join(folder, 'spool')).size).toBe(0);
  await projector.close();
  expect(existsSync(join(folder, 'spool'))).toBe(false);
  expect(await tableContents(database.url)).toEqual(await expectedContents(22, 600));
});

test('a lost database connection is reopened, and every event is applied once', async () => {
  const projector = await start();
  const driver = new CoreDriver(23, CLIENTS);
  for (let round = 0; round < 600; round += 1) {
    projector.post(driver.next());
    if (round % 60 === 30) {
      void projector.reached(driver.core.position, 1);
      await sleep(round % 7);
      await killProjectorConnections();
    }
  }
  expect(await projector.reached(driver.core.position, 20_000)).toBe(true);
  await projector.close();
  expect(await tableContents(database.url)).toEqual(await expectedContents(23, 600));
});

/** Starts the log on this database with its projector, and shuts both down cleanly. */
async function withLog<T>(work: (sequencer: Sequencer, projector: Projector) => Promise<T>): Promise<T> {
  const projector = await start();
  const sequencer = await Sequencer.open({
    databaseUrl: database.url,
    projectedPosition: () => projector.position,
    replayPosition: () => projector.replayPosition,
    onReplay: (batch) => projector.postReplayed(batch),
    // A busy machine may stop this process for seconds.
    leaseMs: 30_000,
  });
  const unsubscribe = sequencer.onBatch((batch) => projector.post(batch));
  try {
    return await work(sequencer, projector);
  } finally {
    await projector.reached(sequencer.core.position, 30_000);
    unsubscribe();
    await sequencer.close();
    await projector.close();
  }
}

test('after kill -9 at any moment, the next start resumes from the log, and the tables are complete', async () => {
  for (let round = 0; round < 3; round += 1) {
    const file = join(import.meta.dirname, '../testing/projecting-process.ts');
    const victim = fork(file, [database.url, join(folder, 'victim.spool'), String(round)]);
    await once(victim, 'message');
    await sleep(150 + round * 90);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
  }
  await withLog(async (sequencer) => {
    expect(sequencer.core.position).toBeGreaterThan(50);
  });
  const survived = await tableContents(database.url);
  const ended = survived.projector_position[0]?.position;

  // Empty the tables, so that the whole log is projected once more.
  await withClient(database.url, (client) =>
    client.query(`
      truncate assets, markets, resting_orders, ended_orders, fills, transfer_lines, money_records, converts, account_balances, tape, candles, taker_flow, projector_checkpoints,
        books, book_coins, book_days, book_positions, book_futures, trading_volume;
      update projector_position set position = 0, time_ms = 0, replay_position = 0, young_order = null`),
  );
  await withLog(async () => {});
  const again = await tableContents(database.url);
  expect(again.projector_position[0]?.position).toBe(ended);
  expect(again).toEqual(survived);
});

test('tables rebuilt from a checkpoint after the oldest snapshot are identical, and older rows stay', async () => {
  await withLog(async (sequencer) => {
    const openOrders = (owner: number) => sequencer.core.openOrders(owner).map((view) => view.order);
    const flow = seededCommands(31, CLIENTS, openOrders);
    await Promise.all(setupCommands(CLIENTS).map((command) => sequencer.submit(command)));
    for (let hour = 0; hour < 6; hour += 1) {
      for (let round = 0; round < 120; round += 1) await sequencer.submit(flow.next().value);
      await sequencer.submit({ kind: 'AdvanceClock', byMs: 2_400_000 });
      await sleep(200);
    }
  });
  const before = await tableContents(database.url);
  const positions = await withClient(database.url, async (client) => {
    const { rows } = await client.query('select position from projector_checkpoints order by position');
    return rows.map((row) => Number(row.position));
  });
  expect(positions.length).toBeGreaterThan(2);
  const oldestSnapshot = (positions[0] as number) + 1;
  const rewound = await rebuildReadModels(database.url, { fromPosition: oldestSnapshot });
  expect(rewound).toBe(positions[1]);
  const between = await tableContents(database.url);
  expect(between.fills.length).toBeGreaterThan(0);
  expect(between.fills.length).toBeLessThan(before.fills.length);
  await withLog(async () => {});
  expect(await tableContents(database.url)).toEqual(before);
});

test('a rebuild starts at the oldest stored snapshot', async () => {
  expect(await rebuildReadModels(database.url)).toBeUndefined();
  const snapshotPosition = await withLog(async (sequencer, projector) => {
    await Promise.all(setupCommands(CLIENTS).map((command) => sequencer.submit(command)));
    await projector.reached(sequencer.core.position, 60_000);
    const written = await sequencer.snapshot();
    await sequencer.submit({ kind: 'AdvanceClock', byMs: 4_000_000 });
    await sequencer.submit({ kind: 'Tick' });
    return written.position;
  });
  const before = await tableContents(database.url);
  const position = await rebuildReadModels(database.url);
  expect(position).toBeGreaterThanOrEqual(snapshotPosition);
  await withLog(async () => {});
  expect(await tableContents(database.url)).toEqual(before);
});

test('a rebuild changes nothing if no checkpoint is new enough', async () => {
  await withLog(async (sequencer) => {
    await Promise.all(setupCommands(CLIENTS).map((command) => sequencer.submit(command)));
  });
  const before = await tableContents(database.url);
  expect(await rebuildReadModels(database.url, { fromPosition: 1_000_000 })).toBeUndefined();
  expect(await tableContents(database.url)).toEqual(before);
});

test('a connection that dies silently during a flush is abandoned: the tables get everything, once', async () => {
  const proxy = await startCuttingProxy(database.url);
  const projector = await Projector.start({
    databaseUrl: proxy.url,
    spoolFile: join(folder, 'spool'),
    statementMs: 2_000,
  });
  const driver = new CoreDriver(7, CLIENTS);
  for (let round = 0; round < 20; round += 1) projector.post(driver.next());
  expect(await projector.reached(driver.core.position, 20_000)).toBe(true);
  // The connections are lost while a transaction of the projector waits for this lock. The transaction stays open in
  // the database, with its own locks, and nothing in the database ends it.
  await withClient(database.url, async (admin) => {
    await admin.query('begin; lock table ended_orders in access exclusive mode');
    for (let round = 20; round < 40; round += 1) projector.post(driver.next());
    const reached = projector.reached(driver.core.position, 30_000);
    await expect
      .poll(
        async () =>
          (await admin.query(`select from pg_locks where not granted and relation = 'ended_orders'::regclass`))
            .rowCount,
      )
      .toBeGreaterThan(0);
    proxy.swallowConnections();
    await admin.query('commit');
    expect(await reached).toBe(true);
  });
  await projector.close();
  expect(await tableContents(database.url)).toEqual(await expectedContents(7, 40));
  await proxy.close();
});
