import type { FastifyBaseLogger } from 'fastify';
import { claimDataDir } from './data-dir.ts';
import { checkDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Settings } from './settings.ts';

/** The database the exchange runs on. */
export interface Database {
  /** Holds a password: never logged. */
  readonly url: string;
  /** Lets go of it; an embedded one stops. */
  close(): Promise<void>;
}

/**
 * The database of DATABASE_URL, or the sandbox's embedded one in DATA_DIR, which is started again whenever it dies.
 * Throws StartError.
 */
export async function openDatabase(
  { databaseUrl, dataDir, role }: Settings,
  log: FastifyBaseLogger,
): Promise<Database> {
  if (databaseUrl !== undefined && role === 'follower') {
    // It keeps no files, so DATA_DIR may be the leader's.
    await checkDatabase(databaseUrl, role);
    return { url: databaseUrl, close: async () => {} };
  }
  const folder = claimDataDir(dataDir);
  try {
    if (databaseUrl !== undefined) {
      await checkDatabase(databaseUrl, role);
      return { url: databaseUrl, close: async () => folder.release() };
    }
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: (message) => log.warn(message) });
    postgres.watch();
    return {
      url: postgres.url,
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
