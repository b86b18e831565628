import { timeMs } from '@vitrine/money';
import type { BatchListener, Follower, Sequencer } from '@vitrine/sequencer';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type { Duty } from '../kit/loop.ts';
import type { ProjectorProgress } from '../projections/histories.ts';
import { decodeOnce, type EventBatch } from '../projections/projector/event-batch.ts';
import { LiveMarketData } from '../projections/tables/market-data.ts';
import { OpenOrders } from '../projections/tables/open-orders.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import type { DemoSignIn } from '../sandbox/sandbox.ts';
import { type Answering, openAnswering, type StateSource } from './answering.ts';
import { createPool } from './database/database.ts';
import { prepareFollower } from './follower.ts';
import { prepareLeader } from './leader.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings/settings.ts';

/** The exchange, ready to listen. */
export interface Exchange {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The leader's duties; a follower has none. */
  readonly duties: readonly Duty[];
  /** The sandbox's demo accounts; none with DEMO=off, on a follower, or in production. */
  readonly signIns: readonly DemoSignIn[];
  /** Whether anything can be traded: a new production exchange has no market yet. */
  readonly hasMarkets: boolean;
  /** Resolves with the reason once the exchange can no longer accept commands; never resolves after `close`. */
  readonly failed: Promise<Error>;
  /** Stops accepting connections, and serves requests that are in flight or still arriving on open connections. */
  finish(): Promise<void>;
  /** Finishes requests in flight, takes a last snapshot if that makes the next start faster, and releases the lease. */
  close(): Promise<void>;
}

/** The parts from which a leader or a follower is built. */
export interface RoleParts {
  readonly settings: Settings;
  /** The database URL for the server's ordinary connections. */
  readonly url: string;
  /** The database URL for the role that owns the tables; the same as `url` if the server's role owns them. */
  readonly ownerUrl: string;
  readonly log: FastifyBaseLogger;
  readonly database: Kysely<ReadModelTables>;
}

/** A server whose database is ready: it writes the log, or follows it. */
export interface Role {
  /** The log position of the read models. */
  readonly projected: ProjectorProgress;
  /**
   * Loads the state. Meanwhile, passes all batches after `position` to `onReplay`, in order; on a leader, earlier ones
   * too, from where the projector needs them.
   */
  openLog(onReplay: BatchListener, position: number): Promise<OpenLog>;
}

/** The log of a running server, and the state built from it. */
export interface OpenLog {
  readonly log: Sequencer | Follower;
  /** The state, for the request handlers. */
  readonly source: StateSource;
  /** Resolves with the reason once the log can no longer be written or followed. */
  readonly failed: Promise<Error>;
  /**
   * Starts the work that only a leader does besides serving requests; a follower has none. To make a follower the
   * leader, this has to be called.
   */
  startWork?(answering: Answering): Promise<Work>;
  close(): Promise<void>;
}

export interface Work {
  readonly duties: readonly Duty[];
  readonly signIns: readonly DemoSignIn[];
  stop(): Promise<void>;
}

/**
 * Opens the exchange on a database. A follower serves every read and the stream as of its own log position; the leader
 * also writes the log and performs its duties. Throws StartError for a problem that an operator can fix.
 */
export async function openExchange(
  settings: Settings,
  url: string,
  log: FastifyBaseLogger,
  ownerUrl = url,
): Promise<Exchange> {
  const pool = createPool(url, { most: settings.databaseConnections });
  const database = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  const prepare = settings.role === 'leader' ? prepareLeader : prepareFollower;
  const { projected, openLog } = await prepare({ settings, url, ownerUrl, log, database });
  // The clock follows the log, which is not open yet while the market data is loaded.
  let opened: OpenLog | undefined;
  const clock = () => timeMs(opened?.log.nowMs() ?? Date.now());
  const marketData = await LiveMarketData.load(database, clock);
  const openOrders = await OpenOrders.load(database);
  const follow = (batch: EventBatch) => {
    marketData.apply(batch);
    openOrders.apply(batch);
  };
  opened = await openLog(follow, Math.min(marketData.position, openOrders.position));
  let answering: Answering | undefined;
  // Subscribes before anything is awaited, so that no batch is missed.
  opened.log.onBatch((batch) => {
    const read = decodeOnce(batch);
    follow(read);
    answering?.apply(read);
  });
  const { source, failed, startWork, close } = opened;
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
  const { app, services, finish, close: closeAnswering } = answering;
  const work = await startWork?.(answering);
  return {
    app,
    services,
    duties: work?.duties ?? [],
    signIns: work?.signIns ?? [],
    hasMarkets: opened.log.core.markets().length > 0,
    failed,
    finish,
    close: async () => {
      await finish();
      await work?.stop();
      await close();
      await closeAnswering();
    },
  };
}
