import { expect, test } from 'vitest';
import { groupedAmount } from './grouped-amount.ts';

test.each([
  ['66513.8', '66,513.8'],
  ['1000', '1,000'],
  ['0.00012340', '0.00012340'],
  ['', ''],
  ['.', '.'],
  ['12.', '12.'],
])('the amount %s is shown as "%s" without the focus', (typed, shown) => {
  expect(groupedAmount(typed)).toBe(shown);
});
