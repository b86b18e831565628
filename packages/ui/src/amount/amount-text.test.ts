import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPositiveAmount, pastedAmount, settledAmount, steppedAmount, typedAmount } from './amount-text.ts';

describe('typing an amount', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['1.', '1.'],
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['.', '0.'],
    [',5', '0.5'],
    ['007', '7'],
    ['0', '0'],
    [' 12 ', '12'],
    ['1k', '1000'],
    ['2M', '2000000'],
    ['1.5k', '1500'],
    ['1,25m', '1250000'],
    ['0.001k', '1'],
    ['1.23456789k', '1234.56789'],
  ])('"%s" becomes "%s"', (raw, expected) => {
    expect(typedAmount(raw, 8)).toBe(expected);
  });

  test.each(['-1', '1.2.3', '1,2,3', 'a', '1e5', 'k', '1kk', '0x10', '1.123456789'])('"%s" is refused', (raw) => {
    expect(typedAmount(raw, 8)).toBeUndefined();
  });

  test('a decimal point is refused in a market without decimals', () => {
    expect(typedAmount('1.', 0)).toBeUndefined();
    expect(typedAmount('1.5k', 0)).toBe('1500');
  });
});

describe('pasting an amount', () => {
  test.each([
    ['1,234.56 USDT', '1234.56'],
    ['1.234,56', '1234.56'],
    ['₫ 12.000.000', '12000000'],
    ['1,234,567', '1234567'],
    ["1'234.5", '1234.5'],
    ['1 234,5', '1234.5'],
    ['1,000', '1000'],
    ['0,125', '0.125'],
    ['1.000', '1.000'],
    ['.5', '0.5'],
    ['BTC 0.123456789', '0.12345678'],
    ['1.5k', '1500'],
    ['42.', '42'],
  ])('"%s" becomes "%s"', (raw, expected) => {
    expect(pastedAmount(raw, 8)).toBe(expected);
  });

  test.each(['', 'abc', '-5', '- '])('"%s" is refused', (raw) => {
    expect(pastedAmount(raw, 8)).toBeUndefined();
  });

  test('a paste never rounds an amount up', () => {
    expect(pastedAmount('0.99999999999', 2)).toBe('0.99');
  });
});

describe('the arrow keys', () => {
  test('change the amount by exactly one step up or down', () => {
    expect(steppedAmount('0.1', '0.2', 1)).toBe('0.3');
    expect(steppedAmount('64182.4', '0.1', -1)).toBe('64182.3');
    expect(steppedAmount('', '0.00001', 1)).toBe('0.00001');
    expect(steppedAmount('9007199254740993', '1', 1)).toBe('9007199254740994');
  });

  test('never make the amount negative', () => {
    expect(steppedAmount('0.05', '0.1', -1)).toBe('0.00');
  });
});

test('leaving an amount field completes a partial number', () => {
  expect(['1.', '.5', '007', '', '.', '0.10'].map(settledAmount)).toEqual(['1', '0.5', '7', '', '', '0.10']);
});

test('an amount of zero, or an incomplete one, does not count as positive', () => {
  expect(['', '0', '0.00', '.', '1', '0.01', '.5'].map(isPositiveAmount)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('after any input, an amount field contains a plain decimal within its precision', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,kKmM -e') }), fc.nat(8), (raw, decimals) => {
      const typed = typedAmount(raw, decimals);
      if (typed === undefined) return;
      expect(typed).toMatch(/^\d*\.?\d*$/);
      expect((typed.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
    }),
  );
});

test('a single separator before three digits is that of thousands if the reader uses the other for decimals', () => {
  expect(pastedAmount('12.345', 8, ',')).toBe('12345');
  expect(pastedAmount('12,345', 8, ',')).toBe('12.345');
  expect(pastedAmount('12.345', 8, '.')).toBe('12.345');
  expect(pastedAmount('12,345', 8, '.')).toBe('12345');
  expect(pastedAmount('0.345', 8, ',')).toBe('0.345');
  expect(pastedAmount('1234.567', 8, ',')).toBe('1234.567');
});

test('a formatted amount survives copy and paste in every number format', () => {
  const amount = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999 }), fc.nat(3));
  const locales = {
    'en-US': '.',
    ja: '.',
    'es-MX': '.',
    'de-DE': ',',
    'vi-VN': ',',
    'es-ES': ',',
    'fr-FR': ',',
  } as const;
  fc.assert(
    fc.property(amount, ([whole, fraction, decimals]) => {
      const digits = String(fraction).padStart(3, '0').slice(0, decimals);
      const plain = decimals === 0 ? String(whole) : `${whole}.${digits}`;
      for (const [locale, sign] of Object.entries(locales)) {
        const shown = new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        });
        const text = shown.format(plain as Intl.StringNumericLiteral);
        expect(pastedAmount(text, 8, sign), `${text} in ${locale}`).toBe(plain);
      }
    }),
  );
});
