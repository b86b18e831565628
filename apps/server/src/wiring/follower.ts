import { Follower, LeaseLost, SequencerStopped } from '@vitrine/sequencer';
import { type Kysely, sql } from 'kysely';
import { FollowedProgress } from '../projections/projector/followed-progress.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import type { StateSource } from './answering.ts';
import { assertMigrated } from './database/migrate.ts';
import { assertTrailProtected } from './database/server-role.ts';
import type { Role, RoleParts } from './exchange.ts';
import { logNotice, startErrorOfLog } from './log-faults.ts';
import { StartError } from './process/start-error.ts';
import type { Settings } from './settings/settings.ts';

/** The leader's lease has this duration by default. A follower does not serve state that is older. */
const STALE_MS = 3_000;

/**
 * A server that follows the leader's log and refuses all commands. In the database, it writes only what signing in and
 * out needs.
 */
export async function prepareFollower({ settings, url, log, database }: RoleParts): Promise<Role> {
  await assertMigrated(url);
  await assertTrailProtected(settings, url);
  await assertPrepared(database, settings);
  const projected = await FollowedProgress.open(database);
  return {
    projected,
    openLog: async (onReplay, projectedPosition) => {
      const follower = await Follower.open({
        databaseUrl: url,
        projectedPosition,
        onReplay,
        onNotice: (notice) => logNotice(log, notice),
        roomForOrders: settings.roomForOrders,
      }).catch((error: unknown) => {
        projected.close();
        throw startErrorOfLog(error);
      });
      return {
        log: follower,
        source: stateOf(follower),
        failed: follower.stopped,
        close: async () => {
          await follower.close();
          projected.close();
        },
      };
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
    appliedCore: () => follower.core,
    isCurrent,
    behindMs: () => follower.behindMs(),
    submit: () => Promise.reject(new SequencerStopped('not_accepted')),
    epoch: 0,
  };
}

/**
 * Throws if the sandbox's markets are not listed or, if the house trades, their price history does not exist. The
 * leader creates both at its first start; the price history is not in the log.
 */
async function assertPrepared(database: Kysely<ReadModelTables>, { mode, house }: Settings): Promise<void> {
  if (mode === 'production') return;
  const { rows } = await sql<{ ready: boolean }>`select exists (select from markets) and exists (select from coins)
    and (not ${house}::boolean or exists (select from candles)) as ready`.execute(database);
  if (rows[0]?.ready !== true)
    throw new StartError('The leader has not finished its first start: start the follower once the leader is up.');
}
