import { afterEach, describe, expect, test } from 'vitest';
import {
  decimalsNeeded,
  directionOf,
  formatAmount,
  formatCoin,
  formatCompact,
  formatDollars,
  formatExact,
  formatInteger,
  formatPercent,
  formatPrice,
  formatSigned,
  setFigures,
  usualFormat,
} from './format.ts';

afterEach(() => setFigures('comma_point', 'en'));

describe('money text', () => {
  test.each([
    ['148966.93290001', 4, '148,966.9329'],
    ['0.99999999', 4, '0.9999'],
    ['-0.99999999', 2, '−0.99'],
    ['9007199254740993.123456789', 9, '9,007,199,254,740,993.123456789'],
    ['5', 2, '5.00'],
  ])('cuts %s to %i places and never rounds up: %s', (text, decimals, shown) => {
    expect(formatAmount(text, decimals)).toBe(shown);
  });

  test.each([
    ['66513.8', 2, '$66,513.80'],
    ['66513.8', 3, '$66,513.800'],
    ['0.00001234', 2, '$0.00001234'],
    ['5', 2, '$5.00'],
    ['', 2, '–'],
  ])('writes the price %s in dollars with at least %i decimals: %s', (text, least, shown) => {
    expect(formatDollars(text, least)).toBe(shown);
  });

  test.each([
    ['61250.750000', '61,250.75'],
    ['2000000', '2,000,000'],
    ['0.00000009999999', '0.00000009999999'],
    ['-5.10', '−5.1'],
    ['0.000000', '0'],
  ])('shows all of %s without trailing zeros: %s', (text, shown) => {
    expect(formatExact(text)).toBe(shown);
  });

  test.each([undefined, '', 'NaN', '1e9', '1,000', '.5', '--1'])('shows a dash for %s', (text) => {
    expect(formatAmount(text, 2)).toBe('–');
    expect(formatPrice(text)).toBe('–');
    expect(formatExact(text)).toBe('–');
    expect(formatPercent(text)).toBe('–');
    expect(formatCompact(text)).toBe('–');
  });

  test('a price keeps the decimals of its tick', () => {
    expect(formatPrice('64182.4')).toBe('64,182.4');
    expect(formatPrice('0.16340')).toBe('0.16340');
    expect(formatPrice('604')).toBe('604');
  });

  test('a change has a sign, zero has none', () => {
    expect(formatPercent('1.6')).toBe('+1.60%');
    expect(formatPercent('-3.4249')).toBe('−3.42%');
    expect(formatPercent('0')).toBe('0.00%');
    expect(formatSigned('1018.229', 2)).toBe('+1,018.22');
    expect(formatSigned('-1018.229', 2)).toBe('−1,018.22');
    expect(formatSigned('0.00', 2)).toBe('0.00');
  });

  test('volumes are abbreviated', () => {
    expect(formatCompact('1170000000')).toBe('1.170B');
    expect(formatCompact('14000000')).toBe('14.00M');
    expect(formatCompact('40.5')).toBe('40.5');
    expect(formatCompact('684212345.67')).toBe('684.2M');
    expect(formatCompact('0')).toBe('0');
  });

  test('integers are grouped', () => {
    expect(formatInteger(1204551)).toBe('1,204,551');
  });

  test('the direction of a change is derived from its text', () => {
    expect(directionOf('0.00')).toBe('flat');
    expect(directionOf('-0.0')).toBe('flat');
    expect(directionOf('-0.01')).toBe('down');
    expect(directionOf('12')).toBe('up');
    expect(directionOf(undefined)).toBe('flat');
  });
});

test('amounts of a coin have the same few decimals, or more if these would cut something off', () => {
  expect(formatCoin('50000', 'USDT')).toBe('50,000.00');
  expect(formatCoin('50000.000007', 'USDT')).toBe('50,000.000007');
  expect(formatCoin('0.50000000', 'BTC')).toBe('0.5000');
  expect(formatCoin('0.01504321', 'BTC')).toBe('0.01504321');
  expect(formatCoin('-5', 'ETH')).toBe('−5.0000');
  expect(formatCoin(undefined, 'ETH')).toBe('–');
});

test('amounts of a coin in one column have as many decimals as the longest', () => {
  expect(formatCoin('0.5', 'BTC', ['0.01504300', '2'])).toBe('0.500000');
  expect(formatCoin('0.015043', 'BTC', ['0.5', '2'])).toBe('0.015043');
  expect(formatCoin('50000', 'USDT', ['1.5', '3'])).toBe('50,000.00');
  expect(decimalsNeeded(['0.1', '0.0450', '3'])).toBe(3);
  expect(decimalsNeeded(['100', undefined])).toBe(0);
});

test.each([
  ['de', 'point_comma', '1.234.567,50', '1,170 Mrd.'],
  ['es', 'point_comma', '1.234.567,50', '1170 M'],
  ['vi', 'point_comma', '1.234.567,50', '1,170 T'],
  ['ja', 'comma_point', '1,234,567.50', '11.70億'],
  ['zh-CN', 'comma_point', '1,234,567.50', '11.70亿'],
  ['zh-TW', 'comma_point', '1,234,567.50', '11.70億'],
  ['de', 'comma_point', '1,234,567.50', '1.170 Mrd.'],
] as const)('in %s with %s, figures are written as %s and %s', (language, format, amount, compact) => {
  setFigures(format, language);
  expect(formatPrice('1234567.50')).toBe(amount);
  expect(formatCompact('1170000000').replace(/\s/, ' ')).toBe(compact);
});

test.each([
  ['de', ['de-DE'], 'point_comma'],
  ['de', ['de-CH', 'en'], 'comma_point'],
  ['es', ['es-ES'], 'point_comma'],
  ['es', ['en-US', 'es-MX'], 'comma_point'],
  ['es', [], 'point_comma'],
  ['vi', ['ja'], 'point_comma'],
  ['ja', ['de-DE'], 'comma_point'],
  ['en', ['de-DE'], 'comma_point'],
] as const)('the usual format of %s for a reader of %j is %s', (language, preferred, format) => {
  expect(usualFormat(language, preferred)).toBe(format);
});
