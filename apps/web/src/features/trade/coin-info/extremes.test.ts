import { expect, test } from 'vitest';
import { extremesOf } from './extremes.ts';

const day = (time: number, high: string, low: string) => ({ time, high, low });

test('the highest and the lowest price are compared as numbers, and keep their first day', () => {
  expect(extremesOf([day(1, '9.5', '3'), day(2, '10.0', '2.5'), day(3, '10.00', '2.50')])).toEqual({
    high: { price: '10.0', time: 2 },
    low: { price: '2.5', time: 2 },
  });
});

test('a market without candles has neither', () => {
  expect(extremesOf([])).toEqual({});
});
