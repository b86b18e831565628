import type pg from 'pg';
import { withConnection } from '../../kit/postgres/connect.ts';
import { demoAccounts } from '../../sandbox/demo-accounts.ts';
import { demoStaff } from '../../sandbox/demo-staff.ts';
import { StartError } from '../process/start-error.ts';

const modes = ['sandbox', 'production'] as const;
/** Whether money is real. Recorded in a database and in a data folder when they are first used. */
export type Mode = (typeof modes)[number];

export const isMode = (value: unknown): value is Mode => modes.some((mode) => mode === value);

/**
 * Throws StartError if the database belongs to the other mode, or if the mode is production and the database contains
 * the public data of a sandbox. Only reads.
 */
export async function assertMode(databaseUrl: string, mode: Mode): Promise<void> {
  await withConnection(databaseUrl, 'vitrine mode', (client) => checkMode(client, mode));
}

/** Like `assertMode`, on an open connection. */
export async function checkMode(client: pg.Client, mode: Mode): Promise<void> {
  const tables = await tablesOf(client);
  const trace = await sandboxTrace(client, tables);
  const found = (await recordedMode(client, tables)) ?? (await impliedMode(client, tables, trace));
  if (found === 'production' && mode === 'sandbox')
    throw new StartError('This database belongs to production: set MODE=production, or choose another database.');
  if (found === 'sandbox' && mode === 'production')
    throw new StartError('This database belongs to a sandbox: choose an empty database for production.');
  if (mode === 'production' && trace !== undefined)
    throw new StartError(
      `This production database contains ${trace} from a sandbox, whose passwords and keys are public: restore a backup from before a sandbox used the database, or choose an empty database.`,
    );
}

/** Records the mode at the first start. The database must have been migrated. */
export async function recordMode(client: pg.Client, mode: Mode): Promise<void> {
  await client.query('insert into exchange_mode (mode) values ($1) on conflict do nothing', [mode]);
}

type Tables = ReadonlySet<string>;

async function tablesOf(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function recordedMode(client: pg.Client, tables: Tables): Promise<Mode | undefined> {
  if (!tables.has('exchange_mode')) return undefined;
  const { rows } = await client.query<{ mode: Mode }>('select mode from exchange_mode');
  return rows[0]?.mode;
}

/**
 * The mode of a database that was used before modes were recorded, when only sandboxes had markets; undefined if the
 * database is unused.
 */
async function impliedMode(client: pg.Client, tables: Tables, trace: string | undefined): Promise<Mode | undefined> {
  if (trace !== undefined || (await hasRow(client, tables, 'markets'))) return 'sandbox';
  const isUsed = (await hasRow(client, tables, 'person')) || (await hasRow(client, tables, 'staff_member'));
  return isUsed ? 'production' : undefined;
}

/**
 * Finds a trace of a sandbox in the database: its demo account or its keys, which are public, so that anyone could use
 * them.
 */
async function sandboxTrace(client: pg.Client, tables: Tables): Promise<string | undefined> {
  const staff = demoStaff.map(({ email }) => email);
  if (await hasRow(client, tables, 'staff_member', 'email = any($1)', [staff])) return 'a demo member of staff';
  const people = demoAccounts.map(({ username }) => username);
  if (await hasRow(client, tables, 'person', 'email = any($1)', [people])) return 'a demo client';
  if (await hasRow(client, tables, 'sandbox_seed')) return 'the keys';
  return undefined;
}

async function hasRow(
  client: pg.Client,
  tables: Tables,
  table: string,
  condition = 'true',
  values: readonly unknown[] = [],
): Promise<boolean> {
  if (!tables.has(table)) return false;
  const { rowCount } = await client.query(`select from ${table} where ${condition} limit 1`, [...values]);
  return rowCount === 1;
}
