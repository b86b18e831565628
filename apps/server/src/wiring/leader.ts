import { join } from 'node:path';
import { type BatchListener, newestStateHash, Sequencer } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { Projector } from '../projections/projector/projector.ts';
import { rebuildReadModels } from '../projections/projector/rebuild.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import { prepareSandbox, startSandbox } from '../sandbox/sandbox.ts';
import { TapeError } from '../sandbox/tape-error.ts';
import type { Answering, StateSource } from './answering.ts';
import { connectTo } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { assertTrailProtected, grantServerRole, mayChangeTrail } from './database/server-role.ts';
import { dutiesOf, startDuties, stopDuties } from './duties.ts';
import type { Role, RoleParts, Work } from './exchange.ts';
import { logNotice, startErrorOfLog } from './log-faults.ts';
import { logHeads } from './log-heads.ts';
import { StartError } from './process/start-error.ts';
import { plainConnections } from './settings/plain-connections.ts';
import type { Settings } from './settings/settings.ts';

/** After a database outage of more than this, the process restarts as soon as the database responds. */
const OUTAGE_MS = 15_000;
const TRAIL_UNPROTECTED = 'The role of DATABASE_URL can change the audit trail, as DATABASE_ONE_ROLE=on allows.';
const PREPARE_WITHIN_MS = 60_000;
/**
 * When the lease's duration plus this margin has passed, the lease of a killed server has expired, however busy the
 * database is.
 */
const LEASE_MARGIN_MS = 7_000;
const HOUR_MS = 3_600_000;

/**
 * Prepares the one server that writes the log: migrates the database, sets up a sandbox at its first start, and starts
 * the projector. `openLog` then loads the state and takes the lease.
 */
export async function prepareLeader(parts: RoleParts): Promise<Role> {
  const { settings, log } = parts;
  await prepareDatabase(parts);
  if (settings.mode === 'sandbox') await prepareFirstStart(parts);
  const projector = await startProjector(parts);
  return {
    projected: projector,
    openLog: async (onReplay) => {
      const sequencer = await openSequencer(parts, projector, onReplay);
      sequencer.onBatch((batch) => projector.post(batch));
      return {
        log: sequencer,
        source: stateOf(sequencer),
        failed: Promise.race([sequencer.stopped, projector.failed]),
        startWork: async (answering) => {
          const work = await startWork(parts, answering);
          if ((await newestStateHash(answering.pool)) === undefined) void firstSnapshot(sequencer, log);
          return work;
        },
        close: async () => {
          await sequencer
            .finalSnapshot()
            .catch((reason: unknown) => log.warn({ err: reason }, 'final snapshot failed'));
          await sequencer.close();
          await projector.close();
        },
      };
    },
  };
}

async function startWork({ settings, url, log }: RoleParts, answering: Answering): Promise<Work> {
  const { services, pool, sandboxChains } = answering;
  const duties = [...dutiesOf(services, connectTo(url, 'vitrine duties')), logHeads(pool, log)];
  if (sandboxChains !== undefined) duties.push(sandboxChains);
  await startDuties(duties);
  const sandbox =
    settings.mode === 'sandbox' ? await startSandbox({ services, settings }).catch(sayWhatToDo) : undefined;
  return {
    duties,
    signIns: sandbox?.signIns ?? [],
    stop: async () => {
      await sandbox?.stop();
      await stopDuties(duties);
    },
  };
}

async function prepareDatabase({ settings, url, ownerUrl, log }: RoleParts): Promise<void> {
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
    appliedCore: () => sequencer.appliedCore,
    isCurrent: () => sequencer.state.kind === 'running' && sequencer.isCurrent(),
    behindMs: () => 0,
    submit: (command) => sequencer.submit(command),
    epoch: sequencer.epoch,
  };
}

/** Takes a snapshot at the first start, so that the ledger sums have a state hash: only snapshots have one. */
const firstSnapshot = (sequencer: Sequencer, log: FastifyBaseLogger): Promise<void> =>
  sequencer.snapshot().then(
    (written) => log.info(written, 'first snapshot written'),
    (reason: unknown) => log.error({ err: reason }, 'first snapshot failed'),
  );

/** Logs warnings about settings that work but are less safe than they could be. */
async function warnOfSettings(settings: Settings, url: string, log: FastifyBaseLogger): Promise<void> {
  if (await mayChangeTrail(url)) log.warn(TRAIL_UNPROTECTED);
  const plain = plainConnections(settings);
  if (plain.length > 0) log.warn(`Unencrypted connections (no TLS) to other machines: ${plain.join(', ')}`);
}

async function rebuildHistories(settings: Settings, url: string, log: FastifyBaseLogger): Promise<void> {
  const options = { leaseWaitMs: leaseWaitMs(settings) };
  const fromPosition = await rebuildReadModels(url, options).catch((error: unknown) => {
    throw startErrorOfLog(error);
  });
  log.warn({ fromPosition }, 'rebuilding read models');
}

/**
 * At the first start of a sandbox, lists its markets and, if the house trades, creates their price history. A first
 * start is recognized by the absence of markets or, if the house trades, of price history.
 */
async function prepareFirstStart(parts: RoleParts): Promise<void> {
  const { settings, database } = parts;
  if (!(await isUnprepared(database, settings))) return;
  const projector = await startProjector(parts);
  const sequencer = await openSequencer(parts, projector, () => {});
  sequencer.onBatch((batch) => projector.post(batch));
  await prepareSandbox({
    settings,
    database,
    sequencer,
    projected: async (position) => {
      if (!(await projector.reached(position, PREPARE_WITHIN_MS)))
        throw new Error(
          `the read models did not reach log position ${position} within ${PREPARE_WITHIN_MS / 1_000} seconds`,
        );
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

const startProjector = ({ settings, url, log }: RoleParts): Promise<Projector> =>
  Projector.start({
    databaseUrl: url,
    spoolFile: join(settings.dataDir, 'projector.spool'),
    onBookFailed: (owner, reason) =>
      log.error({ owner, reason }, 'profit-and-loss calculation stopped for this client'),
  });

const leaseWaitMs = ({ leaseMs }: Settings): number => leaseMs + LEASE_MARGIN_MS;

const retainLogMs = ({ logRetentionHours }: Settings): number =>
  logRetentionHours === undefined ? Number.POSITIVE_INFINITY : logRetentionHours * HOUR_MS;

/** Loads the state and takes over the lease. Passes batches that are missing from the read models to the projector. */
async function openSequencer(
  { settings, url, log }: RoleParts,
  projector: Projector,
  onReplay: BatchListener,
): Promise<Sequencer> {
  try {
    return await Sequencer.open({
      databaseUrl: url,
      projectedPosition: () => projector.position,
      replayPosition: () => projector.replayPosition,
      onReplay: (batch) => {
        onReplay(batch);
        return projector.postReplayed(batch);
      },
      onNotice: (notice) => logNotice(log, notice),
      roomForOrders: settings.roomForOrders,
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
