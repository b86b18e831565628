import { readStored, writeStored } from '../../../lib/stored.ts';

const KEY = 'recent-coins';
/** The number of coins listed: the current pair's, and five opened before it. */
const MOST = 6;

const isCoins = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((coin) => typeof coin === 'string' && /^[A-Z0-9]{1,10}$/.test(coin));

/** The coins whose pairs were most recently opened in this browser, newest first. */
export const recentCoins = (): readonly string[] => readStored(KEY, isCoins)?.slice(0, MOST) ?? [];

export const rememberCoin = (coin: string): void =>
  writeStored(KEY, [coin, ...recentCoins().filter((each) => each !== coin)].slice(0, MOST));
