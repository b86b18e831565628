import type { Settings } from './settings.ts';

type CoinValues = Settings['coin_values'];

/** The prices as operators write them: 'ETH 1950.5, SOL 140'. */
export const pricesText = (values: CoinValues): string =>
  values.map(({ coin, value_usdt }) => `${coin} ${value_usdt}`).join(', ');

/** Parses prices in the format of `pricesText`; undefined if the text is malformed. */
export function pricesIn(text: string): CoinValues | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const values = parts
    .filter((part) => part !== '')
    .map((part) => /^([A-Z0-9]{1,8}) +(\d{1,8}(?:\.\d{1,8})?)$/.exec(part));
  if (values.includes(null)) return undefined;
  return values.map((found) => ({ coin: found?.[1] ?? '', value_usdt: (found?.[2] ?? '').replace(/^0+(?=\d)/, '') }));
}
