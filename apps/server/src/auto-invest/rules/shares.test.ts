import { expect, test } from 'vitest';
import { areWhole, partsOf } from './shares.ts';

const shares = (...percents: number[]) => percents.map((percent, i) => ({ asset: i + 1, percent }));

test('parts add up to the amount, whatever the shares', () => {
  for (const own of [shares(100), shares(60, 25, 15), shares(1, 99), shares(1, 1, 1)])
    for (const units of [1, 99, 1_000_001, 9_007_199_254_740_991])
      expect(partsOf(units, own).reduce((sum, part) => sum + part.units, 0)).toBe(units);
  expect(partsOf(1_000_000, shares(1, 1, 1)).map(({ units }) => units)).toEqual([333_334, 333_333, 333_333]);
});

test('shares must be whole percentages of different coins that add up to 100', () => {
  expect(areWhole(shares(60, 40))).toBe(true);
  const twice = [
    { asset: 1, percent: 50 },
    { asset: 1, percent: 50 },
  ];
  for (const wrong of [[], shares(60, 39), shares(60, 41), shares(100, 0), shares(50.5, 49.5), shares(110, -10), twice])
    expect(areWhole(wrong)).toBe(false);
});
