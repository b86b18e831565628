import pg from 'pg';
import { limitedTo } from './limits.ts';

/** The default for `silentMs`, suitable for one-off queries such as those at startup. */
const SILENT_MS = 30_000;

/** Opens a separate connection, outside the pool. A connection that is silent for `silentMs` is ended. */
export async function connect(
  to: string | pg.ClientConfig,
  applicationName: string,
  silentMs = SILENT_MS,
): Promise<pg.Client> {
  const place = typeof to === 'string' ? { connectionString: to } : to;
  const client = new pg.Client({ ...place, application_name: applicationName, ...limitedTo(silentMs) });
  // A lost connection is reported by the next statement or to its listeners; without this handler the error would end
  // the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** Opens a separate connection, runs `work` on it, and closes it. */
export async function withConnection<T>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
  silentMs?: number,
): Promise<T> {
  const client = await connect(url, applicationName, silentMs);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
