import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LeaseHeld, withLease } from '@vitrine/sequencer';
import type pg from 'pg';
import { withConnection } from '../../kit/postgres/connect.ts';
import { limitSession } from '../../kit/postgres/limits.ts';
import { StartError } from '../process/start-error.ts';
import { checkMode, type Mode, recordMode } from './exchange-mode.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/**
 * The number of an advisory lock that nothing else uses. Of two servers that start at the same time, the second waits
 * until the first has migrated the database.
 */
const MIGRATION_LOCK = 7_481_223;
/** How long to wait for the lease: the lease of a killed server expires well within this time. */
const LEASE_WAIT_MS = 10_000;
/** Time limit of a migration, and of waiting while another server migrates. */
const MIGRATION_MS = 3_600_000;

const SCHEMA_VERSION = `create table if not exists schema_version
  (version integer primary key, name text not null, applied_at timestamptz not null default now())`;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export interface MigrateOptions {
  /** The mode to check before any change and to record afterwards; omitted if only the tables matter. */
  readonly mode?: Mode;
  readonly migrations?: readonly Migration[];
  /** How long to wait for a server that is still writing the log. */
  readonly leaseWaitMs?: number;
}

/**
 * Migrates the database's tables to this release, completely or not at all. If the database has a log, the log's lease
 * is held meanwhile, so that no server writes the log. Throws StartError if a server is writing the log, if a newer
 * release has migrated the database, or if the database belongs to the other mode.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  const { mode, migrations = await readMigrations() } = options;
  const work = async (client: pg.Client): Promise<void> => {
    await limitSession(client, MIGRATION_MS);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (mode !== undefined) await checkMode(client, mode);
    const applied = await appliedMigrations(client);
    assertNotNewer(applied, migrations);
    const versions = new Set(applied.map(({ version }) => version));
    const pending = migrations.filter(({ version }) => !versions.has(version));
    if (pending.length > 0) await applyAll(client, databaseUrl, pending, options.leaseWaitMs ?? LEASE_WAIT_MS);
    if (mode !== undefined) await recordMode(client, mode);
  };
  await withConnection(databaseUrl, 'vitrine migrate', work, MIGRATION_MS);
}

/**
 * Applies the migrations. If the database has a log, its lease is held meanwhile, because a server that writes the log
 * expects the old tables.
 */
async function applyAll(
  client: pg.Client,
  databaseUrl: string,
  pending: readonly Migration[],
  leaseWaitMs: number,
): Promise<void> {
  if (await isThere(client, 'log_lease')) {
    await withLease(databaseUrl, leaseWaitMs, (holder) => applyEach(holder, pending)).catch((error: unknown) => {
      throw error instanceof LeaseHeld ? new StartError(error.message) : error;
    });
    return;
  }
  await client.query('begin');
  try {
    await applyEach(client, pending);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function applyEach(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  await client.query(SCHEMA_VERSION);
  for (const migration of pending) await apply(client, migration);
}

async function appliedMigrations(client: pg.Client): Promise<{ version: number; name: string }[]> {
  if (!(await isThere(client, 'schema_version'))) return [];
  return (await client.query('select version, name from schema_version')).rows;
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as present', [table]);
  return rows[0].present;
}

/** Checks the tables for a server that does not migrate. Throws StartError unless they match this release. */
export async function assertMigrated(databaseUrl: string): Promise<void> {
  const known = await readMigrations();
  const applied = await withConnection(databaseUrl, 'vitrine migrate', appliedMigrations);
  assertNotNewer(applied, known);
  if (applied.length < known.length)
    throw new StartError(
      'The database at DATABASE_URL is not ready for a follower of this release: start the leader first, on the same release.',
    );
}

/** The numbered files of the migrations folder, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(migrationsFolder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      sql: await readFile(migrationsFolder + file, 'utf8'),
    })),
  );
}

function assertNotNewer(applied: readonly { version: number; name: string }[], known: readonly Migration[]): void {
  const versions = new Set(known.map((migration) => migration.version));
  const unknown = applied.find((row) => !versions.has(row.version));
  if (unknown !== undefined)
    throw new StartError(
      `This database was used by a newer Vitrine (it has migration ${unknown.version}, ${unknown.name}): start that version, or choose another database.`,
    );
}

async function apply(client: pg.Client, { version, name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('insert into schema_version (version, name) values ($1, $2)', [version, name]);
  } catch (error) {
    throw new Error(`Migration ${version} (${name}) failed`, { cause: error });
  }
}
