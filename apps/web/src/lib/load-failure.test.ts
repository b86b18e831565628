import { expect, test } from 'vitest';
import { kindOfFailure } from './load-failure.ts';

test('a missing chunk is distinguished from a lost connection and from a bug', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  expect(kindOfFailure(lost, true)).toBe('outdated');
  expect(kindOfFailure(lost, false)).toBe('offline');
  const late = new DOMException('Not loaded within 120000 ms', 'TimeoutError');
  expect(kindOfFailure(late, true)).toBe('late');
  expect(kindOfFailure(late, false)).toBe('offline');
  expect(kindOfFailure(new Error('undefined is not a function'), true)).toBe('broken');
});
