import { expect, test } from 'vitest';
import type { Pair } from '../../../lib/market-data.ts';
import { pairsOf } from './market-list.ts';

const pair = (name: string, flags: Partial<Pair> = {}) =>
  ({ name, coin_pair_name: `${name}USDT`, pos: false, pow: false, innovation: false, ...flags }) as Pair;
const pairs = [pair('BTC', { pow: true }), pair('ETH', { pos: true }), pair('NEAR', { pos: true, innovation: true })];
const names = (...arguments_: Parameters<typeof pairsOf>) => pairsOf(...arguments_).map(({ name }) => name);

test('each market list has the pairs of its category', () => {
  expect(names('all', pairs, [])).toEqual(['BTC', 'ETH', 'NEAR']);
  expect(names('pos', pairs, [])).toEqual(['ETH', 'NEAR']);
  expect(names('pow', pairs, [])).toEqual(['BTC']);
  expect(names('innovation', pairs, [])).toEqual(['NEAR']);
});

test('favorites are in the order in which they were starred, without coins that are not listed', () => {
  expect(names('favorites', pairs, ['NEAR', 'GONE', 'BTC'])).toEqual(['NEAR', 'BTC']);
  expect(names('favorites', pairs, [])).toEqual([]);
});
