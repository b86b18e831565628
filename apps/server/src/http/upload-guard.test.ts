import type { Endpoint } from '@vitrine/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fileRequest } from '../testing/file-request.ts';
import type { Services } from '../wiring/services.ts';
import type { Guard } from './guard.ts';
import { UploadGuards } from './upload-guard.ts';

const FILE: NonNullable<Endpoint['file']> = { mostBytes: 5_000_000, perHour: 30 };

/** Clients with this number or a higher one are verified. */
const VERIFIED = 1_000;

const guard = (): Guard =>
  new UploadGuards({
    settings: { rates: { filesPerMinute: 6_000 } },
    uploadLimits: { use: async () => undefined },
    kyc: { isVerified: (owner: number) => owner >= VERIFIED },
  } as unknown as Services).for('/upload', FILE);

/** Sends the headers of a file; returns the response and the connection. */
async function send(guard: Guard, user: number | string, ip?: string) {
  const { request, reply, raw, socket } = fileRequest(user, ip);
  const code = await new Promise((resolve) =>
    guard(request, reply, (error) => resolve((error as { code?: string } | undefined)?.code ?? 'taken')),
  );
  return { code, raw, socket };
}

afterEach(() => vi.useRealTimers());

test('one address may send two files at once; of sixteen slots, four are reserved for verified clients', async () => {
  const uploads = guard();
  const codes = async (users: readonly (number | string)[], ip?: string) =>
    (await Promise.all(users.map((user) => send(uploads, user, ip)))).map(({ code }) => code);
  const users = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);
  expect(await codes(users(3, 0), '192.0.2.1')).toEqual([...Array(2).fill('taken'), 'busy']);
  expect(await codes(users(11, 100))).toEqual([...Array(10).fill('taken'), 'busy']);
  expect(await codes(users(5, VERIFIED))).toEqual([...Array(4).fill('taken'), 'busy']);
  // Staff have slots of their own, and may send more than two files from one address.
  expect(await codes(['a', 'b', 'c', 'd', 'e'], '192.0.2.1')).toEqual([...Array(4).fill('taken'), 'busy']);
});

test('if the slots for unverified clients are full, the most frequent recent sender is cut off in favor of a newcomer', async () => {
  const uploads = guard();
  const again = await send(uploads, 100);
  again.socket.destroy();
  const holders = [];
  for (let user = 100; user < 112; user += 1) holders.push(await send(uploads, user));
  expect((await send(uploads, 200)).code).toBe('taken');
  expect(holders.map(({ socket }) => socket.destroyed)).toEqual([true, ...Array(11).fill(false)]);
  // The remaining senders have sent one file each, as has this newcomer, so none of them is cut off.
  expect((await send(uploads, 201)).code).toBe('busy');
});

test('a sender below 50 kB a second is disconnected and frees its slot, unless its file has arrived completely', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const uploads = guard();
  const [slow, quick, whole] = [await send(uploads, 1), await send(uploads, 2), await send(uploads, 3)];
  whole.raw.complete = true;
  slow.socket.bytesRead = 600;
  vi.advanceTimersByTime(10_000);
  expect(slow.socket.destroyed).toBe(false);
  quick.socket.bytesRead = 2_000_000;
  vi.advanceTimersByTime(10_000);
  expect([slow, quick, whole].map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
  expect((await send(uploads, 1)).code).toBe('taken');
});
