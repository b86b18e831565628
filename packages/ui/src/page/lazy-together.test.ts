import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart, lazyTogether } from './lazy-together.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const Part = () => null;

async function settled(loading: Promise<unknown>, afterMs: number): Promise<unknown> {
  const outcome = loading.then(
    () => 'loaded',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(afterMs);
  return Promise.race([outcome, Promise.resolve('pending')]);
}

test('a lazily loaded part whose import hangs fails after two minutes', async () => {
  const loading = lazyPart(never).preload();
  expect(await settled(loading, 119_999)).toBe('pending');
  expect(await settled(loading, 1)).toMatchObject({ name: 'TimeoutError' });
});

test('a page whose texts hang fails after two minutes', async () => {
  expect(await settled(lazyTogether(async () => Part, never).preload(), 120_000)).toMatchObject({
    name: 'TimeoutError',
  });
});

test('a part that has loaded leaves no timer', async () => {
  expect(await settled(lazyPart(async () => Part).preload(), 0)).toBe('loaded');
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that cannot be fetched fails immediately', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module');
  expect(await settled(lazyPart(() => Promise.reject(gone)).preload(), 0)).toBe(gone);
});
