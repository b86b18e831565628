import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { claimDataDir, hasReached } from './data-dir.ts';
import { checkDatabase, placeOf } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { assertMode } from './exchange-mode.ts';
import { embeddedServerUrl } from './server-role.ts';

/** The name of DATA_DIR's own database in its mark. */
const EMBEDDED = 'embedded';

/** The database the exchange runs on. */
export interface Database {
  /** For the server's ordinary connections. Holds a password: never logged. */
  readonly url: string;
  /** For the tables' owner, who migrates them. */
  readonly ownerUrl: string;
  /** Releases it; an embedded database stops. */
  close(): Promise<void>;
}

/** Whether a server on this DATA_DIR has reached this database before. */
export const wasReached = ({ databaseUrl, dataDir }: Settings): boolean =>
  hasReached(dataDir, databaseUrl === undefined ? EMBEDDED : placeOf(databaseUrl));

/**
 * The database of DATABASE_URL, or the sandbox's embedded one in DATA_DIR, which is started again whenever it dies.
 * Throws StartError.
 */
export async function openDatabase(
  { databaseUrl, databaseOwnerUrl = databaseUrl, dataDir, role, mode }: Settings,
  log: FastifyBaseLogger,
): Promise<Database> {
  if (databaseUrl !== undefined && role === 'follower') {
    // A follower stores no files, so DATA_DIR may be the leader's.
    await checkDatabase(databaseUrl, role);
    await assertMode(databaseUrl, mode);
    return { url: databaseUrl, ownerUrl: databaseUrl, close: async () => {} };
  }
  const folder = claimDataDir(dataDir, mode);
  try {
    if (databaseUrl !== undefined) {
      const ownerUrl = databaseOwnerUrl ?? databaseUrl;
      await checkDatabase(ownerUrl, role);
      if (ownerUrl !== databaseUrl) await checkDatabase(databaseUrl, 'follower');
      await assertMode(ownerUrl, mode);
      folder.recordUse(placeOf(databaseUrl));
      return { url: databaseUrl, ownerUrl, close: async () => folder.release() };
    }
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: (message) => log.warn(message) });
    folder.recordUse(EMBEDDED);
    const url = await embeddedServerUrl(postgres.url, randomBytes(24).toString('hex'));
    postgres.watch();
    return {
      url,
      ownerUrl: postgres.url,
      close: async () => {
        await postgres.stop();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}
