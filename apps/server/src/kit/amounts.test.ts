import { describe, expect, test } from 'vitest';
import { readPrice, readSize, readUnits } from './amounts.ts';
import { ApiError } from './api-error.ts';
import type { Instrument } from './instruments.ts';

const steps = { tick: { coefficient: 5, scale: 1 }, lot: { coefficient: 1, scale: 5 } } as Instrument;

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof ApiError ? { code: error.code, ...error.parameters } : error;
  }
};

describe('parsing amounts', () => {
  test.each([
    ['60000.5', 120_001],
    ['0.5', 1],
    ['60000.4', { code: 'price_off_tick', tick: '0.5' }],
    ['60000.55', { code: 'excess_decimals', decimals: '1' }],
    ['0', { code: 'price_required' }],
    ['007', { code: 'malformed_amount' }],
    ['9999999999999999', { code: 'exceeds_range' }],
  ])('the price %s is read as %o', (text, expected) => {
    expect(codeOf(() => readPrice(text, steps))).toEqual(expected);
  });

  test.each([
    ['0.00001', 1],
    ['0.00000', { code: 'amount_required' }],
    ['0.000001', { code: 'excess_decimals', decimals: '5' }],
    ['9999999999999999', { code: 'exceeds_range' }],
  ])('the size %s is read as %o', (text, expected) => {
    expect(codeOf(() => readSize(text, steps))).toEqual(expected);
  });

  test.each([
    ['1.25', 1_250_000],
    ['1.2500000', { code: 'excess_decimals', decimals: '6' }],
    ['0', { code: 'amount_required' }],
  ])('%s USDT is read as %o', (text, expected) => {
    expect(codeOf(() => readUnits(text, { scale: 6 }))).toEqual(expected);
  });
});
