import { expect, test } from 'vitest';
import { extremesOf } from './extremes.ts';

const day = (time: number, high: string, low: string) => ({ time, high, low });

test('the highest and lowest prices are found by number, not as text, and have the day on which they first occurred', () => {
  expect(extremesOf([day(1, '9.5', '3'), day(2, '10.0', '2.5'), day(3, '10.00', '2.50')])).toEqual({
    high: { price: '10.0', time: 2 },
    low: { price: '2.5', time: 2 },
  });
});

test('a market without candles has neither a highest nor a lowest price', () => {
  expect(extremesOf([])).toEqual({});
});
