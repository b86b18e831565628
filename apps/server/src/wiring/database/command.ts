import process from 'node:process';
import type pg from 'pg';
import pino from 'pino';
import { StartError } from '../process/start-error.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { createPool } from './database.ts';
import { openDatabase } from './open-database.ts';

/** The time limit of a statement, which is long because a command may read a whole table. */
const STATEMENT_MS = 3_600_000;

/** Why a command-line tool failed, as a sentence. */
export class CommandError extends Error {}

/**
 * Runs a command-line tool on the exchange's database. That is the database at DATABASE_URL, even while a server is
 * running, or the sandbox's embedded one, while its server is stopped. A StartError or CommandError is printed as a
 * sentence, without a stack trace.
 */
export async function runOnDatabase(work: (pool: pg.Pool, settings: Settings, url: string) => Promise<number>) {
  try {
    const settings = readSettings(process.env);
    const log = pino({ level: 'error', base: null });
    const database =
      settings.databaseUrl === undefined
        ? await openDatabase(settings, log)
        : { ownerUrl: settings.databaseOwnerUrl ?? settings.databaseUrl, close: async () => {} };
    // Connects as the owner of the tables, because a command may run before the server's own role has any rights.
    const pool = createPool(database.ownerUrl, { statementMs: STATEMENT_MS });
    try {
      process.exitCode = await work(pool, settings, database.ownerUrl);
    } finally {
      await pool.end();
      await database.close();
    }
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartError || error instanceof CommandError ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
