import pg from 'pg';
import { connect, withConnection } from '../../kit/postgres/connect.ts';
import { limitedTo, limitSession } from '../../kit/postgres/limits.ts';
import { StartError } from '../process/start-error.ts';

/** Error codes for a wrong user, password or database, which a retry would not solve. */
const loginCodes = /^(28...|3D000)$/;
/** Explanations of mistakes in DATABASE_URL, by the error code of Postgres or the system. */
const mistakes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'it does not respond',
  '28P01': 'it does not accept this user and password',
  '28000': 'it does not accept this user',
  '3D000': 'it has no such database',
};

/** Time limit of a check at startup. */
const CHECK_MS = 5_000;
/** Default time limit of a statement. */
const STATEMENT_MS = 10_000;
/** The database cancels a statement this long before our side gives up on the connection. */
const CANCEL_MS = 1_000;
const LISTEN_SILENT_MS = 10_000;

/**
 * Opens one connection to check that the database responds and runs PostgreSQL 16 or later and, for a leader, that we
 * may create tables. Throws StartError; the error has a cause if the problem may be temporary.
 */
export async function checkDatabase(url: string, role: 'leader' | 'follower'): Promise<void> {
  const ask = (client: pg.Client) =>
    client.query<{ version: number; allowed: boolean }>(
      `select current_setting('server_version_num')::int as version,
              has_schema_privilege(current_schema(), 'create') as allowed`,
    );
  try {
    const { rows } = await withConnection(url, 'vitrine check', ask, CHECK_MS);
    const { version = 0, allowed = false } = rows[0] ?? {};
    if (version < 160_000) {
      throw new StartError('The database at DATABASE_URL runs a PostgreSQL version below 16: use 16 or later.');
    }
    if (role === 'leader' && !allowed)
      throw new StartError(
        'The user of DATABASE_OWNER_URL or, if that is not set, of DATABASE_URL may not create tables: grant this user create on the schema.',
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code = '', message } = error as { code?: string; message: string };
    throw new StartError(
      `The database at ${placeOf(url)} cannot be used (${mistakes[code] ?? message}): check DATABASE_URL and that the database is running.`,
      loginCodes.test(code) ? {} : { cause: error },
    );
  }
}

/** Whether the database responds now. */
export async function isDatabaseResponding(url: string): Promise<boolean> {
  return checkDatabase(url, 'follower').then(
    () => true,
    () => false,
  );
}

interface PoolLimits {
  /** Maximum number of connections. If all are in use, statements wait for a free one. */
  readonly most?: number;
  /** How long a statement may take. */
  readonly statementMs?: number;
}

/**
 * Connections for everything except the log. If an idle connection is lost, it is replaced, and the process continues.
 * A statement is cancelled after `statementMs`; if the connection no longer responds, it is replaced a moment later.
 */
export function createPool(url: string, { most = 12, statementMs = STATEMENT_MS }: PoolLimits = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...limitedTo(statementMs + CANCEL_MS),
    max: most,
    idleTimeoutMillis: statementMs,
    application_name: 'vitrine',
    onConnect: (client) => limitSession(client, statementMs),
  });
  pool.on('error', () => {});
  // If a connection is lost within a transaction, the next statement fails; but without a listener, the connection's
  // error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Opens a connection outside the pool for a PostgresChannel. If nothing is received for `silentMs`, the connection is
 * ended; a PostgresChannel sends often enough to prevent that.
 */
export const connectTo =
  (url: string, applicationName: string, silentMs = LISTEN_SILENT_MS) =>
  (): Promise<pg.Client> =>
    connect(url, applicationName, silentMs);

/** Whether the database writes to disk before it confirms a commit. */
export async function databaseFlushes(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ fsync: string }>(`select current_setting('fsync') as fsync`);
  return rows[0]?.fsync === 'on';
}

/**
 * The database's response time (undefined if it does not respond) and size, and the number of the pool's connections
 * and of queued statements.
 */
export async function databaseHealth(pool: pg.Pool) {
  const startMs = performance.now();
  const size = await pool
    .query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    .then(({ rows }) => Number(rows[0]?.bytes))
    .catch(() => undefined);
  return {
    answersInMs: size === undefined ? undefined : Math.round((performance.now() - startMs) * 10) / 10,
    sizeBytes: size,
    connections: pool.totalCount,
    waiting: pool.waitingCount,
  };
}

/** Host, port and database name: the parts of a URL that may be shown. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host || 'the local socket'}${pathname}`;
}
