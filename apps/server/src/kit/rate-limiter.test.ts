import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

test('a burst of three seconds’ allowance is admitted, then one request per interval', () => {
  const limiter = new RateLimiter(10);
  for (let i = 0; i < 30; i++) expect(limiter.take('a', 0)).toBe(0);
  expect(limiter.take('a', 0)).toBe(1);
  expect(limiter.take('a', 100)).toBe(0);
  expect(limiter.take('a', 100)).toBe(1);
  expect(limiter.take('b', 100)).toBe(0);
});

test('an expensive request needs at most a full allowance; the rest of its cost delays the next request', () => {
  const limiter = new RateLimiter(10, 10);
  expect(limiter.take('a', 0, 40)).toBe(0);
  expect(limiter.take('a', 3_000)).toBe(1);
  expect(limiter.take('a', 3_200)).toBe(0);
  limiter.charge('b', 0, 30);
  expect(limiter.take('b', 1_000)).toBe(2);
  expect(limiter.left('b', 1_000)).toBe(-10);
});
