import { expect, test } from 'vitest';
import { cutsOf, emptyForm, errorOf, summarise, type Terms } from './subscribe-form.ts';

const terms: Terms = {
  tiers: [
    { days: 0, apr: '3' },
    { days: 5, apr: '4.2857' },
    { days: 60, apr: '9.4286' },
  ],
  earn_items: [{ minimum_amount: '10.000000', maximum_amount: '50000.000000' }],
  initial_percent: '30',
  decimals: 6,
};
const form = emptyForm(terms);

test('the form starts with five days, and nothing accepted', () => {
  expect(form).toEqual({ days: 5, amount: '', renews: false, isAccepted: false });
});

test.each([
  ['', 'amount_required'],
  ['0.00', 'amount_required'],
  ['9.999999', 'below_minimum'],
  ['10', undefined],
  ['50000', undefined],
  ['50000.000001', 'above_maximum'],
  ['40000.5', 'exceeds_balance'],
] as const)('the amount %j gives the error %s', (amount, error) => {
  const available = amount.startsWith('4') ? '40000' : '60000';
  expect(errorOf({ ...form, amount }, terms, available)).toBe(error);
});

test('the figures match the server’s, to the last unit', () => {
  expect(summarise({ ...form, amount: '4000', days: 60 }, terms)).toEqual({
    apr: '9.4286',
    perDay: '1.033271',
    interest: '61.996273',
    returns: '4061.996273',
    atOnce: '1200.000000',
    later: '2800.000000',
  });
  expect(summarise({ ...form, amount: '4000', days: 0 }, terms)).toMatchObject({ interest: '0.328767' });
});

test('interest begins at the next 00:00 UTC that is at least a minute away', () => {
  const midnight = Date.UTC(2026, 10, 21);
  expect(cutsOf(midnight - 3_600_000, 5)).toEqual({ startMs: midnight, endMs: midnight + 5 * 86_400_000 });
  expect(cutsOf(midnight - 1, 5).startMs).toBe(midnight + 86_400_000);
});
