import { expect, test } from 'vitest';
import { isAbove, marketCapText } from './market-cap.ts';

test.each([
  ['19950000.5', '64182.4', '1280438912091'],
  ['589000000000000', '0.00001234', '7268260000'],
  ['999999999999999999', '100000', '99999999999999999900000'],
  ['1', '0.99', '0'],
])('%s coins at %s USDT are worth %s USDT', (supply, price, value) => {
  expect(marketCapText(supply, price)).toBe(value);
});

test.each([
  ['10', '9.99', true],
  ['0.1', '0.10', false],
  ['0.00001', '1', false],
])('%s is above %s: %s', (a, b, is) => {
  expect(isAbove(a, b)).toBe(is);
});
