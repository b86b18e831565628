import { Socket } from 'node:net';
import type { ClientBase, ClientConfig } from 'pg';

/** Once a dead peer has not answered the system's own probes for some seconds, the connection breaks. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const CONNECT_MS = 5_000;
/** After a pause of this process, data that arrived meanwhile is read before the silence counts. */
const GRACE_MS = 250;

/**
 * What every connection of the server has in common: one over which nothing passes for `silentMs` is ended, with
 * ETIMEDOUT for the query under way. A host that lost its power sends no reset, and a query would wait for ever. Neither
 * does an idle connection stay longer than that: a pool lets go of it before, a listener has to send something.
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
  Object.assign(new Error(`The database has not answered for ${ms / 1000} s`), { code: 'ETIMEDOUT' });

/**
 * The same for the database's side of a connection: it cancels a statement that takes longer than `statementMs`, ends a
 * transaction that nobody goes on with for half of that, so that its locks are free again, and finds out within half a
 * minute that this side is dead.
 */
export async function limitSession(client: ClientBase, statementMs: number): Promise<void> {
  await client.query(
    `select set_config(name, value, false) from (values
       ('statement_timeout', $1::text), ('idle_in_transaction_session_timeout', $2::text),
       ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '4')
     ) as limits (name, value)`,
    [String(statementMs), String(Math.ceil(statementMs / 2))],
  );
}
