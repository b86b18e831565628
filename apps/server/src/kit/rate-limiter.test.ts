import { expect, test } from 'vitest';
import { addressKey, RateLimiter } from './rate-limiter.ts';

test('three seconds of allowance pass at once, then one request per interval', () => {
  const limiter = new RateLimiter(10);
  for (let i = 0; i < 30; i++) expect(limiter.take('a', 0)).toBe(0);
  expect(limiter.take('a', 0)).toBe(1);
  expect(limiter.take('a', 100)).toBe(0);
  expect(limiter.take('a', 100)).toBe(1);
  expect(limiter.take('b', 100)).toBe(0);
});

test('an expensive request needs at most a full allowance; the rest delays the next one', () => {
  const limiter = new RateLimiter(10, 10);
  expect(limiter.take('a', 0, 40)).toBe(0);
  expect(limiter.take('a', 3_000)).toBe(1);
  expect(limiter.take('a', 3_200)).toBe(0);
  limiter.charge('b', 0, 30);
  expect(limiter.take('b', 1_000)).toBe(2);
  expect(limiter.left('b', 1_000)).toBe(-10);
});

test('a disconnected sender has a key as well', () => {
  expect(addressKey(undefined)).toBe('gone');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is limited as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
