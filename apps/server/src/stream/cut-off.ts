import type { Socket } from 'node:net';
import type { WebSocket } from '@fastify/websocket';

/** How long a reader that was cut off may take to close before its socket is destroyed. */
const CUT_OFF_MS = 2_000;

/** Closes with a code and a reason, sends nothing more, and destroys the socket if it stays open. */
export function cutOff(socket: WebSocket, wire: Socket, code: number, reason: string): void {
  socket.close(code, reason);
  // Makes the other side close its connection too, although we no longer read its close frame.
  wire.end();
  setTimeout(() => socket.terminate(), CUT_OFF_MS).unref();
}
