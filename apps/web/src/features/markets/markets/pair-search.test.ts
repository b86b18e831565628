import { expect, test } from 'vitest';
import type { Pair } from '../../../lib/market-data.ts';
import { byDecimal, matchingPairs } from './pair-search.ts';

const pair = (name: string, full_name: string, type: Pair['type'], close: string) =>
  ({ name, coin_pair_name: `${name}USDT`, full_name, type, close }) as Pair;

const pairs = [
  pair('BTC', 'Bitcoin', 'MAIN', '64182.4'),
  pair('LINK', 'Chainlink', 'ETH', '14.92'),
  pair('DOGE', 'Dogecoin', 'ALT', '0.1634'),
];
const found = (type: Parameters<typeof matchingPairs>[1], search: string) =>
  matchingPairs(pairs, type, search).map(({ name }) => name);

test('a search matches any part of the pair name or coin name, ignoring case', () => {
  expect(found('ALL', 'tcus')).toEqual(['BTC']);
  expect(found('ALL', ' CHAIN ')).toEqual(['LINK']);
  expect(found('ALL', '')).toEqual(['BTC', 'LINK', 'DOGE']);
  expect(found('ALL', 'xyz')).toEqual([]);
});

test('the search for pairs can be filtered by kind', () => {
  expect(found('ALT', '')).toEqual(['DOGE']);
  expect(found('ALT', 'btc')).toEqual([]);
});

test('pairs are sorted by price as numbers, not as text', () => {
  expect([...pairs].sort(byDecimal('close')).map(({ name }) => name)).toEqual(['DOGE', 'LINK', 'BTC']);
});
