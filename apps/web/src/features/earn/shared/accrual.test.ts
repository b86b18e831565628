import { expect, test } from 'vitest';
import { accruedToday } from './accrual.ts';

const midnight = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const running = { perDay: '0.810000', decimals: 6, startMs: midnight - 5 * DAY, nextMs: midnight + DAY };

test('the current day has earned its share, rounded down, and never more than a full day', () => {
  expect(accruedToday(running, midnight)).toBe('0.000000');
  expect(accruedToday(running, midnight + DAY / 3)).toBe('0.270000');
  expect(accruedToday({ ...running, perDay: '0.000005' }, midnight + DAY / 2)).toBe('0.000002');
  expect(accruedToday(running, midnight + 3 * DAY)).toBe('0.810000');
});

test('before the first day, nothing is earned', () => {
  const later = { ...running, startMs: midnight + DAY, nextMs: midnight + 2 * DAY };
  expect(accruedToday(later, midnight + DAY / 2)).toBe('0.000000');
  expect(accruedToday(later, midnight + 1.5 * DAY)).toBe('0.405000');
});

test('a coin without decimals accrues whole units', () => {
  expect(accruedToday({ ...running, perDay: '12', decimals: 0 }, midnight + DAY / 2)).toBe('6');
});
