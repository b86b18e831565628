import { expect, test } from 'vitest';
import { editedTable, networkFault } from './network-draft.ts';

const row = {
  coin: 'USDC',
  network: 'TRC20' as const,
  minimum_deposit: '1',
  credit_confirmations: 1,
  unlock_confirmations: 20,
  minimum_withdrawal: '10',
  withdrawal_fee: '1',
  sweep_above: '50',
  deposits_open: true,
  withdrawals_open: true,
};
const other = { ...row, network: 'ERC20' as const };

test('a network as it is in the table is valid, and an unchanged table has the same rows', () => {
  expect(networkFault([row, other], {}, 6)).toBeUndefined();
  const table = editedTable([row, other], { 'USDC-TRC20-minimum_deposit': '1.0', 'BTC-BTC-withdrawal_fee': '2' });
  expect(table[0]).toBe(row);
  expect(table[1]).toBe(other);
});

test('only the rows in which something was typed change', () => {
  const draft = { 'USDC-ERC20-withdrawal_fee': '2.50', 'USDC-ERC20-unlock_confirmations': '64' };
  const table = editedTable([row, other], draft);
  expect(table[0]).toBe(row);
  expect(table[1]).toEqual({ ...other, withdrawal_fee: '2.5', unlock_confirmations: 64 });
});

test.each([
  ['withdrawal_fee', '', 'amountMissing'],
  ['minimum_deposit', '0.0000001', 'amountDecimals'],
  ['minimum_withdrawal', '1', 'minimumBelowFee'],
  ['credit_confirmations', '0', 'countRange'],
  ['unlock_confirmations', '1001', 'countRange'],
  ['credit_confirmations', '21', 'unlockedBeforeCredit'],
])('%s of %j is reported as %s', (field, typed, text) => {
  const fault = networkFault([row], { [`USDC-TRC20-${field}`]: typed }, 6);
  expect(fault?.text).toBe(text);
});

test('until the decimals of the coin are known, amounts may have any number of decimals', () => {
  expect(networkFault([row], { 'USDC-TRC20-minimum_deposit': '0.0000001' }, undefined)).toBeUndefined();
});
