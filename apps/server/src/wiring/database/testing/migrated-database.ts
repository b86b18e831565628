import { createTestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { migrate } from '../migrate.ts';

export interface MigratedDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database. */
  close(): Promise<void>;
}

/** A database of the test's own, with all tables and nothing in them. */
export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const database = await createTestDatabase();
  await migrate(database.url);
  const pool = new pg.Pool({ connectionString: database.url });
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  return { url: database.url, pool, close };
}
