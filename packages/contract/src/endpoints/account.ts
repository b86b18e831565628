import { Type } from 'typebox';
import { defineEndpoint, newPasswordErrors } from '../endpoint.ts';
import { Email, Exact, Optional, Password, Success, TimeMs, Words } from '../schema.ts';
import { RestrictionInForce } from './restrictions.ts';

export const ClientView = Exact({
  id: Type.String(),
  status: Words(['ACTIVE', 'FREEZE_ACCOUNT']),
  email: Type.String(),
  membership_level: Type.String(),
  mobile_number: Type.String(),
  user: Exact({
    account_status: Words(['Unverified', 'Verified']),
    email: Type.String(),
    user_unique_id: Type.String(),
    provider: Type.String(),
  }),
  withdraw_transfer_status: Words(['ALLOWED', 'NOT_ALLOWED']),
  withdraw_restriction: Type.String(),
  has_transaction_password: Type.Boolean(),
  /**
   * The time until which orders, conversions, transfers and changes of margin in this session need no transaction
   * password; 0 if they need it now.
   */
  trading_unlocked_until: TimeMs,
});

/**
 * `token` is for programs (Authorization: Bearer). Web pages, which are recognized by the Origin header of their
 * browsers, use the cookie that the same response sets, so that no script has to see the token.
 */
export const SignedIn = Exact({
  token: Optional(Type.String()),
  user: ClientView.properties.user,
  client: ClientView,
});

/** An authenticator is set up: the sign-in must be completed by /api/v3/login/second-factor within ten minutes. */
export const SecondFactorAsked = Exact({ message: Words(['SECOND_FACTOR']), challenge: Type.String() });

/** The provider of an external account to connect, with which this browser has just signed in. */
const Connect = Words(['google', 'wallet']);

const forClients = { area: 'account', access: 'client' } as const;
const forVisitors = { area: 'account', access: 'visitor' } as const;

export const accountEndpoints = {
  checkUsername: defineEndpoint({
    ...forVisitors,
    method: 'GET',
    path: '/api/v2/username-check',
    errors: [],
    summary:
      'Reports whether an account with the email address `username` exists. Rate-limited; the response time is the same in both cases.',
    query: Exact({ username: Type.String({ minLength: 1, maxLength: 254 }) }),
    response: Exact({ message: Words(['exist', 'not_exist']) }),
  }),
  checkMobile: defineEndpoint({
    ...forVisitors,
    method: 'GET',
    path: '/api/v2/mobile-check',
    errors: [],
    summary:
      'Reports whether an account with the phone number `username` exists; a number without + is treated as a US number. Rate-limited; the response time is the same in both cases.',
    query: Exact({ username: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: Exact({ message: Words(['exist', 'not_exist']) }),
  }),
  sendCode: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v2/send-code',
    compatGet: true,
    errors: ['email_invalid', 'email_taken'],
    summary:
      'Emails a 6-digit sign-up code. It is valid for ten minutes, and only in the browser that requested it; without cookies, only from the same IP address.',
    body: Exact({ email: Email }),
    response: Success,
  }),
  verifyCode: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v2/verify-code',
    errors: ['code_mismatch'],
    summary:
      'Checks a sign-up code. The code stays valid for `POST /api/v2/register`, but each check counts as one of the five attempts that the code allows.',
    body: Exact({ email: Email, code: Type.String({ pattern: '^[0-9]{6}$' }) }),
    response: Success,
  }),
  register: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v2/register',
    hashesPassword: true,
    errors: [
      'email_invalid',
      'phone_invalid',
      ...newPasswordErrors,
      'password_mismatch',
      'outside_account_expired',
      'connection_taken',
    ],
    summary:
      'Opens an account with the email address `username` and the emailed `code`, and sets `transaction_password` if given. `referral` is the code from an invitation link; any code is accepted and stored with the account. If this browser has just signed in with a Google account or a wallet that no client uses, `connect` makes that Google account or wallet a sign-in method of the new account; `code` is not needed if Google has verified the same email address.',
    body: Exact({
      code: Optional(Type.String({ maxLength: 12 })),
      connect: Optional(Connect),
      username: Email,
      mobile_number: Optional(Type.String({ maxLength: 24 })),
      /** The code from an invitation link. Any code is accepted and stored with the account. */
      referral: Optional(Type.String({ maxLength: 500 })),
      password: Password,
      password_confirmation: Password,
      transaction_password: Optional(Password),
    }),
    response: Exact({ message: Words(['SUCCESS', 'CODE_DOES_NOT_MATCH', 'USER_ALREADY_EXIST']) }),
  }),
  login: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v3/login',
    onFollowers: true,
    hashesPassword: true,
    errors: [
      'login_failed',
      'account_frozen',
      'outside_account_expired',
      'connection_taken',
      'connection_exists',
      'too_many_wallets',
    ],
    summary:
      'Signs in with email (`username`) and password. A program receives a `token`, which it sends as `Authorization: Bearer`; a web page receives a cookie instead. If an authenticator is set up, the response is `SECOND_FACTOR`, and `POST /api/v3/login/second-factor` completes the sign-in. If this browser has just signed in with a Google account or a wallet that no client uses, `connect` adds that Google account or wallet to this account as a sign-in method.',
    body: Exact({
      username: Type.String({ minLength: 1, maxLength: 254 }),
      password: Password,
      connect: Optional(Connect),
    }),
    response: Type.Union([SignedIn, SecondFactorAsked]),
  }),
  mobileLogin: defineEndpoint({
    ...forVisitors,
    method: 'POST',
    path: '/api/v3/mobile-login',
    onFollowers: true,
    hashesPassword: true,
    errors: ['login_failed', 'account_frozen'],
    wording: { login_failed: 'phone' },
    summary:
      'Signs in with phone number (`mobile`) and password; a number without + is treated as a US number. `username` is ignored. A program receives a `token`, a web page a cookie, as with `POST /api/v3/login`.',
    body: Exact({
      username: Optional(Type.String({ maxLength: 254 })),
      mobile: Type.String({ minLength: 1, maxLength: 40 }),
      password: Password,
    }),
    response: Type.Union([SignedIn, SecondFactorAsked]),
  }),
  logout: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/logout',
    onFollowers: true,
    errors: [],
    summary: 'Ends this session immediately.',
    response: Success,
  }),
  session: defineEndpoint({
    ...forVisitors,
    method: 'GET',
    path: '/api/v3/session',
    errors: [],
    summary: 'The signed-in client and any active restrictions; the client is null for a visitor or an ended session.',
    /** `restrictions`: the active restrictions; none for visitors. */
    response: Exact({ client: Type.Union([ClientView, Type.Null()]), restrictions: Type.Array(RestrictionInForce) }),
  }),
  accountClient: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/account-client',
    errors: [],
    summary: 'The signed-in client.',
    response: Exact({ client: ClientView, status: ClientView.properties.status }),
  }),
  clients: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/clients',
    errors: ['not_yours'],
    summary:
      'The signed-in client and whether their identity is verified. `client_id` may be omitted; an id other than the client’s own is refused.',
    query: Exact({ client_id: Optional(Type.String({ maxLength: 40 })) }),
    response: Exact({ clients: ClientView, verified: Type.Boolean() }),
  }),
  setTransactionPassword: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/set-transaction-password',
    errors: ['transaction_password_set', ...newPasswordErrors, 'password_mismatch', 'login_failed'],
    wording: { login_failed: 'old_password' },
    summary: 'Sets the first transaction password; requires the account password.',
    body: Exact({ password: Password, transaction_password: Password, transaction_password_confirmation: Password }),
    response: Success,
  }),
};
