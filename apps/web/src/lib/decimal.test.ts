import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { ceilTo, floorToStep, parseDecimal, plain, trimZeros } from './decimal.ts';

describe('parsing', () => {
  it('accepts plain decimals and nothing else', () => {
    expect(parseDecimal('64180.0')?.toFixed()).toBe('64180');
    expect(parseDecimal('.5')?.toFixed()).toBe('0.5');
    expect(parseDecimal('5.')?.toFixed()).toBe('5');
    for (const text of ['', '.', '1e5', '-1', '1,5', '0x1', ' 1']) expect(parseDecimal(text)).toBeUndefined();
  });
});

it('trimming zeros drops only redundant ones', () => {
  expect(['5.000000', '0.0800', '100', '0.10', '0'].map(trimZeros)).toEqual(['5', '0.08', '100', '0.1', '0']);
});

describe('rounding', () => {
  it('floors to a step even where the quotient rounds up', () => {
    expect(floorToStep(new Big('0.09999999999999999999999'), new Big('0.00001')).toFixed()).toBe('0.09999');
    expect(floorToStep(new Big('0.3'), new Big('0.1')).toFixed()).toBe('0.3');
  });

  it('rounds fees up and keeps exact ones', () => {
    expect(ceilTo(new Big('6.3666561'), 6).toFixed()).toBe('6.366657');
    expect(ceilTo(new Big('6.366656'), 6).toFixed()).toBe('6.366656');
  });

  it('writes no exponents', () => {
    expect(plain(new Big('0.00000001'))).toBe('0.00000001');
    expect(plain(new Big('64180'), 1)).toBe('64180.0');
  });
});
