import { describe, expect, test } from 'vitest';
import { errorOf, visibleError } from './errors.ts';
import { emptyTransfer, reduceTransfer } from './reducer.ts';
import { summarise } from './summary.ts';
import type { TransferContext } from './types.ts';

const context: TransferContext = {
  SPOT: new Map([['BTC', '1.50000000']]),
  FUTURE: new Map([['BTC', '0.25000000']]),
  FUNDING: new Map([['BTC', '0.00000000']]),
};
const form = { ...emptyTransfer(), amount: '0.5' };

test('the form starts with a transfer of BTC from the spot to the futures wallet, or as preselected by the wallet’s card', () => {
  expect(emptyTransfer()).toEqual({ from: 'SPOT', to: 'FUTURE', coin: 'BTC', amount: '' });
  expect(emptyTransfer({ coin: 'eth', type: 'FUNDING' })).toMatchObject({ to: 'FUNDING', coin: 'ETH' });
});

describe('choosing wallets', () => {
  test('the two wallets are never the same: choosing the other side’s wallet swaps them', () => {
    expect(reduceTransfer(form, { type: 'from', wallet: 'FUTURE' })).toMatchObject({ from: 'FUTURE', to: 'SPOT' });
    expect(reduceTransfer(form, { type: 'to', wallet: 'SPOT' })).toMatchObject({ from: 'FUTURE', to: 'SPOT' });
    expect(reduceTransfer(form, { type: 'to', wallet: 'FUNDING' })).toMatchObject({ from: 'SPOT', to: 'FUNDING' });
    expect(reduceTransfer(form, { type: 'swap' })).toMatchObject({ from: 'FUTURE', to: 'SPOT', amount: '0.5' });
  });

  test('choosing another coin clears the amount', () => {
    expect(reduceTransfer(form, { type: 'coin', coin: 'ETH' })).toMatchObject({ coin: 'ETH', amount: '' });
  });
});

test('the summary shows exactly what both wallets have afterwards', () => {
  const { available, left, there, decimals } = summarise(form, context);
  expect([available, left?.toFixed(), there?.toFixed(), decimals]).toEqual(['1.50000000', '1', '0.75', 8]);
  expect(summarise({ ...form, amount: '2' }, context)).toMatchObject({ left: undefined, there: undefined });
});

describe('amount errors', () => {
  test.each([
    ['SPOT', '', 'amount_required'],
    ['SPOT', '0', 'amount_required'],
    ['SPOT', '1.5', undefined],
    ['SPOT', '1.50000001', 'exceeds_spot'],
    ['FUTURE', '0.25000001', 'exceeds_future'],
    ['FUNDING', '0.00000001', 'exceeds_funding'],
  ] as const)('from %s, the amount "%s" has the error %s', (from, amount, error) => {
    const chosen = { ...form, from, to: 'SPOT' as const, amount };
    expect(errorOf(chosen, summarise(chosen, context))).toBe(error);
  });

  test('no error is shown for an empty field before it is left, nor for an unknown balance', () => {
    const empty = { ...form, amount: '' };
    expect(visibleError('amount_required', empty, false)).toBeUndefined();
    expect(visibleError('amount_required', empty, true)).toBe('amount_required');
    expect(errorOf(form, summarise(form, {}))).toBeUndefined();
  });
});
