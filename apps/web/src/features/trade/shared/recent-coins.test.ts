import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentCoins, rememberCoin } from './recent-coins.ts';

let stored: Record<string, string> = {};
beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the most recently opened coins come first, each once, at most six', () => {
  expect(recentCoins()).toEqual([]);
  for (const coin of ['BTC', 'ETH', 'SOL', 'ADA', 'BTC', 'XRP', 'DOT', 'LINK']) rememberCoin(coin);
  expect(recentCoins()).toEqual(['LINK', 'DOT', 'XRP', 'BTC', 'ADA', 'SOL']);
});

test('recent coins stored in another format are ignored', () => {
  stored['vitrine.recent-coins'] = '["BTC", "<b>"]';
  expect(recentCoins()).toEqual([]);
});
