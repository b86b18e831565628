import { expect, test } from 'vitest';
import { paneHeight } from './panes.ts';

test.each([
  [600, 1, 72],
  [600, 3, 72],
  [480, 4, 54],
  [300, 3, 45],
])('with a height of %i px, %i panes below the candles are %i px high each', (height, count, expected) => {
  expect(paneHeight(height, count)).toBe(expected);
  expect(height - expected * count).toBeGreaterThanOrEqual(height * 0.55);
});

test('panes below the candles stay readable, even if the candles then get less than their share', () => {
  expect(paneHeight(200, 6)).toBe(30);
});
