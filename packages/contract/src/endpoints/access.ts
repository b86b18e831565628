import { Type } from 'typebox';
import { defineEndpoint, newPasswordErrors } from '../endpoint.ts';
import {
  AnyCode,
  Email,
  Exact,
  Optional,
  PasskeyName,
  Password,
  RecoveryCodes,
  Success,
  TimeMs,
  WebAuthn,
  Words,
} from '../schema.ts';
import { SecondFactorAsked, SignedIn } from './account.ts';

const Token = Type.String({ minLength: 16, maxLength: 128 });
const WalletAddress = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  examples: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
});
const signature = {
  message: Type.String({ minLength: 1, maxLength: 2_000 }),
  signature: Type.String({ pattern: '^0x[0-9a-fA-F]{2,400}$', examples: [`0x${'00'.repeat(65)}`] }),
};
const Ceremony = Exact({ options: WebAuthn, token: Type.String() });
/** Confirms a change to the second factors. Once a factor is set up, one of these two is required. */
const factorProof = {
  /** An authenticator code or a recovery code. */
  code: Optional(AnyCode),
  /** A passkey's response to `passkeys/confirmation`. */
  passkey: Optional(Exact({ token: Token, response: WebAuthn })),
};
const factorErrors = ['wrong_password', 'code_mismatch', 'passkey_required', 'passkey_refused'] as const;

/**
 * No client has connected this external account. A cookie that is valid for half an hour allows the account to be
 * connected at sign-up, or at a sign-in with a password.
 */
const Unknown = Exact({
  message: Words(['UNKNOWN_ACCOUNT']),
  provider: Words(['google', 'wallet']),
  /** The email address, or the address of the wallet. */
  label: Type.String(),
  /** Whether the provider vouches for the email address, so that sign-up needs no code. */
  email_proved: Type.Boolean(),
});
/**
 * An account with this email address already exists. To connect the external account to it, sign in with that
 * account's password and set `connect`.
 */
const ConnectFirst = Exact({ message: Words(['CONNECT_FIRST']), email: Type.String() });

const forVisitors = { area: 'account', access: 'visitor' } as const;
const forClients = { area: 'security', access: 'client' } as const;

export const accessEndpoints = {
  signInMethods: defineEndpoint({
    method: 'GET',
    path: '/api/v3/sign-in-methods',
    ...forVisitors,
    errors: [],
    summary: 'The sign-in methods available besides a password.',
    response: Exact({ google: Type.Boolean(), wallet: Type.Boolean(), passkey: Type.Boolean() }),
  }),
  secondFactor: defineEndpoint({
    method: 'POST',
    path: '/api/v3/login/second-factor',
    ...forVisitors,
    onFollowers: true,
    hashesPassword: true,
    errors: ['sign_in_expired', 'code_mismatch', 'account_frozen', 'login_failed'],
    summary:
      'Completes a sign-in that returned `SECOND_FACTOR`, with the `challenge` from that response and an authenticator code or a recovery code. A challenge allows five attempts.',
    body: Exact({ challenge: Token, code: AnyCode }),
    response: SignedIn,
  }),
  sendForgotPasswordCode: defineEndpoint({
    method: 'POST',
    path: '/api/v3/forgot-password/send-code',
    ...forVisitors,
    compatGet: true,
    errors: ['email_not_found'],
    summary:
      'Emails a password reset code. The code is valid for ten minutes, and only in the browser that requested it or, for a program without cookies, only from the same IP address.',
    body: Exact({ email: Email }),
    response: Success,
  }),
  verifyForgotPasswordCode: defineEndpoint({
    method: 'POST',
    path: '/api/v3/forget-password-code/verify',
    ...forVisitors,
    compatGet: true,
    errors: ['code_mismatch'],
    wording: { code_mismatch: 'reset' },
    summary:
      'Exchanges the emailed password reset code for a token, with which `POST /api/v3/reset-password` can set a new account password once, within ten minutes.',
    body: Exact({ email: Email, code: AnyCode }),
    response: Exact({ message: Words(['success']), token: Type.String() }),
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/v3/reset-password',
    ...forVisitors,
    hashesPassword: true,
    compatGet: true,
    errors: ['reset_expired', 'password_reused', ...newPasswordErrors],
    summary:
      'Sets a new account password with the token from `POST /api/v3/forget-password-code/verify`. Ends all sessions and removes passkeys, Google accounts and wallets added in the last 30 days. For 24 hours, withdrawals are on hold, no second factor can be added, and the single-withdrawal limit cannot be raised.',
    body: Exact({ email: Email, password: Password, token: Token }),
    response: Success,
  }),
  googleRedirect: defineEndpoint({
    method: 'GET',
    path: '/api/v3/auth/google',
    ...forVisitors,
    storesEachTime: true,
    redirects: true,
    errors: ['google_unavailable', 'google_failed'],
    summary: 'Redirects the browser to Google sign-in (OpenID Connect: authorization code, PKCE, state and nonce).',
    response: Exact({}),
  }),
  googleReturn: defineEndpoint({
    method: 'GET',
    path: '/api/v3/auth/google/callback',
    ...forVisitors,
    redirects: true,
    errors: [],
    summary:
      'The target of Google’s redirect after sign-in. Redirects to /auth/callback with the username and a ticket (valid for 60 s and one use) in the fragment.',
    query: Type.Object(
      {
        state: Optional(Type.String({ maxLength: 512 })),
        code: Optional(Type.String({ maxLength: 2_048 })),
        iss: Optional(Type.String({ maxLength: 512 })),
        error: Optional(Type.String({ maxLength: 512 })),
      },
      { additionalProperties: true },
    ),
    response: Exact({}),
  }),
  googleLogin: defineEndpoint({
    method: 'POST',
    path: '/api/v3/google-login',
    ...forVisitors,
    errors: ['google_ticket', 'account_frozen', 'login_failed'],
    summary:
      'Signs in with the username and the ticket from the Google redirect. Must be called by the browser that was redirected. If no client has connected this Google account, the response is `CONNECT_FIRST` if a client with the same email address exists, and `UNKNOWN_ACCOUNT` otherwise.',
    body: Exact({ username: Type.String({ minLength: 1, maxLength: 320 }), ticket: Token }),
    response: Type.Union([SignedIn, SecondFactorAsked, Unknown, ConnectFirst]),
  }),
  walletNonce: defineEndpoint({
    method: 'POST',
    path: '/api/v3/web3-nonce',
    ...forVisitors,
    storesEachTime: true,
    errors: [],
    summary:
      'The parts of the message (EIP-4361) that a browser wallet signs to prove that it controls its address. The message can be used once, within ten minutes.',
    response: Exact({
      domain: Type.String(),
      uri: Type.String(),
      chain_id: Type.Integer(),
      nonce: Type.String(),
      issued_at: Type.String(),
      expires_at: Type.String(),
    }),
  }),
  walletLogin: defineEndpoint({
    method: 'POST',
    path: '/api/v3/web3-login',
    ...forVisitors,
    errors: ['wallet_message_invalid', 'wallet_nonce_used', 'wallet_signature_wrong', 'account_frozen', 'login_failed'],
    summary:
      'Signs in with a browser wallet: its address (`username`), the message from `POST /api/v3/web3-nonce` and its signature. If no client has connected this wallet, the response is `UNKNOWN_ACCOUNT`. Smart contract wallets are not supported, because verifying their signatures requires access to their chain.',
    body: Exact({ username: WalletAddress, ...signature }),
    response: Type.Union([SignedIn, SecondFactorAsked, Unknown]),
  }),
  passkeyChallenge: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkeys/challenge',
    ...forVisitors,
    storesEachTime: true,
    errors: [],
    summary:
      'The challenge that a passkey signs for a sign-in (`POST /api/v3/passkey-login`). It can be used once, within five minutes.',
    response: Ceremony,
  }),
  passkeyLogin: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkey-login',
    ...forVisitors,
    errors: ['passkey_refused', 'account_frozen', 'login_failed'],
    summary:
      'Signs in with a passkey: the `token` of the challenge and the browser’s WebAuthn `response`. No second factor is asked for, because a passkey is two factors in one.',
    body: Exact({ token: Token, response: WebAuthn }),
    response: SignedIn,
  }),
  passkeys: defineEndpoint({
    method: 'GET',
    path: '/api/v3/passkeys',
    ...forClients,
    errors: [],
    summary: 'The client’s passkeys. `used_at` is 0 for a passkey that has not been used to sign in yet.',
    response: Exact({
      passkeys: Type.Array(Exact({ id: Type.String(), name: Type.String(), created_at: TimeMs, used_at: TimeMs })),
    }),
  }),
  passkeyConfirmation: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkeys/confirmation',
    ...forClients,
    storesEachTime: true,
    errors: ['passkey_unknown'],
    summary:
      'The challenge that one of the client’s passkeys signs to authorize adding a passkey or an authenticator, or removing a passkey. The challenge can be used once, within five minutes, in this session only.',
    response: Ceremony,
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkeys/options',
    ...forClients,
    errors: [...factorErrors, 'too_many_passkeys', 'factors_held'],
    summary:
      'The WebAuthn options with which a device creates a passkey for `POST /api/v3/passkeys/add`; requires the account password and, if an authenticator or a passkey is set up, either `code` (an authenticator code or a recovery code) or `passkey` (a passkey’s response to the challenge from `POST /api/v3/passkeys/confirmation`).',
    body: Exact({ password: Password, ...factorProof }),
    response: Ceremony,
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkeys/add',
    ...forClients,
    errors: ['passkey_refused', 'too_many_passkeys', 'factors_held'],
    summary:
      'Adds the passkey that a device has created with the options from `POST /api/v3/passkeys/options`; `token` is the one returned with the options.',
    body: Exact({ token: Token, name: PasskeyName, response: WebAuthn }),
    response: Success,
  }),
  removePasskey: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkeys/remove',
    ...forClients,
    errors: [...factorErrors, 'passkey_unknown'],
    summary:
      'Removes a passkey; requires the account password and an existing factor: either `code` (an authenticator code or a recovery code) or `passkey` (a passkey’s response to the challenge from `POST /api/v3/passkeys/confirmation`). Puts withdrawals on hold for 24 hours. A client who has lost the device with the passkey can give an emailed code (`mailed_code`) instead of a factor; then, for 24 hours, no factor can be added and the single-withdrawal limit cannot be raised.',
    body: Exact({
      id: Type.String({ minLength: 1, maxLength: 1_500 }),
      password: Password,
      ...factorProof,
      /** An emailed code, given instead of a factor by a client who has lost the device with the passkey. */
      mailed_code: Optional(AnyCode),
    }),
    response: Success,
  }),
  sendPasskeyRemovalCode: defineEndpoint({
    method: 'POST',
    path: '/api/v3/passkeys/send-removal-code',
    ...forClients,
    errors: [],
    summary:
      'Emails the client a code for removing a passkey whose device is lost (`mailed_code` in `POST /api/v3/passkeys/remove`).',
    response: Success,
  }),
  totp: defineEndpoint({
    method: 'GET',
    path: '/api/v3/totp',
    ...forClients,
    errors: [],
    summary: 'Reports whether an authenticator is set up, and how many recovery codes are left.',
    response: Exact({ is_enrolled: Type.Boolean(), recovery_codes_left: Type.Integer({ minimum: 0 }) }),
  }),
  totpOffer: defineEndpoint({
    method: 'POST',
    path: '/api/v3/totp/offer',
    ...forClients,
    errors: [...factorErrors, 'authenticator_enrolled', 'factors_held'],
    summary:
      'A secret for an authenticator app (RFC 6238); requires the account password and, if a passkey is set up, `passkey` (a passkey’s response to the challenge from `POST /api/v3/passkeys/confirmation`). The authenticator is set up once `POST /api/v3/totp/enrol` receives a code that the app generated from this secret.',
    body: Exact({ password: Password, ...factorProof }),
    response: Exact({ uri: Type.String(), key: Type.String() }),
  }),
  totpEnrol: defineEndpoint({
    method: 'POST',
    path: '/api/v3/totp/enrol',
    ...forClients,
    errors: ['code_mismatch', 'authenticator_enrolled', 'authenticator_missing', 'factors_held'],
    summary: 'Sets up the authenticator with one of its codes. Returns recovery codes, which are shown only once.',
    body: Exact({ code: AnyCode }),
    response: RecoveryCodes,
  }),
  totpRemove: defineEndpoint({
    method: 'POST',
    path: '/api/v3/totp/remove',
    ...forClients,
    errors: ['wrong_password', 'code_mismatch', 'authenticator_missing'],
    summary:
      'Removes the authenticator; requires the account password and `code`, an authenticator code or a recovery code. Puts withdrawals on hold for 24 hours.',
    body: Exact({ password: Password, code: AnyCode }),
    response: Success,
  }),
  totpRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/v3/totp/recovery-codes',
    ...forClients,
    errors: ['wrong_password', 'code_mismatch', 'authenticator_missing'],
    summary:
      'Generates new recovery codes, which replace the old ones; requires the account password and an authenticator or recovery code.',
    body: Exact({ password: Password, code: AnyCode }),
    response: RecoveryCodes,
  }),
  connections: defineEndpoint({
    method: 'GET',
    path: '/api/v3/connections',
    ...forClients,
    errors: [],
    summary:
      'The external accounts with which the client can sign in. `label` is an email address or the address of the wallet.',
    response: Exact({
      connections: Type.Array(
        Exact({ provider: Words(['google', 'wallet']), label: Type.String(), connected_at: TimeMs }),
      ),
    }),
  }),
  beginGoogleConnection: defineEndpoint({
    method: 'POST',
    path: '/api/v3/connections/google/begin',
    ...forClients,
    errors: ['wrong_password', 'google_unavailable', 'google_failed', 'connection_exists'],
    summary: 'The URL to which the browser must be sent to connect a Google account; requires the account password.',
    body: Exact({ password: Password }),
    response: Exact({ location: Type.String() }),
  }),
  connectGoogle: defineEndpoint({
    method: 'POST',
    path: '/api/v3/connections/google',
    ...forClients,
    errors: ['google_ticket', 'connection_taken', 'connection_exists', 'too_many_wallets'],
    summary:
      'Connects a Google account as a sign-in method, with the username and the ticket from the Google redirect. Must be called by the browser that was redirected.',
    body: Exact({ username: Type.String({ minLength: 1, maxLength: 320 }), ticket: Token }),
    response: Success,
  }),
  disconnectGoogle: defineEndpoint({
    method: 'POST',
    path: '/api/v3/connections/google/remove',
    ...forClients,
    errors: ['wrong_password', 'connection_unknown'],
    summary:
      'Disconnects the Google account, which can then no longer be used to sign in; requires the account password.',
    body: Exact({ password: Password }),
    response: Success,
  }),
  connectWallet: defineEndpoint({
    method: 'POST',
    path: '/api/v3/web3-connect',
    ...forClients,
    errors: [
      'wrong_password',
      'wallet_message_invalid',
      'wallet_nonce_used',
      'wallet_signature_wrong',
      'connection_taken',
      'connection_exists',
      'too_many_wallets',
      'not_yours',
    ],
    compatGet: true,
    summary:
      'Connects a browser wallet as a sign-in method; requires its address (`web3_wallet`), the message from `POST /api/v3/web3-nonce`, the signature of the message, and the account password. `uid` may be omitted; if present, it must be the caller’s own. `provider` is ignored.',
    body: Exact({
      provider: Optional(Type.String({ maxLength: 60 })),
      uid: Optional(Type.String({ maxLength: 40 })),
      web3_wallet: WalletAddress,
      ...signature,
      password: Password,
    }),
    response: Success,
  }),
  disconnectWallet: defineEndpoint({
    method: 'POST',
    path: '/api/v3/connections/wallet/remove',
    ...forClients,
    errors: ['wrong_password', 'connection_unknown'],
    summary:
      'Disconnects a browser wallet, which can then no longer be used to sign in; requires the account password.',
    body: Exact({ address: WalletAddress, password: Password }),
    response: Success,
  }),
};
