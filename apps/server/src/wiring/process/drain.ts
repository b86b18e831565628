import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * After this many turns of the event loop without new data, everything that clients have sent has been read. In each
 * turn, one connection is accepted, and the data that has arrived on open connections is read.
 */
const QUIET_TURNS = 10;
/** The maximum time to wait, since a busy server never becomes quiet. */
const DRAIN_WITHIN_MS = 1_000;

/**
 * Resolves once everything that clients have sent has been read, or after a second. If the server were closed earlier,
 * connections that are not accepted yet would be reset, and their clients would get no response.
 */
export async function drain(server: Server): Promise<void> {
  let quietTurns = 0;
  const received = () => {
    quietTurns = 0;
  };
  server.on('connection', received).on('request', received);
  const giveUpAtMs = performance.now() + DRAIN_WITHIN_MS;
  for (; quietTurns < QUIET_TURNS && performance.now() < giveUpAtMs; quietTurns += 1) await turn();
  server.off('connection', received).off('request', received);
}
