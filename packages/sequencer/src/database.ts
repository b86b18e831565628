import pg from 'pg';

export interface ConnectLimits {
  /** How long to wait for the connection. */
  readonly connectMs?: number;
  /** How long a query may go without a response before the connection is considered lost; 0: no limit. */
  readonly responseMs?: number;
}

/** Enough time for a page of the log or a piece of a snapshot, even on a slow disk. */
const RESPONSE_MS = 60_000;

/** Opens a connection on which an acknowledged commit is durable, regardless of the database's default. */
export async function connect(databaseUrl: string, purpose: string, limits: ConnectLimits = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `vitrine ${purpose}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: limits.connectMs ?? 5_000,
    query_timeout: limits.responseMs ?? RESPONSE_MS,
  });
  // If an idle connection is lost, its next statement fails. Without this listener, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`,
  );
  return client;
}

/** Closes a connection that may be dead already. */
export async function disconnect(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}

/** Whether the database flushes data to disk before it acknowledges a commit. */
export async function flushesToDisk(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ fsync: string }>(`select current_setting('fsync') as fsync`);
  return rows[0]?.fsync === 'on';
}

/**
 * True if an error leaves open whether the statement took effect: the connection was lost, timed out or was ended by
 * the server. A panic of the server after a failed flush is treated as a response, not as a loss.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  if (error.severity === 'PANIC') return false;
  return error.severity === 'FATAL' || error.code?.startsWith('08') === true;
}

/** A query got no response because the connection was lost. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid)),
};

/**
 * Runs a query; a bigint is returned as a number, bytea as a Buffer. Throws ConnectionLost if the
 * connection is lost or there is no response within `responseMs` (default: the connection's own limit).
 */
export async function query<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
  responseMs?: number,
): Promise<Row[]> {
  try {
    const limit = responseMs === undefined ? {} : { query_timeout: responseMs };
    const config = { text, values: [...values], types: numberTypes, ...limit };
    return (await client.query<Row>(config)).rows;
  } catch (error) {
    throw isConnectionLoss(error)
      ? new ConnectionLost('The connection to the database was lost.', { cause: error })
      : error;
  }
}
