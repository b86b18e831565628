import { expect, test } from 'vitest';
import type { Security } from '../../../lib/security.ts';
import { summarise } from './protection.ts';

const bare: Security = {
  account_password: { changed_at: 1 },
  transaction_password: { is_set: false, changed_at: 0 },
  authenticator: { is_enrolled: false },
  passkeys: 0,
  google: { is_connected: true, email: 'ada@gmail.example' },
  mobile: { is_verified: false, mobile_number: '+14155552671' },
  wallets: [],
  anti_phishing: { is_set: false, hint: '' },
  withdraw_limit: '500',
  withdraw_limit_choices: ['500', '1000', '1500'],
  one_step_withdrawal: false,
  whitelist: false,
  withdrawals_held_until: 0,
  sessions: 1,
};

test('an account with only an unverified number and a Google account counts as unprotected', () => {
  expect(summarise(bare)).toMatchObject({ active: [], next: 'secondStep' });
});

test('a passkey counts as a second factor like an authenticator', () => {
  expect(summarise({ ...bare, passkeys: 1 }).active).toEqual(['secondStep']);
  expect(summarise({ ...bare, authenticator: { is_enrolled: true } }).active).toEqual(['secondStep']);
});

test('the suggested next step is the most effective missing protection, and none if all are active', () => {
  const withPasswords = { ...bare, passkeys: 1, transaction_password: { is_set: true, changed_at: 0 } };
  expect(summarise(withPasswords).next).toBe('antiPhishing');
  const all = {
    ...withPasswords,
    anti_phishing: { is_set: true, hint: 'bl••' },
    mobile: { is_verified: true, mobile_number: '+14155552671' },
  };
  expect(summarise(all)).toMatchObject({ missing: [], next: undefined });
});
