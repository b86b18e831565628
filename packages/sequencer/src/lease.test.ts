import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Lease, momentNow } from './lease.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a lease ends when it has expired by either clock: the monotonic one stops while the machine sleeps', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const lease = new Lease(1, 3_000, momentNow());
  expect(lease.isCurrent()).toBe(true);
  vi.setSystemTime(Date.now() + 3_000);
  expect(lease.isCurrent()).toBe(false);
  expect(lease.isDue()).toBe(true);
  lease.renewed(momentNow());
  expect(lease.isCurrent()).toBe(true);
});

test('setting the wall clock back does not extend a lease', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const lease = new Lease(1, 100, momentNow());
  vi.setSystemTime(Date.now() - 7_200_000);
  expect(lease.isCurrent()).toBe(true);
  await sleep(120);
  expect(lease.isCurrent()).toBe(false);
});
