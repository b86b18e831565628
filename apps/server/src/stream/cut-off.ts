import type { WebSocket } from '@fastify/websocket';

/** How long a reader that is cut off has to close before its socket is destroyed. */
const CUT_OFF_MS = 2_000;

/** Closes with a code and a reason, and destroys the socket if it stays open. */
export function cutOff(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CUT_OFF_MS).unref();
}
