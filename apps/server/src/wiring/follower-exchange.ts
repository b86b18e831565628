import { timeMs } from '@vitrine/money';
import { Follower, LeaseLost, type ReplayListener, type SequencerNotice, SequencerStopped } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { decodeOnce } from '../projections/projector/event-batch.ts';
import { FollowedProgress } from '../projections/projector/followed-progress.ts';
import { LiveMarketData } from '../projections/tables/market-data.ts';
import { OpenOrders } from '../projections/tables/open-orders.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import { type Answering, openAnswering, type StateSource } from './answering.ts';
import { createPool } from './database/database.ts';
import { assertMigrated } from './database/migrate.ts';
import { assertTrailProtected } from './database/server-role.ts';
import { type Exchange, logNotice, startErrorOfLog } from './exchange.ts';
import { StartError } from './process/start-error.ts';
import type { Settings } from './settings/settings.ts';

/** As long as a leader's lease: what is older answers nobody. */
const STALE_MS = 3_000;

/**
 * A server that follows the log which its leader writes: it answers every read and the stream as of its own position, and
 * refuses what would change anything. In the database it writes sessions alone. Throws StartError.
 */
export async function openFollower(settings: Settings, url: string, log: FastifyBaseLogger): Promise<Exchange> {
  await assertMigrated(url);
  await assertTrailProtected(settings, url);
  const pool = createPool(url);
  await assertPrepared(pool, settings);
  const database = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  let follower: Follower | undefined;
  const clock = () => timeMs(follower?.nowMs() ?? Date.now());
  const marketData = await LiveMarketData.load(database, clock);
  const openOrders = await OpenOrders.load(database);
  follower = await followLog(url, log, marketData.position, (batch) => {
    marketData.apply(batch);
    openOrders.apply(batch);
  });
  const opened = follower;
  let answering: Answering | undefined;
  // Before anything else is awaited: what follows the log must miss none of it.
  opened.onBatch((batch) => {
    const read = decodeOnce(batch);
    marketData.apply(read);
    openOrders.apply(read);
    answering?.apply(read);
  });
  const projected = await FollowedProgress.open(database);
  const source = stateOf(opened);
  answering = await openAnswering({
    settings,
    url,
    log,
    pool,
    database,
    source,
    clock,
    marketData,
    openOrders,
    projected,
  });
  const { app, services, finish, close } = answering;
  return {
    app,
    services,
    duties: [],
    signIns: [],
    hasMarkets: opened.core.markets().length > 0,
    failed: opened.stopped,
    finish,
    close: async () => {
      await finish();
      await opened.close();
      projected.close();
      await close();
    },
  };
}

function stateOf(follower: Follower): StateSource {
  const isCurrent = () => follower.behindMs() < STALE_MS;
  return {
    get position() {
      return follower.position;
    },
    core: () => {
      if (!isCurrent()) throw new LeaseLost();
      return follower.core;
    },
    isCurrent,
    behindMs: () => follower.behindMs(),
    submit: () => Promise.reject(new SequencerStopped('not_accepted')),
  };
}

/** Loads the state. What happened since the read models were read is handed to them on the way. */
async function followLog(
  databaseUrl: string,
  log: FastifyBaseLogger,
  projectedPosition: number,
  onReplay: ReplayListener,
): Promise<Follower> {
  const onNotice = (notice: SequencerNotice) => logNotice(log, notice);
  return Follower.open({ databaseUrl, projectedPosition, onReplay, onNotice }).catch((error: unknown) => {
    throw startErrorOfLog(error);
  });
}

/** A leader's first start lists the sandbox's markets and makes their history, which is not in the log. */
async function assertPrepared(pool: pg.Pool, { mode, house }: Settings): Promise<void> {
  if (mode === 'production') return;
  const { rows } = await pool.query<{ ready: boolean }>(
    `select exists (select from markets) and exists (select from coins) and (not $1 or exists (select from candles)) as ready`,
    [house],
  );
  if (rows[0]?.ready !== true)
    throw new StartError('The leader has not finished its first start: start the follower once it serves.');
}
