import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from './start-error.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Any number that nothing else in this database locks by: two servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_481_223;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings the database's tables to what this release expects, each migration in a transaction of its own. Throws
 * StartError where a newer release has been here already.
 */
export async function migrate(databaseUrl: string, migrations?: readonly Migration[]): Promise<void> {
  const known = migrations ?? (await readMigrations());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists schema_version
       (version integer primary key, name text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ version: number; name: string }>('select version, name from schema_version');
    assertNotNewer(rows, known);
    const applied = new Set(rows.map((row) => row.version));
    for (const migration of known) if (!applied.has(migration.version)) await apply(client, migration);
  } finally {
    await client.end();
  }
}

/** For a server that only reads: throws StartError unless the tables are what this release expects. */
export async function assertMigrated(databaseUrl: string): Promise<void> {
  const known = await readMigrations();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query(`select to_regclass('schema_version') is not null as present`);
    const { rows } = tables[0].present ? await client.query('select version, name from schema_version') : { rows: [] };
    assertNotNewer(rows, known);
    if (rows.length < known.length)
      throw new StartError(
        'The database of DATABASE_URL is not ready for a follower of this release: start its leader first, of the same release.',
      );
  } finally {
    await client.end();
  }
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
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_version (version, name) values ($1, $2)', [version, name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${version} (${name}) failed`, { cause: error });
  }
}
