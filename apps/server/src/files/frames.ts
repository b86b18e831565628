import type { Readable, Writable } from 'node:stream';

/** A message between the server and its picture decoder: three numbers, followed by bytes. */
export interface Frame {
  readonly numbers: readonly [number, number, number];
  readonly bytes: Buffer;
}

/** A frame's header: the number of bytes that follow it, and the three numbers, 32 bits each. */
const HEADER_BYTES = 16;

export function writeFrame(to: Writable, { numbers, bytes }: Frame): void {
  const header = Buffer.alloc(HEADER_BYTES);
  for (const [index, number] of [bytes.length, ...numbers].entries()) header.writeUInt32LE(number, index * 4);
  to.write(header);
  to.write(bytes);
}

/** Yields each frame once it is complete. Throws if a frame announces more than `mostBytes` bytes. */
export async function* readFrames(from: Readable, mostBytes: number): AsyncGenerator<Frame> {
  const header = Buffer.alloc(HEADER_BYTES);
  let frame: Frame | undefined;
  let filled = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const into: Buffer = frame?.bytes ?? header;
      const count = chunk.copy(into, filled, at);
      at += count;
      filled += count;
      if (filled < into.length) continue;
      filled = 0;
      frame ??= begun(header, mostBytes);
      if (into === header && frame.bytes.length > 0) continue;
      yield frame;
      frame = undefined;
    }
  }
}

function begun(header: Buffer, mostBytes: number): Frame {
  const [length = 0, ...numbers] = [0, 4, 8, 12].map((at) => header.readUInt32LE(at));
  if (length > mostBytes) throw new Error(`the frame of ${length} bytes exceeds the limit of ${mostBytes}`);
  // The buffer is not taken from Node's shared pool, because it is as large as a picture, and not zeroed, because it is
  // overwritten immediately.
  return { numbers: numbers as [number, number, number], bytes: Buffer.allocUnsafeSlow(length) };
}
