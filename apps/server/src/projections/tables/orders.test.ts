import type { OrderAccepted, OrderEnd } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { createHistories } from '../histories.ts';
import { compareTables } from '../projector/compare-tables.ts';
import type { EventBatch } from '../projector/event-batch.ts';
import { Projection } from '../projector/projection.ts';
import { CoreDriver } from '../testing/core-driver.ts';
import { BTC_USDT, client, limitOrder, seededCommands, seededNumbers } from '../testing/seeded-flow.ts';
import { type Row, tableContents, withClient } from '../testing/table-contents.ts';
import { OpenOrders } from './open-orders.ts';
import { OrdersProjection } from './orders.ts';
import type { ReadModelTables } from './tables.ts';

const CLIENTS = 6;
let database: TestDatabase;
let kysely: Kysely<ReadModelTables>;
beforeEach(async () => {
  database = await createMigratedDatabase();
  kysely = new Kysely<ReadModelTables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 2 }) }),
  });
});
afterEach(async () => {
  await kysely.destroy();
  await database.drop();
});

const bid: OrderAccepted = {
  kind: 'OrderAccepted',
  order: 1,
  owner: client(0),
  market: BTC_USDT,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'cancel_newest',
  priceTicks: 7 as PriceTicks,
  sizeLots: 3 as SizeLots,
  budgetUnits: 0 as AssetUnits,
  trigger: 'none',
  triggerTicks: 0 as PriceTicks,
  clientOrderId: 0,
  ocoOrder: 0,
  heldUnits: 21 as AssetUnits,
};
const released = 21 as AssetUnits;

test('every field of an order is read from the tables as it was written', async () => {
  const ends: readonly OrderEnd[] = [
    'filled',
    'cancelled',
    'unfilled',
    'self_trade',
    'oco',
    'frozen',
    'trigger_refused',
    'beyond_protection',
  ];
  const orders: readonly Partial<OrderAccepted>[] = [
    { side: 'sell' },
    { type: 'market', timeInForce: 'ioc', budgetUnits: 9 as AssetUnits },
    { timeInForce: 'fok', clientOrderId: 2 ** 40 },
    { postOnly: true },
    { trigger: 'stop', triggerTicks: 8 as PriceTicks },
    { trigger: 'take_profit', triggerTicks: 8 as PriceTicks, ocoOrder: 99 },
    {},
    {},
  ];
  const accepted = orders.map((traits, n): OrderAccepted => ({ ...bid, ...traits, order: n + 1 }));
  const expected = accepted.map(({ kind, selfTrade, heldUnits, ...order }, n) => ({
    ...order,
    triggered: n === 4,
    endedBecause: ends[n],
    refusal: n === 6 ? 'exceeds_balance' : undefined,
    releasedUnits: 21,
  }));
  const projection = new OrdersProjection();
  await withClient(database.url, async (admin) => {
    // Half of the orders rest in the book before they end.
    const at = { position: 10, timeMs: 1_000, afterPosition: 9, line: 0 };
    for (const order of accepted.slice(0, 4)) projection.apply(order, at);
    projection.settle(10, 1_000);
    await projection.flush(admin);
    for (const order of accepted.slice(4)) projection.apply(order, at);
    const later = { ...at, position: 11, timeMs: 2_000 };
    projection.apply({ kind: 'OrderTriggered', order: 5, owner: client(0), market: BTC_USDT }, later);
    for (const [n, end] of ends.entries())
      projection.apply(
        {
          kind: 'OrderEnded',
          order: n + 1,
          owner: client(0),
          market: BTC_USDT,
          end,
          unfilledLots: 3 as SizeLots,
          releasedUnits: released,
          ...(n === 6 ? { refusal: 'exceeds_balance' as const } : {}),
        },
        later,
      );
    await projection.flush(admin);
  });
  const histories = createHistories(kysely, { position: 11, reached: async () => true });
  const page = await histories.orders({
    owner: client(0),
    market: BTC_USDT,
    isPerpetual: false,
    cursor: undefined,
    limit: 50,
  });
  if (page === 'bad_cursor') throw new Error('the cursor was rejected');
  expect(page.rows.toReversed()).toMatchObject(expected);
  expect(page.rows.every(({ createdAtMs, updatedAtMs }) => createdAtMs === 1_000 && updatedAtMs === 2_000)).toBe(true);
});

/** A flow of orders: after a pause, the last orders follow within a second or two. */
function flow(): { driver: CoreDriver; batches: EventBatch[] } {
  const driver = new CoreDriver(61, CLIENTS);
  const batches: EventBatch[] = [driver.next()];
  for (let round = 0; round < 60; round += 1) batches.push(driver.next());
  batches.push(driver.apply([{ kind: 'AdvanceClock', byMs: 5_000 }]));
  for (let round = 0; round < 10; round += 1)
    batches.push(driver.apply([limitOrder(client(0), BTC_USDT, 'buy', 5_000 + round, 2)]));
  // Takes everything on offer; the remainder rests in the book.
  const taker = limitOrder(client(1), BTC_USDT, 'buy', 10_100, 900_000);
  batches.push(driver.apply([{ ...taker, selfTrade: 'cancel_oldest' }]));
  return { driver, batches };
}

const emptyTables = () =>
  withClient(database.url, (admin) =>
    admin.query(`
      truncate assets, markets, resting_orders, ended_orders, fills, transfer_lines, money_records, converts, account_balances,
        tape, candles, taker_flow, books, book_coins, book_days, book_positions, book_futures, trading_volume,
        projector_checkpoints;
      update projector_position set position = 0, time_ms = 0, replay_position = 0, young_order = null`),
  );

/** Batches of one to four commands each, with commands of every kind. */
function busyFlow(): { driver: CoreDriver; batches: EventBatch[] } {
  const driver = new CoreDriver(62, CLIENTS);
  const below = seededNumbers(64);
  const flow = seededCommands(65, CLIENTS, (owner) => driver.core.openOrders(owner).map(({ order }) => order));
  const batches: EventBatch[] = [driver.next()];
  for (let round = 0; round < 400; round += 1)
    batches.push(driver.apply(Array.from({ length: 1 + below(4) }, () => flow.next().value)));
  return { driver, batches };
}

async function project(batches: readonly EventBatch[], youngMs?: number): Promise<void> {
  const projection = await Projection.open(database.url);
  for (const batch of batches) projection.apply(batch);
  await projection.flush(youngMs);
  await projection.close();
}

test('an open order is written once it is a second old; startup replays younger ones', async () => {
  const { driver, batches } = flow();
  await project(batches);
  const { orders, projector_position } = await tableContents(database.url);
  const open = orders.filter((row) => row.ended_because === null).map((row) => Number(row.order_id));
  const views = Array.from({ length: CLIENTS }, (_, n) => driver.core.openOrders(client(n))).flat();
  const old = views.filter(({ acceptedAt }) => acceptedAt <= driver.core.timeMs - 1_000);
  expect(open).toEqual(old.map(({ order }) => order).sort((a, b) => a - b));
  expect(views.length).toBeGreaterThan(old.length);
  const young = views.filter((view) => !old.includes(view)).map(({ order }) => order);
  expect(Number(projector_position[0]?.young_order)).toBe(Math.min(...young));

  // Simulate a kill: only the batches after the replay position are replayed, since the tables contain the others.
  const replay = batches.filter(
    ({ firstPosition, count }) => firstPosition + count - 1 > Number(projector_position[0]?.replay_position),
  );
  expect(replay.length).toBeLessThan(20);
  const live = new OpenOrders();
  for (const batch of batches) live.apply(batch);
  const loaded = await OpenOrders.load(kysely);
  for (const batch of replay) loaded.apply(batch);
  for (let n = 0; n < CLIENTS; n += 1) expect(loaded.of(client(n))).toEqual(live.of(client(n)));

  await project(replay, 0);
  const again = await tableContents(database.url);
  expect(again.projector_position[0]).toMatchObject({ position: String(driver.core.position), young_order: null });
  expect(again.orders.filter((row) => row.ended_because === null).length).toBe(views.length);
  await emptyTables();
  await project(batches, 0);
  expect(await tableContents(database.url)).toEqual(again);
});

test('after repeated crashes and batches applied twice, the tables and open orders are the same', async () => {
  const { driver, batches } = busyFlow();
  await project(batches, 0);
  const clean = await tableContents(database.url);
  await emptyTables();
  const live = new OpenOrders();
  const below = seededNumbers(63);
  let youngSeen = 0;
  for (let done = 0; done < batches.length; ) {
    const { replay_position, young_order } = (await tableContents(database.url)).projector_position[0] as Row;
    if (young_order !== null) youngSeen += 1;
    const projection = await Projection.open(database.url);
    const loaded = await OpenOrders.load(kysely);
    const from = batches.findIndex(({ firstPosition }) => firstPosition > Number(replay_position));
    for (const batch of batches.slice(from, done)) for (const each of [projection, loaded]) each.apply(batch);
    for (const batch of batches.slice(from, done)) for (const each of [projection, loaded]) each.apply(batch);
    for (let n = 0; n < CLIENTS; n += 1) expect(loaded.of(client(n))).toEqual(live.of(client(n)));
    for (let flushes = below(4); flushes >= 0; flushes -= 1) {
      const until = Math.min(batches.length, done + 1 + below(12));
      for (const batch of batches.slice(done, until)) for (const each of [projection, live]) each.apply(batch);
      done = until;
      await projection.flush();
    }
    // Batches that are applied but not flushed are lost.
    for (const batch of batches.slice(done, done + 3)) projection.apply(batch);
    await projection.close();
  }
  expect(youngSeen).toBeGreaterThan(10);
  await withClient(database.url, async (admin) => expect(await compareTables(admin, driver.core)).toBeUndefined());
  const { replay_position } = (await tableContents(database.url)).projector_position[0] as Row;
  await project(
    batches.filter(({ firstPosition }) => firstPosition > Number(replay_position)),
    0,
  );
  expect(await tableContents(database.url)).toEqual(clean);
});

test('a projector that does not get the batches to replay refuses to continue', async () => {
  const { driver, batches } = flow();
  await project(batches);
  const projection = await Projection.open(database.url);
  expect(() => projection.apply(driver.next())).toThrow('The projector is at position');
  await projection.close();
});

test('fills are found even if their order is not yet in the tables', async () => {
  const { driver, batches } = flow();
  await project(batches);
  const histories = createHistories(kysely, { position: driver.core.position, reached: async () => true });
  const { fills, orders } = await tableContents(database.url);
  const young = fills.findLast((fill) => orders.every(({ order_id }) => order_id !== fill.order_id));
  if (young === undefined) throw new Error('no young order was filled');
  const owner = Number(young.owner_id);
  const query = { owner, market: undefined, order: Number(young.order_id), cursor: undefined, limit: 1_000 };
  const found = await histories.fills(query);
  const all = fills.filter(({ order_id }) => order_id === young.order_id);
  expect(found === 'bad_cursor' || found.rows.map(({ line }) => line)).toEqual(all.map(({ line }) => line).reverse());
});
