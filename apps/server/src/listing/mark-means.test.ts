import { priceTicks } from '@vitrine/money';
import { expect, test } from 'vitest';
import { MarkMeans } from './mark-means.ts';

const MINUTE_MS = 60_000;
const at = (means: MarkMeans, minute: number, ticks: number) => {
  means.add(1, priceTicks(ticks), minute * MINUTE_MS);
  return means.meanOf(1);
};

test('there is a mean once the prices cover the whole window, and prices older than the window are ignored', () => {
  const means = new MarkMeans(3 * MINUTE_MS);
  expect([0, 1, 2].map((minute) => at(means, minute, 100))).toEqual([undefined, undefined, undefined]);
  expect(at(means, 3, 100)).toBe(100);
  expect(at(means, 4, 140)).toBe(110);
  for (const minute of [5, 6, 7]) at(means, minute, 140);
  expect(means.meanOf(1)).toBe(140);
  expect(means.meanOf(2)).toBeUndefined();
  means.forget(1);
  expect(means.meanOf(1)).toBeUndefined();
});

test('a gap between prices, or a clock that is set back, restarts the window', () => {
  const means = new MarkMeans(2 * MINUTE_MS);
  for (const minute of [0, 1, 2]) at(means, minute, 100);
  expect(at(means, 4, 100)).toBeUndefined();
  expect(at(means, 5, 100)).toBeUndefined();
  expect(at(means, 6, 100)).toBe(100);
  expect(at(means, 5, 100)).toBeUndefined();
});

test('with a window of zero, the newest price is the mean', () => {
  const means = new MarkMeans(0);
  expect([0, 1, 5].map((minute) => at(means, minute, 100 + minute))).toEqual([100, 101, 105]);
});
