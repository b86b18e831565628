import { join } from 'node:path';
import { timeMs } from '@vitrine/money';
import {
  type BatchListener,
  LeaseHeld,
  LogDamaged,
  LogIncomplete,
  LogTooNew,
  newestStateHash,
  Sequencer,
  type SequencerNotice,
} from '@vitrine/sequencer';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type { Duty } from '../kit/loop.ts';
import { decodeOnce } from '../projections/projector/event-batch.ts';
import { Projector } from '../projections/projector/projector.ts';
import { rebuildReadModels } from '../projections/projector/rebuild.ts';
import { LiveMarketData } from '../projections/tables/market-data.ts';
import { OpenOrders } from '../projections/tables/open-orders.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import { type DemoSignIn, prepareSandbox, startSandbox } from '../sandbox/sandbox.ts';
import { TapeError } from '../sandbox/tape-error.ts';
import { type Answering, openAnswering, type StateSource } from './answering.ts';
import { connectTo, createPool } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { assertTrailProtected, grantServerRole, mayChangeTrail } from './database/server-role.ts';
import { dutiesOf, startDuties, stopDuties } from './duties.ts';
import { logHeads } from './log-heads.ts';
import { StartError } from './process/start-error.ts';
import type { Services } from './services.ts';
import { plainConnections } from './settings/plain-connections.ts';
import type { Settings } from './settings/settings.ts';

/** A database that is away for longer is given up: the process then begins again as soon as it is back. */
const OUTAGE_MS = 15_000;
const TRAIL_UNPROTECTED = 'The role of DATABASE_URL can change the audit trail, as DATABASE_ONE_ROLE=on allows.';
const PREPARE_WITHIN_MS = 60_000;
/** A killed server's lease has ended when it and this have gone by, however busy the database is. */
const LEASE_MARGIN_MS = 7_000;
const HOUR_MS = 3_600_000;

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
  /** Stops accepting, finishes what is in flight, takes a last snapshot, gives the lease back. */
  close(): Promise<void>;
}

/**
 * Puts the parts together on a database. `ownerUrl` is of the role that owns its tables, where that is another than the
 * server's. Throws StartError where an operator can do something about it.
 */
export async function openExchange(
  settings: Settings,
  url: string,
  log: FastifyBaseLogger,
  ownerUrl = url,
): Promise<Exchange> {
  await prepareDatabase(settings, url, log, ownerUrl);
  const pool = createPool(url);
  const database = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool }) });
  if (settings.mode === 'sandbox') await prepareFirstStart(settings, url, log, database);
  const projector = await startProjector(settings, url);
  // The log is not open yet when the market data loads, and the clock is the log's.
  let sequencer: Sequencer | undefined;
  const clock = () => timeMs(sequencer?.nowMs() ?? Date.now());
  const marketData = await LiveMarketData.load(database, clock);
  const openOrders = await OpenOrders.load(database);
  sequencer = await openLog(settings, url, log, projector, (batch) => {
    marketData.apply(batch);
    openOrders.apply(batch);
  });
  const opened = sequencer;
  let answering: Answering | undefined;
  // Before anything else is awaited: what follows the log must miss none of it.
  opened.onBatch((batch) => {
    projector.post(batch);
    const read = decodeOnce(batch);
    marketData.apply(read);
    openOrders.apply(read);
    answering?.apply(read);
  });
  answering = await openAnswering({
    settings,
    url,
    log,
    pool,
    database,
    source: stateOf(opened),
    clock,
    marketData,
    openOrders,
    projected: projector,
  });
  const { app, services, sandboxChains, finish, close } = answering;
  const duties = [...dutiesOf(services, (name) => connectTo(url, name)), logHeads(pool, log)];
  if (sandboxChains !== undefined) duties.push(sandboxChains);
  await startDuties(duties);
  const sandbox =
    settings.mode === 'sandbox' ? await startSandbox({ services, settings }).catch(sayWhatToDo) : undefined;
  if ((await newestStateHash(pool)) === undefined) void firstSnapshot(opened, log);
  return {
    app,
    services,
    duties,
    signIns: sandbox?.signIns ?? [],
    hasMarkets: opened.core.markets().length > 0,
    failed: Promise.race([opened.stopped, projector.failed]),
    finish,
    close: async () => {
      await finish();
      await sandbox?.stop();
      await stopDuties(duties);
      await opened.snapshot().catch((reason: unknown) => log.warn({ err: reason }, 'final snapshot failed'));
      await opened.close();
      await projector.close();
      await close();
    },
  };
}

async function prepareDatabase(
  settings: Settings,
  url: string,
  log: FastifyBaseLogger,
  ownerUrl: string,
): Promise<void> {
  await assertTrailProtected(settings, url, ownerUrl);
  await migrate(ownerUrl, { mode: settings.mode, leaseWaitMs: leaseWaitMs(settings) });
  await grantServerRole(ownerUrl, url, retainLogMs(settings));
  await assertTrailProtected(settings, url);
  if (settings.mode === 'production') await warnOfSettings(settings, url, log);
  if (settings.rebuildHistories) await rebuildHistories(settings, ownerUrl, log);
}

function stateOf(sequencer: Sequencer): StateSource {
  return {
    get position() {
      return sequencer.core.position;
    },
    core: () => sequencer.core,
    isCurrent: () => sequencer.state.kind === 'running' && sequencer.isCurrent(),
    behindMs: () => 0,
    submit: (command) => sequencer.submit(command),
  };
}

/** From the beginning there is a hash of the state to show, which snapshots alone bring. */
const firstSnapshot = (sequencer: Sequencer, log: FastifyBaseLogger): Promise<void> =>
  sequencer.snapshot().then(
    (written) => log.info(written, 'first snapshot written'),
    (reason: unknown) => log.error({ err: reason }, 'first snapshot failed'),
  );

/** What works, and is less safe than it could be. */
async function warnOfSettings(settings: Settings, url: string, log: FastifyBaseLogger): Promise<void> {
  if (await mayChangeTrail(url)) log.warn(TRAIL_UNPROTECTED);
  const plain = plainConnections(settings);
  if (plain.length > 0) log.warn(`Connections without TLS leave this machine: ${plain.join(', ')}`);
}

async function rebuildHistories(settings: Settings, url: string, log: FastifyBaseLogger): Promise<void> {
  const options = { leaseWaitMs: leaseWaitMs(settings) };
  const fromPosition = await rebuildReadModels(url, options).catch((error: unknown) => {
    throw startErrorOfLog(error);
  });
  log.warn({ fromPosition }, 'rebuilding read models');
}

/** On an empty database: lists the sandbox's markets and makes their history, which the exchange then finds as on any start. */
async function prepareFirstStart(
  settings: Settings,
  url: string,
  log: FastifyBaseLogger,
  database: Kysely<ReadModelTables>,
): Promise<void> {
  if (!(await isUnprepared(database, settings))) return;
  const projector = await startProjector(settings, url);
  const sequencer = await openLog(settings, url, log, projector, () => {});
  sequencer.onBatch((batch) => projector.post(batch));
  await prepareSandbox({
    settings,
    database,
    sequencer,
    projected: async (position) => {
      if (!(await projector.reached(position, PREPARE_WITHIN_MS)))
        throw new Error('the histories do not follow the log');
    },
  }).catch(sayWhatToDo);
  await sequencer.close();
  await projector.close();
}

function sayWhatToDo(error: unknown): never {
  throw error instanceof TapeError ? new StartError(error.message) : error;
}

async function isUnprepared(database: Kysely<ReadModelTables>, { house }: Settings): Promise<boolean> {
  const market = await database.selectFrom('markets').select('market_id').limit(1).executeTakeFirst();
  const candle = await database.selectFrom('candles').select('market_id').limit(1).executeTakeFirst();
  return market === undefined || (house && candle === undefined);
}

const startProjector = (settings: Settings, databaseUrl: string): Promise<Projector> =>
  Projector.start({ databaseUrl, spoolFile: join(settings.dataDir, 'projector.spool') });

const leaseWaitMs = ({ leaseMs }: Settings): number => leaseMs + LEASE_MARGIN_MS;

const retainLogMs = ({ logRetentionHours }: Settings): number =>
  logRetentionHours === undefined ? Number.POSITIVE_INFINITY : logRetentionHours * HOUR_MS;

/** Loads the state and takes over the lease. What the histories lack is handed to them on the way. */
async function openLog(
  settings: Settings,
  databaseUrl: string,
  log: FastifyBaseLogger,
  projector: Projector,
  follow: BatchListener,
): Promise<Sequencer> {
  try {
    return await Sequencer.open({
      databaseUrl,
      projectedPosition: () => projector.position,
      onReplay: (batch) => {
        follow(batch);
        return projector.postReplayed(batch);
      },
      onNotice: (notice) => logNotice(log, notice),
      leaseMs: settings.leaseMs,
      leaseWaitMs: leaseWaitMs(settings),
      outageMs: OUTAGE_MS,
      snapshots: {
        everyCommands: settings.snapshotEveryCommands,
        retainLogMs: retainLogMs(settings),
      },
    });
  } catch (error) {
    throw startErrorOfLog(error);
  }
}

export function logNotice(log: FastifyBaseLogger, notice: SequencerNotice): void {
  if (notice.kind === 'SnapshotWritten') log.info(notice, 'snapshot written');
  else if (notice.kind === 'SnapshotFailed') log.error({ err: notice.reason }, 'snapshot failed');
  else log.warn(notice, 'snapshot damaged, using an older one and the log after it');
}

/** What an operator can do something about, as a sentence; anything else as it is. */
export const startErrorOfLog = (error: unknown): unknown =>
  logFaults.some((Fault) => error instanceof Fault) ? new StartError((error as Error).message) : error;

const logFaults = [LeaseHeld, LogDamaged, LogIncomplete, LogTooNew];
