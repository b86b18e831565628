import { expect, test } from 'vitest';
import { pricesIn, pricesText } from './coin-prices.ts';

test.each([
  ['', []],
  [
    ' ETH 1950.5 ,SOL  0140,',
    [
      { coin: 'ETH', value_usdt: '1950.5' },
      { coin: 'SOL', value_usdt: '140' },
    ],
  ],
  ['ETH', undefined],
  ['ETH 1,950', undefined],
  ['ETH 1e3', undefined],
  ['ETH 1.', undefined],
])('coin prices entered as %j are parsed, or refused if malformed', (text, prices) => {
  expect(pricesIn(text)).toEqual(prices);
});

test('coin prices have the same text after parsing and formatting', () => {
  const text = 'ETH 1950.5, SOL 140';
  expect(pricesText(pricesIn(text) ?? [])).toBe(text);
});
