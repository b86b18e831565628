import { expect, test } from 'vitest';
import { isOpen } from './hours.ts';

const at = (text: string) => Date.parse(`${text}Z`);
// 2026-11-20 is a Friday.
const week = [1, 2, 3, 4, 5];

test.each([
  ['2026-11-20T07:59', false],
  ['2026-11-20T08:00', true],
  ['2026-11-20T17:59', true],
  ['2026-11-20T18:00', false],
  ['2026-11-21T12:00', false],
])('with support hours in the daytime, being open at %s is %s', (time, open) => {
  expect(isOpen({ days: week, from: '08:00', to: '18:00' }, at(time))).toBe(open);
});

test.each([
  ['2026-11-20T21:59', false],
  ['2026-11-20T22:00', true],
  ['2026-11-21T05:59', true],
  ['2026-11-21T06:00', false],
  ['2026-11-21T22:00', false],
  ['2026-11-23T05:00', false],
])('a night belongs to the day on which it begins: being open at %s is %s', (time, open) => {
  expect(isOpen({ days: week, from: '22:00', to: '06:00' }, at(time))).toBe(open);
});

test('equal opening and closing hours mean round the clock on the chosen days', () => {
  expect(isOpen({ days: week, from: '00:00', to: '00:00' }, at('2026-11-20T23:59'))).toBe(true);
  expect(isOpen({ days: week, from: '00:00', to: '00:00' }, at('2026-11-22T12:00'))).toBe(false);
});
