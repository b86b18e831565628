import type { Socket } from 'node:net';

const LEAST_BYTES_PER_SECOND = 50_000;
/** How long a connection may take to get up to speed. This time is not counted. */
const START_MS = 10_000;

/** Closes a connection on which a file is sent too slowly. Returns a function that stops the check. */
export function closeIfSlow(socket: Socket, movedBytes: () => number): () => void {
  const startMs = performance.now();
  const timer = setInterval(() => {
    const seconds = (performance.now() - startMs - START_MS) / 1_000;
    if (movedBytes() < seconds * LEAST_BYTES_PER_SECOND) socket.destroy();
  }, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}
