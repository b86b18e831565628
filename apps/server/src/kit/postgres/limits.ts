import { Socket } from 'node:net';
import type { ClientBase, ClientConfig } from 'pg';

/**
 * After this time without traffic, the operating system probes the peer; if the peer does not respond for some seconds,
 * the connection breaks.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;
const CONNECT_MS = 5_000;
/** Extra time to read data that arrived while this process was paused, before the connection is considered silent. */
const GRACE_MS = 250;

/**
 * Settings for all of the server's database connections. A connection that is silent for `silentMs` is ended, with ETIMEDOUT for
 * the query in progress. Without this, a query would wait forever for a host that lost power, since such a host sends
 * no reset. Idle connections end after that time too: a pool must release them earlier, and a listener must send
 * something.
 */
export const limitedTo = (silentMs: number) =>
  ({
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: CONNECT_MS,
    stream: () => socketLimitedTo(silentMs),
  }) satisfies ClientConfig;

function socketLimitedTo(silentMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silentMs, () => {
    const { bytesRead } = socket;
    setTimeout(() => {
      if (socket.bytesRead === bytesRead) socket.destroy(silence(silentMs));
    }, GRACE_MS);
  });
  return socket;
}

const silence = (ms: number): Error =>
  Object.assign(new Error(`The database has not responded for ${ms / 1000} s`), { code: 'ETIMEDOUT' });

/**
 * Sets limits on the database's side of a connection. The database then cancels statements that take longer than
 * `statementMs`, and ends transactions that are idle for half of that time, which frees their locks. It executes each
 * statement on one processor, so that one slow read cannot delay all others. It also detects within half a minute that
 * our side of the connection is dead.
 */
export async function limitSession(client: ClientBase, statementMs: number): Promise<void> {
  await client.query(
    `select set_config(name, value, false) from (values
       ('statement_timeout', $1::text), ('idle_in_transaction_session_timeout', $2::text),
       ('max_parallel_workers_per_gather', '0'),
       ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '4')
     ) as limits (name, value)`,
    [String(statementMs), String(Math.ceil(statementMs / 2))],
  );
}
