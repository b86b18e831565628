import { expect, onTestFinished, test, vi } from 'vitest';
import { SharedReads } from './shared-reads.ts';

test('concurrent and later callers share one read until its result is too old', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let reads = 0;
  const shared = new SharedReads<string, string>(1_000);
  const of = (key: string) => shared.of(key, async () => `${key} ${++reads}`);
  expect(await Promise.all([of('a'), of('a'), of('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  vi.advanceTimersByTime(999);
  expect(await of('a')).toBe('a 1');
  vi.advanceTimersByTime(1);
  expect(await of('a')).toBe('a 3');
});

test('a failed read is repeated by the next caller', async () => {
  const shared = new SharedReads<string, string>(1_000);
  await expect(shared.of('', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await shared.of('', async () => 'read')).toBe('read');
});
