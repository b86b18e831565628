import { describe, expect, test } from 'vitest';
import type { InvestCoins } from './invest-data.ts';
import {
  emptyForm,
  errorOf,
  leastAmount,
  partText,
  pastQuery,
  runsFor,
  sharesOf,
  termsOf,
  withCoin,
} from './plan-form.ts';

const coins = {
  coins: [
    { name: 'BTC', minimum: '5' },
    { name: 'ETH', minimum: '5' },
  ],
  lists: [
    { list: 'POS', coins: ['ETH', 'SOL', 'BNB'] },
    { list: 'POW', coins: [] },
  ],
} as unknown as InvestCoins;
const form = { ...emptyForm, amount: '100' };
const portfolio = { ...form, kind: 'portfolio' } as const;

describe('a plan’s form', () => {
  test('sends only the fields that its cycle and kind use', () => {
    expect(termsOf(form)).toEqual({
      coins: [{ name: 'BTC', percent: 100 }],
      amount: '100',
      cycle: 'Daily',
      hour: 0,
      use_flexible: false,
    });
    expect(termsOf({ ...form, kind: 'linked', cycle: 'Weekly', weekday: 3, name: ' Core ' })).toEqual({
      name: 'Core',
      list: 'POS',
      amount: '100',
      cycle: 'Weekly',
      weekday: 3,
      hour: 0,
      use_flexible: false,
    });
    expect(pastQuery({ ...portfolio, cycle: '4 Hours' })).toEqual({
      coins: 'BTC:60,ETH:40',
      amount: '100',
      cycle: '4 Hours',
    });
    expect(pastQuery({ ...form, cycle: 'Monthly', day: 31 })).toMatchObject({ day: 31, hour: 0 });
  });

  test('reports what is wrong', () => {
    expect(errorOf(form, coins)).toBeUndefined();
    expect(errorOf({ ...form, amount: '0.' }, coins)).toBe('amount_required');
    expect(errorOf({ ...form, amount: '4.99' }, coins)).toBe('below_minimum');
    expect(errorOf({ ...portfolio, amount: '12.49' }, coins)).toBe('below_minimum');
    expect(errorOf({ ...portfolio, amount: '12.5' }, coins)).toBeUndefined();
    expect(errorOf({ ...portfolio, shares: [{ name: 'BTC', percent: 99 }] }, coins)).toBe('weights');
    expect(errorOf({ ...form, kind: 'linked', list: 'POW' }, coins)).toBe('no_coins');
  });

  test('computes parts, the minimum amount and how long a balance lasts', () => {
    expect(partText('200', 25)).toBe('50.00');
    expect(leastAmount(portfolio, coins)).toBe('12.50');
    expect(sharesOf({ ...form, kind: 'linked' }, coins)).toHaveLength(3);
    expect(runsFor('25480.12', '200')).toBe(127);
    expect(runsFor('25480.12', '')).toBe(0);
    expect(withCoin([{ name: 'BTC', percent: 70 }], 'ETH')[1]).toEqual({ name: 'ETH', percent: 30 });
    expect(withCoin([{ name: 'BTC', percent: 100 }], 'ETH')[1]).toEqual({ name: 'ETH', percent: 1 });
  });
});
