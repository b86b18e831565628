import { describe, expect, test } from 'vitest';
import { type DualTerms, dualErrorOf, dualExample, dualFigures } from './dual-figures.ts';

const limits = { minimum_amount: '0.001', maximum_amount: '1', available: '0.5', days: 7 };
const sell: DualTerms = {
  ...limits,
  side: 'SELL_HIGH',
  decimals: 8,
  deposit: { decimals: 8 },
  other: { decimals: 6 },
  strike: '66000.000000',
  apr: '18.25',
};
const buy: DualTerms = {
  ...limits,
  side: 'BUY_LOW',
  decimals: 8,
  deposit: { decimals: 6 },
  other: { decimals: 8 },
  strike: '3200.000000',
  apr: '21.9',
};

describe('dual investment', () => {
  test('both outcomes of an offer to sell are exact', () => {
    expect(dualFigures('0.1', sell)).toEqual({ gain: '0.00035000', returned: '0.10035000', converted: '6623.100000' });
  });

  test('both outcomes of an offer to buy are exact, and rounded down', () => {
    expect(dualFigures('3000', buy)).toEqual({ gain: '12.600000', returned: '3012.600000', converted: '0.94143750' });
    expect(dualFigures('0.000001', buy).converted).toBe('0.00000000');
  });

  test('the example shows the opportunity cost of a conversion beyond the strike', () => {
    expect(dualExample('0.1', sell, dualFigures('0.1', sell))).toEqual({
      price: '69300.00',
      received: '6623.10',
      kept: '6930.00',
      loss: '306.90',
    });
    expect(dualExample('3000', buy, dualFigures('3000', buy))).toEqual({
      price: '3040.00',
      received: '2861.97',
      kept: '3000.00',
      loss: '138.03',
    });
  });

  test.each([
    ['', 'amount_required'],
    ['0.0009', 'below_minimum'],
    ['1.1', 'above_maximum'],
    ['0.6', 'above_available'],
    ['0.4', 'exceeds_balance'],
    ['0.3', undefined],
  ])('the amount %s is checked', (amount, error) => {
    expect(dualErrorOf(amount, sell, '0.3')).toBe(error);
  });
});
