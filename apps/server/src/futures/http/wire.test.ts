import { expect, test } from 'vitest';
import { shareText } from './wire.ts';

test.each([
  [1, 3, '33.33'],
  [-1, 3, '-33.33'],
  [-1, 1_000_000, '0.00'],
  [5, 0, ''],
  // The profit of a position whose margin has been used up by funding, except for one unit.
  [900_720_000_000, 1, '90072000000000.00'],
])('%i of %i is %s percent', (part, whole, text) => {
  expect(shareText(part, whole)).toBe(text);
});
