import type { Socket } from 'node:net';

/** A slice holds at most 341 of the smallest frames. All of them are read before the connection can be cut off. */
const SLICE_BYTES = 2_048;

/**
 * Passes incoming data on in small slices, and drops the remaining data when `isOpen` returns false. Otherwise, a
 * WebSocket would process all frames of a chunk, even after it has been closed: 64 kB of empty pings, which get the
 * connection cut off, would cost 10 ms. Call this when the WebSocket has been opened.
 */
export function readInSlices(wire: Socket, isOpen: () => boolean): void {
  const readers = wire.listeners('data') as ((chunk: Buffer) => void)[];
  wire.removeAllListeners('data');
  wire.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length && isOpen(); start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      for (const read of readers) read.call(wire, slice);
    }
  });
}
