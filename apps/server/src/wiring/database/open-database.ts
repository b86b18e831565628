import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { claimDataDir, hasReached } from './data-dir.ts';
import { checkDatabase, placeOf } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { assertMode } from './exchange-mode.ts';
import { embeddedServerUrl } from './server-role.ts';

/** The name for DATA_DIR's own database in its mark file. */
const EMBEDDED = 'embedded';

/** The database on which the exchange runs. */
export interface Database {
  /** The URL for the server's ordinary connections. Contains a password: never log it. */
  readonly url: string;
  /** The URL for the owner of the tables, who migrates them. */
  readonly ownerUrl: string;
  /** Releases the database; an embedded one is stopped. */
  close(): Promise<void>;
}

/** Whether this is the database to which a server on this DATA_DIR last connected. */
export const wasReached = ({ databaseUrl, dataDir }: Settings): boolean =>
  hasReached(dataDir, databaseUrl === undefined ? EMBEDDED : placeOf(databaseUrl));

/**
 * Opens the database at DATABASE_URL, or the sandbox's embedded one in DATA_DIR, which is restarted whenever it
 * crashes. Throws StartError.
 */
export async function openDatabase(
  { databaseUrl, databaseOwnerUrl = databaseUrl, dataDir, role, mode }: Settings,
  log: FastifyBaseLogger,
): Promise<Database> {
  if (databaseUrl !== undefined && role === 'follower') {
    // A follower does not claim DATA_DIR: it stores no files there, so it may use the leader's folder.
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
