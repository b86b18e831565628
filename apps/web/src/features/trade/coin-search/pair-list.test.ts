import { expect, test } from 'vitest';
import { listPairs, nextSort, type Pair } from './pair-list.ts';

const pair = (name: string, full_name: string, close: string, change: string, volume: string): Pair => ({
  coin_pair_name: `${name}USDT`,
  name,
  full_name,
  type: 'MAIN',
  close,
  increase_in_value: change,
  volume_usdt: volume,
});
const pairs = [
  pair('BTC', 'Bitcoin', '66000', '1.2', '900'),
  pair('ADA', 'Cardano', '0.4', '-2.1', '1000'),
  pair('SOL', 'Solana', '150', '3.4', '80'),
];
const names = (...arguments_: Parameters<typeof listPairs>) => listPairs(...arguments_).map(({ name }) => name);

test('all pairs keep the exchange’s order; gainers are sorted by gain, largest first, without pairs that fell', () => {
  expect(names(pairs, 'all', '', undefined)).toEqual(['BTC', 'ADA', 'SOL']);
  expect(names(pairs, 'gainers', '', undefined)).toEqual(['SOL', 'BTC']);
});

test('favorites are the starred pairs, in the exchange’s order', () => {
  expect(names(pairs, 'favorites', '', undefined, ['SOL', 'BTC'])).toEqual(['BTC', 'SOL']);
  expect(names(pairs, 'favorites', 'sol', undefined, ['SOL', 'BTC'])).toEqual(['SOL']);
  expect(names(pairs, 'favorites', '', undefined)).toEqual([]);
});

test('a category of the coin search has only its own pairs', () => {
  const kinds = [{ ...pairs[0], type: 'ALT' as const }, ...pairs.slice(1)] as Pair[];
  expect(names(kinds, 'ALT', '', undefined)).toEqual(['BTC']);
  expect(names(kinds, 'MAIN', '', undefined)).toEqual(['ADA', 'SOL']);
  expect(names(kinds, 'ETH', '', undefined)).toEqual([]);
});

test('a search matches the pair’s name and the coin’s full name', () => {
  expect(names(pairs, 'all', 'btc/usdt', undefined)).toEqual(['BTC']);
  expect(names(pairs, 'all', 'card', undefined)).toEqual(['ADA']);
  expect(names(pairs, 'all', 'xyz', undefined)).toEqual([]);
  const perpetual = { ...pair('BTC', '', '66000', '1.2', '900'), coin_pair_name: 'BTC-USDT-PERP' };
  for (const text of ['btc/usdt', 'btcusdt', 'btc-usdt', 'perp'])
    expect(names([perpetual], 'all', text, undefined)).toEqual(['BTC']);
});

test('a column sorts by number, not by text: descending, ascending, then unsorted', () => {
  const volume = nextSort(undefined, 'volume');
  expect(names(pairs, 'all', '', volume)).toEqual(['ADA', 'BTC', 'SOL']);
  const rising = nextSort(volume, 'volume');
  expect(names(pairs, 'all', '', rising)).toEqual(['SOL', 'BTC', 'ADA']);
  expect(nextSort(rising, 'volume')).toBeUndefined();
  expect(names(pairs, 'all', '', nextSort(undefined, 'pair'))).toEqual(['ADA', 'BTC', 'SOL']);
});
