import { Type } from 'typebox';
import { defineEndpoint, newPasswordErrors } from '../endpoint.ts';
import { staffRoles } from '../roles.ts';
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

/** A member of staff, as all console users may see them. */
export const StaffView = Exact({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  roles: Type.Array(Words(staffRoles)),
});

const Ticket = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
const SixDigits = Type.String({ pattern: '^[0-9]{6}$', examples: ['123456'] });
const PasskeyOptions = Exact({ options: WebAuthn });
/** The result of the browser's `navigator.credentials`, as JSON (WebAuthn Level 3). */
const PasskeyResponse = Type.Object(
  {
    id: Type.String({ maxLength: 2_048 }),
    rawId: Type.String({ maxLength: 2_048 }),
    type: Words(['public-key']),
    response: Type.Object({ clientDataJSON: Type.String({ maxLength: 8_192 }) }, { additionalProperties: true }),
  },
  { additionalProperties: true },
);

/** The step after the password: entering the second factor, or enrolling one if there is none. */
const Step = Exact({
  next: Words(['second_factor', 'enrol']),
  /** Identifies this sign-in for ten minutes and five attempts. */
  ticket: Type.String(),
  /** Whether a passkey may be used instead of a code. */
  passkey: Type.Boolean(),
  /** To enroll: the URI that the authenticator app scans, and the key to type in if scanning is not possible. */
  otpauth: Optional(Type.String()),
  key: Optional(Type.String()),
});
/** `token` is for programs; pages use the cookie that the same response sets, and get no token. */
const SignedIn = Exact({ token: Optional(Type.String()), staff: StaffView, expires_at: TimeMs });

const beforeSignIn = { area: 'console', access: 'visitor' } as const;
const forStaff = { area: 'console', access: 'staff', roles: staffRoles } as const;

export const consoleAccessEndpoints = {
  consoleLogin: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/login',
    ...beforeSignIn,
    hashesPassword: true,
    errors: ['login_failed'],
    summary:
      'The first step of signing in to the console, with email and password. The second step is always a second factor.',
    body: Exact({ email: Email, password: Password }),
    response: Step,
  }),
  consoleSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/second-factor',
    ...beforeSignIn,
    hashesPassword: true,
    errors: ['sign_in_expired', 'code_mismatch'],
    summary:
      'The second step of signing in to the console, with an authenticator code or a recovery code. Each code works only once.',
    body: Exact({ ticket: Ticket, code: AnyCode }),
    response: SignedIn,
  }),
  consolePasskeyChallenge: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/passkey-challenge',
    ...beforeSignIn,
    errors: ['sign_in_expired', 'passkey_refused'],
    summary: 'The WebAuthn options for using a passkey as the second step of signing in to the console.',
    body: Exact({ ticket: Ticket }),
    response: PasskeyOptions,
  }),
  consolePasskeyLogin: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/passkey-login',
    ...beforeSignIn,
    errors: ['sign_in_expired', 'passkey_refused'],
    summary: 'The second step of signing in to the console, with a passkey.',
    body: Exact({ ticket: Ticket, response: PasskeyResponse }),
    response: SignedIn,
  }),
  consoleEnrol: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/enrol',
    ...beforeSignIn,
    hashesPassword: true,
    errors: ['sign_in_expired', 'code_mismatch'],
    summary:
      'Sets up the authenticator app and signs the caller in to the console. `ticket` and the key for the app are in the response to the first step of signing in; `code` is a code from the app. Returns recovery codes.',
    body: Exact({ ticket: Ticket, code: SixDigits }),
    response: Exact({ ...SignedIn.properties, ...RecoveryCodes.properties }),
  }),
  consoleWelcome: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/welcome',
    ...beforeSignIn,
    hashesPassword: true,
    errors: ['invitation_invalid', ...newPasswordErrors, 'password_mismatch'],
    summary:
      'Accepts an invitation to the console by setting a password. The next step is to set up an authenticator app.',
    body: Exact({ token: Ticket, password: Password, password_confirmation: Password }),
    response: Step,
  }),
  consoleSession: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/session',
    ...forStaff,
    audited: false,
    errors: [],
    summary:
      'The member of staff who is signed in to the console, when the session expires, and from when this person can make and approve requests.',
    response: Exact({
      staff: StaffView,
      expires_at: TimeMs,
      /** The time from which this person can make and approve requests: a day after setting up the authenticator. */
      decides_from: TimeMs,
    }),
  }),
  consoleLogout: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/logout',
    ...forStaff,
    errors: [],
    summary: 'Signs the caller out of the console: ends the current session immediately.',
    response: Success,
  }),
  consoleAccess: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/access',
    ...forStaff,
    audited: false,
    errors: [],
    summary: 'The caller’s own access: sessions, passkeys, and how many recovery codes are left.',
    response: Exact({
      sessions: Type.Array(
        Exact({
          id: Type.String(),
          ip: Type.String(),
          user_agent: Type.String(),
          created_at: TimeMs,
          seen_at: TimeMs,
          current: Type.Boolean(),
        }),
      ),
      passkeys: Type.Array(
        Exact({
          id: Type.String(),
          name: Type.String(),
          created_at: TimeMs,
          used_at: Type.Union([TimeMs, Type.Null()]),
        }),
      ),
      recovery_codes_left: Type.Integer({ minimum: 0 }),
    }),
  }),
  consoleEndSession: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/access/end-session',
    ...forStaff,
    errors: ['not_found'],
    summary: 'Ends one of the caller’s own sessions.',
    body: Exact({ id: Type.String({ maxLength: 64 }) }),
    response: Success,
  }),
  consolePasskeyOptions: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/access/passkey-options',
    ...forStaff,
    errors: ['code_mismatch'],
    summary: 'The WebAuthn options for creating a passkey for the console; requires an authenticator code.',
    body: Exact({ code: SixDigits }),
    response: PasskeyOptions,
  }),
  consoleAddPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/access/add-passkey',
    ...forStaff,
    errors: ['passkey_refused'],
    summary:
      'Adds a passkey to the caller’s console account. `response` is the browser’s WebAuthn response. The caller is notified by email.',
    body: Exact({ name: PasskeyName, response: PasskeyResponse }),
    response: Success,
  }),
  consoleRemovePasskey: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/access/remove-passkey',
    ...forStaff,
    errors: ['code_mismatch', 'not_found'],
    summary:
      'Removes one of the caller’s own passkeys; requires an authenticator code. The authenticator app stays set up. The caller is notified by email.',
    body: Exact({ id: Type.String({ maxLength: 2_048 }), code: SixDigits }),
    response: Success,
  }),
  consoleRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/access/recovery-codes',
    ...forStaff,
    errors: ['code_mismatch'],
    summary: 'Generates new recovery codes for the caller, which replace the old ones; requires an authenticator code.',
    body: Exact({ code: SixDigits }),
    response: RecoveryCodes,
  }),
  consoleChangePassword: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/access/change-password',
    ...forStaff,
    errors: ['login_failed', 'code_mismatch', ...newPasswordErrors, 'password_mismatch'],
    wording: { login_failed: 'old_password' },
    summary:
      'Changes the caller’s own password and ends their other sessions; requires the current password and an authenticator code.',
    body: Exact({ password: Password, new_password: Password, new_password_confirmation: Password, code: SixDigits }),
    response: Success,
  }),
};
