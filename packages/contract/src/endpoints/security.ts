import { Type } from 'typebox';
import { defineEndpoint, newPasswordErrors } from '../endpoint.ts';
import { device, Exact, Optional, Password, RowId, Success, TimeMs, WholeUsdt, Words } from '../schema.ts';
import { securityEventKinds } from '../security-events.ts';

const Code = Type.String({ minLength: 1, maxLength: 12, examples: ['123456'] });
const MobileNumber = Type.String({ minLength: 1, maxLength: 24, examples: ['+14155552671'] });

/** Whether something is connected, in the specification's words. */
const Connected = Words(['Verified', 'Unverified']);

const forClients = { area: 'security', access: 'client' } as const;

export const securityEndpoints = {
  security: defineEndpoint({
    method: 'GET',
    path: '/api/v3/security',
    ...forClients,
    errors: [],
    summary: 'The account’s current security settings.',
    response: Exact({
      account_password: Exact({ changed_at: TimeMs }),
      /** `changed_at` is 0 if the password was never changed since it was first set. */
      transaction_password: Exact({ is_set: Type.Boolean(), changed_at: TimeMs }),
      authenticator: Exact({ is_enrolled: Type.Boolean() }),
      passkeys: Type.Integer({ minimum: 0 }),
      google: Exact({ is_connected: Type.Boolean(), email: Type.String() }),
      mobile: Exact({ is_verified: Type.Boolean(), mobile_number: Type.String() }),
      wallets: Type.Array(Exact({ address: Type.String(), connected_at: TimeMs })),
      /** `hint` is the code with all but its first two characters hidden. */
      anti_phishing: Exact({ is_set: Type.Boolean(), hint: Type.String() }),
      withdraw_limit: WholeUsdt,
      /** The limits to choose from, in ascending order. */
      withdraw_limit_choices: Type.Array(WholeUsdt),
      /** A higher limit that was chosen but has not taken effect yet. */
      withdraw_limit_next: Optional(Exact({ limit: WholeUsdt, from: TimeMs })),
      one_step_withdrawal: Type.Boolean(),
      whitelist: Type.Boolean(),
      /** The time until which withdrawals are on hold after a security change; 0 if there is no hold. */
      withdrawals_held_until: TimeMs,
      sessions: Type.Integer({ minimum: 0 }),
    }),
  }),
  securityEvents: defineEndpoint({
    method: 'GET',
    path: '/api/v3/security-events',
    ...forClients,
    errors: [],
    summary: 'The account’s security events, newest first. For the next page, send `next_before` as `before`.',
    query: Exact({
      before: Optional(RowId),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: Exact({
      events: Type.Array(
        Exact({
          id: RowId,
          at: TimeMs,
          kind: Words(securityEventKinds),
          details: Type.Record(Type.String(), Type.String()),
          ...device,
        }),
      ),
      next_before: Optional(RowId),
    }),
  }),
  sessions: defineEndpoint({
    method: 'GET',
    path: '/api/v3/sessions',
    ...forClients,
    errors: [],
    summary:
      'The account’s active sessions, with the device, IP address, sign-in time and expiry of each. The calling session is first.',
    response: Exact({
      sessions: Type.Array(
        Exact({
          id: Type.String(),
          signed_in_at: TimeMs,
          expires_at: TimeMs,
          is_current: Type.Boolean(),
          ...device,
        }),
      ),
    }),
  }),
  endSession: defineEndpoint({
    method: 'POST',
    path: '/api/v3/sessions/end',
    ...forClients,
    errors: ['unknown_session'],
    summary: 'Ends one of the client’s own sessions immediately.',
    body: Exact({ session_id: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: Success,
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/api/v3/sessions/end-others',
    ...forClients,
    errors: [],
    summary: 'Ends all other sessions of the client immediately.',
    response: Exact({ message: Words(['success']), ended: Type.Integer({ minimum: 0 }) }),
  }),
  sendPasswordCode: defineEndpoint({
    method: 'POST',
    path: '/api/v2/get-code-for-password',
    ...forClients,
    compatGet: true,
    errors: [],
    summary: 'Emails the code required to change the account password.',
    response: Success,
  }),
  updatePassword: defineEndpoint({
    method: 'POST',
    path: '/api/v2/update-password',
    aliases: ['/api/v3/update-password'],
    ...forClients,
    compatGet: true,
    errors: [...newPasswordErrors, 'code_mismatch'],
    summary:
      'Changes the account password: ends all other sessions and puts withdrawals on hold for 24 hours. Changes nothing and returns `dont_match` if the old password is wrong, or `same_previous_password` if the new one is the current password or one of the five before it.',
    body: Exact({ oldLoginPassword: Password, password: Password, verification_code: Code }),
    response: Exact({ message: Words(['saved', 'dont_match', 'same_previous_password']) }),
  }),
  updateTransactionPassword: defineEndpoint({
    method: 'POST',
    path: '/api/v3/update-transaction-password',
    ...forClients,
    compatGet: true,
    errors: [...newPasswordErrors, 'transaction_password_missing'],
    summary:
      'Changes the transaction password: orders then require the new one, and withdrawals are on hold for 24 hours. Changes nothing and returns `dont_match` if the old password is wrong, or `same_previous_password` if the new one is the current transaction password or one of the five before it.',
    body: Exact({ oldTransactionPassword: Password, transactionPassword: Password }),
    response: Exact({ message: Words(['saved', 'dont_match', 'same_previous_password']) }),
  }),
  sendTransactionPasswordCode: defineEndpoint({
    method: 'POST',
    path: '/api/v3/forgot-transaction-password/send-code',
    ...forClients,
    errors: ['transaction_password_missing'],
    summary: 'Emails the code required to replace a forgotten transaction password.',
    response: Success,
  }),
  resetTransactionPassword: defineEndpoint({
    method: 'POST',
    path: '/api/v3/reset-transaction-password',
    ...forClients,
    errors: [...newPasswordErrors, 'transaction_password_missing', 'wrong_password', 'code_mismatch'],
    summary:
      'Replaces a forgotten transaction password; requires an emailed code and the account password. Puts withdrawals on hold for 24 hours. Changes nothing and returns `same_previous_password` if the new one is the current transaction password or one of the five before it.',
    body: Exact({ password: Password, transactionPassword: Password, verification_code: Code }),
    response: Exact({ message: Words(['saved', 'same_previous_password']) }),
  }),
  linkedAccounts: defineEndpoint({
    method: 'GET',
    path: '/api/v3/bind-accounts',
    ...forClients,
    errors: [],
    summary: 'The account’s connections: Google, Apple (not supported yet), and the mobile number.',
    response: Exact({
      gmail: Exact({ status: Connected, email: Type.String() }),
      apple: Exact({ status: Connected, email: Type.String() }),
      mobile: Exact({ status: Connected, mobile_number: Type.String() }),
    }),
  }),
  sendMobileCode: defineEndpoint({
    method: 'POST',
    path: '/api/v3/sendSMSCode',
    ...forClients,
    compatGet: true,
    errors: ['phone_invalid', 'wrong_password'],
    summary:
      'Sends a text message with the code for connecting a mobile number to the account; requires the account password. A number without + is treated as a US number.',
    body: Exact({
      type: Words(['REGISTER']),
      mobile_number: MobileNumber,
      /** The account password. */
      password: Optional(Type.String({ maxLength: 128 })),
    }),
    response: Success,
  }),
  connectMobile: defineEndpoint({
    method: 'POST',
    path: '/api/v3/verify-mobile',
    ...forClients,
    compatGet: true,
    errors: ['phone_invalid', 'code_mismatch', 'mobile_taken'],
    summary: 'Verifies a mobile number with the code sent to it and connects it to the account.',
    body: Exact({ verification_code: Code, mobile_number: MobileNumber }),
    response: Success,
  }),
  sendAntiPhishingCode: defineEndpoint({
    method: 'POST',
    path: '/api/v3/get-code/anti-phishing',
    ...forClients,
    compatGet: true,
    errors: [],
    summary: 'Emails the code required to set an anti-phishing code.',
    response: Success,
  }),
  setAntiPhishing: defineEndpoint({
    method: 'POST',
    path: '/api/v3/anti-phishing',
    ...forClients,
    compatGet: true,
    errors: ['anti_phishing_invalid', 'code_mismatch'],
    summary:
      'Sets the anti-phishing code. Emails to the client then include it, except answers to support requests sent without signing in.',
    body: Exact({
      anti_phishing_code: Type.String({ minLength: 1, maxLength: 64, examples: ['blueheron7'] }),
      verification_code: Code,
    }),
    response: Success,
  }),
  setSingleWithdrawalLimit: defineEndpoint({
    method: 'POST',
    path: '/api/v3/update-withdraw-limit',
    ...forClients,
    compatGet: true,
    errors: ['withdraw_limit_unknown', 'wrong_password', 'code_mismatch', 'factors_held'],
    summary:
      'Sets the limit for a single withdrawal without an authenticator or passkey, in USDT: one of `withdraw_limit_choices`. A lower limit takes effect immediately; a higher one requires the account password and, if an authenticator is set up, one of its codes (`code`), and takes effect after 24 hours. `effective_at` is the time from which the new limit applies; 0 if immediately.',
    body: Exact({
      withdraw_limit: WholeUsdt,
      /** The account password, required to raise the limit. */
      password: Optional(Type.String({ maxLength: 128 })),
      /** An authenticator code, required to raise the limit if an authenticator is set up. */
      code: Optional(Type.String({ maxLength: 32 })),
    }),
    /** `effective_at`: when the limit takes effect; 0 if immediately. */
    response: Exact({ message: Words(['saved']), effective_at: TimeMs }),
  }),
};
