import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * The connections are drained after this many turns of the event loop without new data. Each turn accepts one
 * connection, and reads what has arrived on the open ones.
 */
const QUIET_TURNS = 10;
/** The upper limit of the wait, since a busy server is never quiet. */
const DRAIN_WITHIN_MS = 1_000;

/**
 * Resolves once everything that clients have sent is read. Closing earlier would reset connections that are not
 * accepted yet, and leave those clients without an answer.
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
