import { isAlive, sleep } from '../process/process-life.ts';
import { openCluster } from './embedded-postgres-cluster.ts';
import {
  adoptable,
  connectionTo,
  launch,
  type PostgresConnection,
  stopPostmaster,
} from './embedded-postgres-postmaster.ts';

const WATCH_EVERY_MS = 100;
/**
 * The pause between attempts to start Postgres. A problem that prevents it, such as a full disk, is rarely solved
 * sooner.
 */
const RETRY_MS = 1_000;

export interface EmbeddedPostgres {
  readonly connection: PostgresConnection;
  /** The URL of the database, in the format of DATABASE_URL. It contains the password: never log it. */
  readonly url: string;
  /** Whether Postgres was already running, because a killed server had left it running. */
  readonly adopted: boolean;
  /**
   * From now on, restarts Postgres on the same port whenever it crashes, and calls `restarted` when Postgres accepts
   * connections again. This ends when the returned function or `stop` is called.
   */
  watch(restarted?: () => void): () => void;
  /** Ends every connection and stops Postgres with a checkpoint, so that the next start needs no recovery. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder, which must have been claimed with `claimDataDir`. */
  readonly dataDir: string;
  readonly log?: (message: string) => void;
}

/**
 * Starts a real Postgres in DATA_DIR/postgres on a free loopback port. The database is created on the first start,
 * adopted if a killed server left it running, and recovered if Postgres itself was killed. Throws StartError if
 * Postgres cannot be started.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir);
  const left = await adoptable(cluster);
  const running = left ?? (await launch(cluster, true));
  const connection = connectionTo(cluster, running.port);
  let pid = running.pid;
  let endWatch = () => {};
  let repair: Promise<void> | undefined;

  const bringBack = async (restarted: (() => void) | undefined): Promise<void> => {
    log('embedded PostgreSQL crashed, restarting');
    try {
      pid = ((await adoptable(cluster)) ?? (await launch(cluster, false))).pid;
      log('embedded PostgreSQL restarted');
      restarted?.();
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      await sleep(RETRY_MS);
    }
  };

  return {
    connection,
    url: `postgres://${connection.user}:${connection.password}@${connection.host}:${connection.port}/${connection.database}`,
    adopted: left !== undefined,
    watch(restarted) {
      endWatch();
      const timer = setInterval(() => {
        if (repair !== undefined || isAlive(pid)) return;
        repair = bringBack(restarted).finally(() => {
          repair = undefined;
        });
      }, WATCH_EVERY_MS).unref();
      endWatch = () => clearInterval(timer);
      return endWatch;
    },
    async stop() {
      endWatch();
      await repair;
      await stopPostmaster(pid);
    },
  };
}
