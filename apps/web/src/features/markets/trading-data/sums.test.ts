import { expect, test } from 'vitest';
import { minus, sharesOf, sumText } from './sums.ts';

const size = (least: string, buy: string, sell: string) => ({ least, buy, sell, buys: 1, sells: 1 });

test('sums and differences are exact beyond the precision of JavaScript numbers', () => {
  expect(sumText(['9007199254740993.000001', '0.000002'])).toBe('9007199254740993.000003');
  expect(sumText([])).toBe('0');
  expect(minus('0.3', '9007199254740993')).toBe('-9007199254740992.7');
});

test('buys and sells are grouped into large, medium and small orders', () => {
  const shares = sharesOf([
    size('1000000', '30', '0'),
    size('100000', '10', '20'),
    size('10000', '0', '20'),
    size('1000', '10', '0'),
    size('0', '0', '10'),
  ]);
  expect(shares.map(({ group, side, value, part }) => [group, side, value, part])).toEqual([
    ['large', 'buy', '40', 0.4],
    ['medium', 'buy', '0', 0],
    ['small', 'buy', '10', 0.1],
    ['large', 'sell', '20', 0.2],
    ['medium', 'sell', '20', 0.2],
    ['small', 'sell', '10', 0.1],
  ]);
});

test('without trades there are no shares', () => {
  expect(sharesOf([size('0', '0.000000', '0')])).toEqual([]);
});
