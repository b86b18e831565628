import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePreferences } from './preferences.ts';
import { chosenCoin, recentCoins, rememberCoin } from './recent-coins.ts';

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

test('a page opened without a coin shows the default coin, else the one viewed last, else BTC', () => {
  const listed = ['ADA', 'BTC', 'ETH', 'SOL'];
  expect(chosenCoin(listed)).toBe('BTC');
  rememberCoin('SOL');
  rememberCoin('DOT');
  expect(chosenCoin(listed)).toBe('SOL');
  usePreferences.setState({ default_coin: 'ETH' });
  expect(chosenCoin(listed)).toBe('ETH');
  expect(chosenCoin(['ADA', 'SOL'])).toBe('SOL');
  expect(chosenCoin(['ADA'])).toBe('ADA');
  expect(chosenCoin([])).toBe('BTC');
  usePreferences.setState({ default_coin: '' });
});
