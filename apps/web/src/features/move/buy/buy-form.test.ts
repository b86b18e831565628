import { describe, expect, test } from 'vitest';
import { inCurrency, isAmount, isOf, startingForm } from './buy-form.ts';

describe('the initial form', () => {
  test('has US dollars and no amount, or the link’s currency and amount', () => {
    expect(startingForm({})).toEqual({ currency: 'USD', amount: '' });
    expect(startingForm({ currency: 'php', amount: '5000.5' })).toEqual({ currency: 'PHP', amount: '5000.5' });
  });

  test('never has a currency or an amount that cannot be paid', () => {
    expect(startingForm({ currency: 'EUR', amount: '1e9' })).toEqual({ currency: 'USD', amount: '' });
    expect(startingForm({ currency: 'USD', amount: '1.001' })).toEqual({ currency: 'USD', amount: '' });
    expect(startingForm({ currency: 'VND', amount: '100000.50' })).toEqual({ currency: 'VND', amount: '100000' });
  });
});

test('choosing a currency with fewer decimals cuts the extra decimals off the amount', () => {
  expect(inCurrency({ currency: 'USD', amount: '100.55' }, 'VND')).toEqual({ currency: 'VND', amount: '100' });
  expect(inCurrency({ currency: 'USD', amount: '100.5' }, 'SGD')).toEqual({ currency: 'SGD', amount: '100.5' });
  expect(inCurrency({ currency: 'USD', amount: '' }, 'VND').amount).toBe('');
});

test('only a complete number above zero counts as an amount', () => {
  expect(['0', '0.00', '', '.', '5.'].map(isAmount)).toEqual([false, false, false, false, false]);
  expect(['5', '0.01'].map(isAmount)).toEqual([true, true]);
});

test('a quote of 100.00 is also a quote of 100, but only in its currency', () => {
  expect(isOf({ currency: 'USD', amount: '100.00' }, { currency: 'USD', amount: '100' })).toBe(true);
  expect(isOf({ currency: 'USD', amount: '100.00' }, { currency: 'SGD', amount: '100' })).toBe(false);
  expect(isOf({ currency: 'USD', amount: '100.00' }, { currency: 'USD', amount: '1000' })).toBe(false);
});
