import { expect, test } from 'vitest';
import { valuePath } from './value-path.ts';

test('the value at each hour of the last day is the sum of all holdings at that hour', () => {
  const holdings = [
    { amount: 2, closes: [10, 11, 12] },
    { amount: 5, closes: 'constant' },
  ] as const;
  expect(valuePath(holdings, 24, 30)).toEqual([24, 25, 27, 30]);
});

test('a market younger than a day shortens the series instead of inventing prices', () => {
  const holdings = [
    { amount: 1, closes: [1, 2, 3, 4] },
    { amount: 1, closes: [10, 20] },
  ];
  expect(valuePath(holdings, 9, 24)).toEqual([9, 13, 24]);
});

test('without prices there is no series of values', () => {
  expect(valuePath([{ amount: 1, closes: [] }], 1, 1)).toBeUndefined();
});
