import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, parseDecimal } from './decimal.ts';
import { formatPrice, formatSize, lotStep, parsePrice, parseSize, tickStep } from './steps.ts';
import { assetUnits, priceTicks, sizeLots } from './units.ts';

describe('parseDecimal', () => {
  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1e3',
    '1E3',
    '.5',
    '5.',
    '01',
    '00',
    '1,5',
    '0x10',
    '1.2.3',
    'NaN',
    'Infinity',
    '１',
    '1\n',
    '1_000',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text, 8)).toBeUndefined();
  });

  test('refuses excess decimals even when they are zeros, and values above 2^53 - 1', () => {
    expect(parseDecimal('1.10', 1)).toBeUndefined();
    expect(parseDecimal('1.0', 0)).toBeUndefined();
    expect(parseDecimal('9007199254740991', 0)).toBe(9007199254740991);
    expect(parseDecimal('9007199254740992', 0)).toBeUndefined();
    expect(parseDecimal('90071992547.40993', 5)).toBeUndefined();
    expect(parseDecimal('9'.repeat(400), 0)).toBeUndefined();
  });

  test('parses every text that formatDecimal writes', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(18), (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
      }),
    );
  });

  test('an accepted text has the value that it shows', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-e+ ') }), fc.nat(8), (text, scale) => {
        const value = parseDecimal(text, scale);
        if (value === undefined) return;
        const [units, decimals = ''] = text.split('.');
        expect(BigInt(value)).toBe(BigInt(units + decimals.padEnd(scale, '0')));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('formatDecimal', () => {
  test.each([
    [0, 0, '0'],
    [0, 8, '0.00000000'],
    [5, 1, '0.5'],
    [-5, 2, '-0.05'],
    [123456, 3, '123.456'],
  ])('writes %d at scale %d as %s', (value, scale, text) => {
    expect(formatDecimal(value, scale)).toBe(text);
  });
});

describe('ticks and lots', () => {
  test('BTC/USDT: tick 0.1 and lot 0.00001 make one quote unit', () => {
    const tick = tickStep(assetUnits(1), assetUnits(1000), 8, 6);
    const lot = lotStep(assetUnits(1000), 8);
    expect(tick).toEqual({ coefficient: 1, scale: 1 });
    expect(lot).toEqual({ coefficient: 1, scale: 5 });
    expect(parsePrice('60000.1', tick)).toBe(600001);
    expect(parsePrice('60000.15', tick)).toBeUndefined();
    expect(formatPrice(priceTicks(600001), tick)).toBe('60000.1');
    expect(parseSize('0.00001', lot)).toBe(1);
    expect(formatSize(sizeLots(123), lot)).toBe('0.00123');
  });

  test('a tick may be finer than the quote unit and need not be a power of ten', () => {
    expect(tickStep(assetUnits(1), assetUnits(10_000_000), 2, 6)).toEqual({ coefficient: 1, scale: 11 });
    const half = tickStep(assetUnits(5), assetUnits(1000), 8, 6);
    expect(half).toEqual({ coefficient: 5, scale: 1 });
    expect(parsePrice('1.0', half)).toBe(2);
    expect(parsePrice('1.2', half)).toBeUndefined();
    expect(() => tickStep(assetUnits(1), assetUnits(3), 8, 6)).toThrow(RangeError);
  });
});
