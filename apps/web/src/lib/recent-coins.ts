import { DEFAULT_COIN } from './paths.ts';
import { currentPreferences } from './preferences.ts';
import { readStored, writeStored } from './stored.ts';

const KEY = 'recent-coins';
/** The number of coins listed: the current pair's, and five opened before it. */
const MOST = 6;

const isCoins = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((coin) => typeof coin === 'string' && /^[A-Z0-9]{1,10}$/.test(coin));

/** The coins whose pairs were most recently opened in this browser, newest first. */
export const recentCoins = (): readonly string[] => readStored(KEY, isCoins)?.slice(0, MOST) ?? [];

export const rememberCoin = (coin: string): void =>
  writeStored(KEY, [coin, ...recentCoins().filter((each) => each !== coin)].slice(0, MOST));

/**
 * The coin of a trade page that is opened without one, of those that it can show: the client's default coin, otherwise
 * the one viewed last, otherwise BTC.
 */
export function chosenCoin(listed: readonly string[]): string {
  const wanted = [currentPreferences().default_coin, ...recentCoins(), DEFAULT_COIN];
  return wanted.find((coin) => listed.includes(coin)) ?? listed[0] ?? DEFAULT_COIN;
}
