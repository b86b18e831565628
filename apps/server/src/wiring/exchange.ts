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
  /** What it does by itself; none where the log is followed. */
  readonly duties: readonly Duty[];
  /** The sandbox's demo accounts; none in production. */
  readonly signIns: readonly DemoSignIn[];
  /** Whether anything can be traded: a new production has no market yet. */
  readonly hasMarkets: boolean;
  /** Settles with the reason when the exchange can no longer take commands; never after `close`. */
  readonly failed: Promise<Error>;
  /** Stops accepting, and answers what is in flight or still comes over open connections. */
  finish(): Promise<void>;
  /** Stops accepting, finishes what is in flight, takes a last snapshot if the next start gains by it, gives the lease back. */
  close(): Promise<void>;
}

/** What leader and follower are made of. */
export interface RoleParts {
  readonly settings: Settings;
  /** For the server's ordinary connections. */
  readonly url: string;
  /** Of the role that owns the tables, where that is another than the server's. */
  readonly ownerUrl: string;
  readonly log: FastifyBaseLogger;
  readonly database: Kysely<ReadModelTables>;
}

/** A server whose database is ready: it writes the log, or follows it. */
export interface Role {
  /** How far the tables of the histories have come. */
  readonly projected: ProjectorProgress;
  /** Loads the state. What the tables lack, and what happened since `position`, is passed to `onReplay` on the way. */
  openLog(onReplay: BatchListener, position: number): Promise<OpenLog>;
}

/** The log of a running server, and the state it leads to. */
export interface OpenLog {
  readonly log: Sequencer | Follower;
  /** The same as answers see it. */
  readonly source: StateSource;
  /** Settles with the reason when it can no longer be written, or followed. */
  readonly failed: Promise<Error>;
  /** What a leader does besides: a follower has none. To make it the leader is to start this. */
  startWork?(answering: Answering): Promise<Work>;
  close(): Promise<void>;
}

export interface Work {
  readonly duties: readonly Duty[];
  readonly signIns: readonly DemoSignIn[];
  stop(): Promise<void>;
}

/**
 * Puts the parts together on a database: a server that follows the log answers every read and the stream as of its own
 * position; the leader is the same, writes the log, and does its duties. Throws StartError where an operator can do something
 * about it.
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
  // The log is not open yet when the market data loads, and the clock is the log's.
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
  // Before anything else is awaited: what follows the log must miss none of it.
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
