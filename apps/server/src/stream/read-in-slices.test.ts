import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readInSlices } from './read-in-slices.ts';

const CHUNK = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));

test('a chunk is read completely and in order, one slice at a time', () => {
  const wire = new EventEmitter();
  const slices: Buffer[] = [];
  wire.on('data', (slice: Buffer) => slices.push(slice));
  readInSlices(wire as Socket, () => true);
  wire.emit('data', CHUNK);
  expect(slices.length).toBeGreaterThan(1);
  expect(Buffer.concat(slices)).toEqual(CHUNK);
});

test('the rest of a chunk after the slice that closes the connection is dropped', () => {
  const wire = new EventEmitter();
  let read = 0;
  wire.on('data', (slice: Buffer) => {
    read += slice.length;
  });
  readInSlices(wire as Socket, () => read < 3_000);
  for (let chunk = 0; chunk < 5; chunk += 1) wire.emit('data', CHUNK);
  expect(read).toBe(4_096);
});
