import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * The connections are considered drained after this many turns of the event loop without new data. Each turn accepts
 * one connection and reads the data that has arrived on open connections.
 */
const QUIET_TURNS = 10;
/** The maximum time to wait, since a busy server never becomes quiet. */
const DRAIN_WITHIN_MS = 1_000;

/**
 * Resolves once everything that clients have sent has been read, or after a second. Closing earlier would reset
 * connections that have not been accepted yet, and leave those clients without a response.
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
