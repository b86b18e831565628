import { expect, test } from 'vitest';
import { dayBefore, inCurrency, type SpotEntry, valuation } from './valuation.ts';

const entry = (name: string, coin_value: string, freeze_value: string, usdt_value: string) =>
  ({ name, coin_value, freeze_value, usdt_value }) as SpotEntry;

const changes = new Map([['BTCUSDT', { change: '1012.7' }]]);

test('the total is the available plus the frozen amount, to the last digit', () => {
  const wallet = [entry('BTC', '0.68240001', '0.15', '43798.070401'), entry('USDT', '34798.32', '9318.2', '34798.32')];
  const { total, available, frozen } = valuation(wallet);
  expect(total).toBe('78596.390401');
  expect(frozen).toBe('18945.559999');
  expect(available).toBe('59650.830402');
});

test('coins are sorted by the server’s valuation, highest first', () => {
  const { entries } = valuation([entry('USDT', '10', '0', '10'), entry('BTC', '1', '0', '64182.4')]);
  expect(entries.map(({ name, usdt_value }) => [name, usdt_value])).toEqual([
    ['BTC', '64182.4'],
    ['USDT', '10'],
  ]);
});

test('the value 24 hours ago is the total less the price changes of the coins', () => {
  const wallet = [entry('BTC', '0.5', '0', '32091.2'), entry('USDT', '100', '0', '100'), entry('SOL', '0', '0', '0')];
  expect(dayBefore(valuation(wallet), changes)).toBe('31684.85');
  expect(dayBefore(valuation([...wallet, entry('ADA', '1', '0', '1')]), changes)).toBeUndefined();
});

test('an empty wallet is worth zero, without a division by zero', () => {
  expect(valuation([entry('SOL', '0', '0', '0')])).toMatchObject({ total: '0', available: '0', frozen: '0' });
});

test('a value in another currency is rounded down', () => {
  expect(inCurrency('148966.93', '64182.4')).toBe('2.32099344');
  expect(inCurrency('1', '0')).toBe('0');
});
