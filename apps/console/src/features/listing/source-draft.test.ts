import { expect, test } from 'vitest';
import { draftOfAll, draftOfChoice, sourceFault, sourcesBody, symbolsText } from './source-draft.ts';

const offered = [
  { source: 'okx', name: 'OKX' },
  { source: 'kraken', name: 'Kraken' },
  { source: 'bitstamp', name: 'Bitstamp' },
];
const priced = (source: string, symbol: string) => ({ source, symbol, state: 'priced' as const, price: '1', at: 1 });

test('at first all sources are used with the codes of the market’s coins', () => {
  const draft = draftOfAll(offered, 'LTC', 'USDT');
  expect(symbolsText(draft, offered)).toBe('okx:LTC-USDT,kraken:LTC-USDT,bitstamp:LTC-USDT');
  expect(symbolsText(draftOfAll(offered, '', 'USDT'), offered)).toBeUndefined();
});

test('a choice keeps the order in which the sources are offered', () => {
  const choice = [
    { source: 'kraken', symbol: 'XBT-USDT' },
    { source: 'okx', symbol: 'BTC-USDT' },
  ];
  expect(sourcesBody(draftOfChoice(choice), offered)).toEqual(choice.toReversed());
});

test('a choice is possible if at least two sources have a price for their symbols and confirm each other', () => {
  const two = { okx: 'LTC-USDT', kraken: 'LTC-USDT' };
  const sources = [priced('okx', 'LTC-USDT'), priced('kraken', 'LTC-USDT')];
  const check = { sources, price: '1', time: 1 };
  expect(sourceFault({ okx: 'LTC-USDT' }, offered, check)).toBe('tooFew');
  expect(sourceFault({ okx: 'LTC-USDT' }, offered.slice(0, 1), { ...check, sources: sources.slice(0, 1) })).toBe(
    undefined,
  );
  expect(sourceFault({ ...two, kraken: 'LTC/USDT' }, offered, check)).toBe('malformed');
  expect(sourceFault({ ...two, kraken: 'LTC2-USDT' }, offered, check)).toBe('unpriced');
  expect(sourceFault(two, offered, undefined)).toBe('unpriced');
  expect(sourceFault(two, offered, { ...check, price: '' })).toBe('unconfirmed');
  expect(sourceFault(two, offered, check)).toBeUndefined();
});
