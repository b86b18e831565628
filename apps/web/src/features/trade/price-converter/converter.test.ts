import { expect, test } from 'vitest';
import { worthText } from './converter.ts';

test('an amount converts to its value at the price, rounded down, in either direction', () => {
  expect(worthText('coin', '0.05', '66512.3')).toBe('3325.61');
  expect(worthText('quote', '100', '66512.3')).toBe('0.00150348');
  expect(worthText('coin', '1', '0.0000219')).toBe('0.000021');
  expect(worthText('quote', '1', '3')).toBe('0.33333333');
});

test('the conversion result is empty while amount or price are missing', () => {
  expect(worthText('coin', '', '66512.3')).toBe('');
  expect(worthText('coin', '1', '')).toBe('');
  expect(worthText('quote', '1', '0')).toBe('');
});
