import type { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { fileRequest } from '../testing/file-request.ts';
import { FileReads } from './file-reads.ts';

const MEGABYTES = 5;
let read = 0;
const file = async () => {
  read += 1;
  return Buffer.alloc(MEGABYTES * 1_000_000);
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Requests a file as a client at this address, or as a staff member. Returns the response or the error code. */
function ask(reads: FileReads, user: number | string, ip?: string) {
  const { request, reply, socket } = fileRequest(user, ip);
  const answer: Promise<Readable | string> = (async () => reads.run(request, reply, file))().catch(
    (error: { code: string }) => error.code,
  );
  return { answer, socket };
}
const goAway = ({ socket }: ReturnType<typeof ask>) => socket.destroy();

afterEach(() => {
  read = 0;
  vi.useRealTimers();
});

test('a reader gets one file at a time; the next one is read once the previous one is sent', async () => {
  const reads = new FileReads({ isVerified: () => false });
  const asked = [ask(reads, 1), ask(reads, 1), ask(reads, 1)];
  await asked[0]?.answer;
  await turn();
  expect(read).toBe(1);
  // Close the connection of the second request, which is waiting, and then that of the first, whose file has been read.
  for (const one of asked.slice(0, 2).reverse()) goAway(one);
  expect(await asked[1]?.answer).toBe('busy');
  expect(await asked[2]?.answer).not.toBe('busy');
  expect(read).toBe(2);
});

test('a reader who requests more than thirty files at once gets a refusal', async () => {
  const reads = new FileReads({ isVerified: () => false });
  const asked = Array.from({ length: 40 }, () => ask(reads, 1));
  const refused = await Promise.all(asked.slice(30).map(({ answer }) => answer));
  expect(refused).toEqual(Array(10).fill('too_many_requests'));
});

test('at most four files at a time are sent to one address, and twelve to unverified clients; staff have their own slots', async () => {
  const reads = new FileReads({ isVerified: () => false });
  const ofOne = Array.from({ length: 4 }, (_, user) => ask(reads, user, '192.0.2.1'));
  expect(await ask(reads, 99, '192.0.2.1').answer).toBe('busy');
  const others = Array.from({ length: 8 }, (_, user) => ask(reads, 100 + user));
  expect(await ask(reads, 199).answer).toBe('busy');
  expect(read).toBe(12);
  for (const name of ['a', 'b', 'c', 'd']) expect(await ask(reads, name, '192.0.2.1').answer).not.toBe('busy');
  expect(await ask(reads, 'e').answer).toBe('busy');
  for (const one of [...ofOne, ...others]) goAway(one);
  await turn();
  expect(await ask(reads, 99, '192.0.2.1').answer).not.toBe('busy');
});

test('a file is sent as fast as it is read, and a reader below 50 kB a second is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const reads = new FileReads({ isVerified: () => false });
  const [quick, slow] = [ask(reads, 1), ask(reads, 2)];
  const [taken, left] = await Promise.all([quick.answer, slow.answer]);
  if (typeof taken === 'string' || typeof left === 'string') throw new Error('a file read was refused');
  let bytes = 0;
  for await (const piece of taken) {
    bytes += piece.length;
    if (bytes === 2 * 65_536) expect(taken.readableLength).toBeLessThanOrEqual(65_536);
  }
  expect(bytes).toBe(MEGABYTES * 1_000_000);
  left.read();
  vi.advanceTimersByTime(10_000);
  expect(slow.socket.destroyed).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect([quick.socket.destroyed, slow.socket.destroyed]).toEqual([false, true]);
});
