import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Snapshot } from '@vitrine/core';

/** A snapshot's columns as they are stored: structured clone, then zstd at its fastest level. */
export function snapshotToBytes(snapshot: Snapshot): Buffer {
  return zstdCompressSync(serialize(snapshot), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

export function snapshotFromBytes(bytes: Uint8Array): Snapshot {
  return deserialize(zstdDecompressSync(bytes)) as Snapshot;
}

/** The buffers behind a snapshot's columns, for handing them to another thread without a copy. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of value instanceof Map ? value.values() : Object.values(value)) buffersOf(part, found);
  }
  return [...found];
}
