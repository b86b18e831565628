import { expect, test } from 'vitest';
import { inCurrency, merged, type SpotEntry, valuation } from './valuation.ts';

const entry = (name: string, coin_value: string, freeze_value: string, usdt_value: string) =>
  ({ name, coin_value, freeze_value, usdt_value }) as SpotEntry;

const prices = new Map([['BTCUSDT', { close: '64182.4', change: '1012.7' }]]);

test('the total is what is available plus what is frozen, to the last digit', () => {
  const wallet = [entry('BTC', '0.68240001', '0.15', '1'), entry('USDT', '34798.32', '9318.2', '34798.32')];
  const { total, available, frozen } = valuation(wallet, prices);
  expect(total).toBe('78596.390401824');
  expect(frozen).toBe('18945.56');
  expect(available).toBe('59650.830401824');
});

test('USDT is worth itself, and the highest value comes first', () => {
  const { entries } = valuation([entry('USDT', '10', '0', '10'), entry('BTC', '1', '0', '1')], prices);
  expect(entries.map(({ entry: { name }, value }) => [name, value])).toEqual([
    ['BTC', '64182.4'],
    ['USDT', '10'],
  ]);
});

test('a coin without a live price keeps the server’s valuation', () => {
  const { entries } = valuation([entry('SOL', '2', '0', '300')], prices);
  expect(entries[0]?.value).toBe('300');
});

test('24 hours ago the same coins were worth their price less its change', () => {
  const wallet = [entry('BTC', '0.5', '0', '1'), entry('USDT', '100', '0', '100'), entry('SOL', '0', '0', '0')];
  expect(valuation(wallet, prices).before).toBe('31684.85');
  expect(valuation([...wallet, entry('ADA', '1', '0', '1')], prices).before).toBeUndefined();
});

test('an empty wallet is worth nothing and divides by nothing', () => {
  const { total, entries } = valuation([entry('SOL', '0', '0', '0')], new Map());
  expect(total).toBe('0');
  expect(entries[0]?.share).toBe(0);
});

test('another currency is cut off, never rounded up', () => {
  expect(inCurrency('148966.93', '64182.4')).toBe('2.32099344');
  expect(inCurrency('1', '0')).toBe('0');
});

test('coins of several wallets add up as if they lay in one, to the last digit', () => {
  const wallet = (coin_value: string, available: string, freeze_value: string) =>
    [{ name: 'BTC', coin_value, available, freeze_value, usdt_value: coin_value }] as SpotEntry[];
  const [btc, ...others] = merged([
    wallet('1.50000000', '1.00000001', '0.49999999'),
    wallet('0.00000000', '0.00000000', '0.00000000'),
    wallet('0.25000000', '0.25000000', '0.00000000'),
  ]);
  expect(btc).toMatchObject({ coin_value: '1.75000000', available: '1.25000001', freeze_value: '0.49999999' });
  expect(others).toEqual([]);
});
