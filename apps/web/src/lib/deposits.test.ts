import { expect, test } from 'vitest';
import { ownDeposit } from './deposits.ts';
import { ownWithdrawal } from './withdrawals.ts';

const onBoth = {
  id: 7,
  coin: 'USDT',
  network: 'TRC20',
  txid: '',
  explorer_url: '',
  is_internal: false,
  position: 0,
} as const;

test('a deposit is described in plain words; none of the specification’s terms remain', () => {
  const deposit = ownDeposit({
    ...onBoth,
    recharge_amount: '5.000000',
    recharge_status: 'APPROVED',
    confirmations: 20,
    credit_confirmations: 1,
    unlock_confirmations: 20,
    address: 'T1',
    wallet: 'Spot Wallet',
    date: 1,
    response_time: 2,
    image: '',
  });
  expect(deposit).toMatchObject({ ...onBoth, amount: '5.000000', status: 'completed' });
  expect(JSON.stringify(deposit)).not.toMatch(/recharge|APPROVED/);
});

test('a withdrawal is described in plain words too', () => {
  const withdrawal = ownWithdrawal({
    ...onBoth,
    client_wallet: { coin: { name: 'USDT', full_name: 'Tether', image: '' } },
    withdraw_address: 'T1',
    address_label: 'Cold wallet',
    withdraw_amount: '10.000000',
    gasfee: '1.000000',
    received_amount: '9.000000',
    value_usdt: '10.000000',
    state: 'FREEZE',
    stage: 'checking',
    application_time: 1,
    date: 2,
    approvals_needed: 0,
    approvals: 0,
    confirmations: 0,
    confirmations_needed: 20,
    may_cancel: true,
    refusal_reason: '',
    refusal_note: '',
  });
  const words = { address: 'T1', amount: '10.000000', fee: '1.000000', arrives: '9.000000', state: 'restricted' };
  expect(withdrawal).toMatchObject({ ...onBoth, ...words, requested_at: 1 });
  expect(JSON.stringify(withdrawal)).not.toMatch(/withdraw_|gasfee|received|application|FREEZE/);
});
