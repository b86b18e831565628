import type { Calls } from '@vitrine/contract';
import { ApiError, call } from './api.ts';
import { keepOutsideAccount } from './outside-account.ts';
import { type Client, type Freeze, showFrozenNotice } from './session.ts';

type SignInResponse =
  | Calls['POST /api/v3/login']['response']
  | Calls['POST /api/v3/google-login']['response']
  | Calls['POST /api/v3/web3-login']['response'];

/** The outcome of a first factor. */
export type FirstFactor =
  | { readonly kind: 'signedIn'; readonly client: Client }
  | { readonly kind: 'secondFactor'; readonly challenge: string }
  /** The external account is not connected to any client: the user can sign up with it. */
  | { readonly kind: 'unknown' }
  /** An account with this email address exists: the user must enter its password to connect the external account. */
  | { readonly kind: 'connectFirst'; readonly email: string };

/** Reads the response to a sign-in, and stores the external account for the page that connects it. */
export function readFirstFactor(answer: SignInResponse): FirstFactor {
  if ('client' in answer) return { kind: 'signedIn', client: answer.client };
  if (answer.message === 'SECOND_FACTOR') return { kind: 'secondFactor', challenge: answer.challenge };
  if (answer.message === 'CONNECT_FIRST') {
    keepOutsideAccount({ provider: 'google', label: answer.email, isProved: true });
    return { kind: 'connectFirst', email: answer.email };
  }
  keepOutsideAccount({ provider: answer.provider, label: answer.label, isProved: answer.email_proved });
  return { kind: 'unknown' };
}

/** If a sign-in was refused because the account is frozen, opens the dialog that says so and returns true. */
export function showsFrozen(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.code !== 'account_frozen') return false;
  const { reason, rule, ends_at, ticket } = failure.parameters;
  const isTold = reason !== undefined && rule !== undefined && ticket !== undefined;
  showFrozenNotice({
    from: 'signIn',
    ...(isTold && { freeze: { reason: reason as Freeze['reason'], rule, ends_at: Number(ends_at) }, ticket }),
  });
  return true;
}

/**
 * Signs in with a passkey. The code for the browser's passkey calls is loaded as a separate chunk. Throws ApiError, and
 * any error of the browser.
 */
export async function signInWithPasskey(): Promise<Client> {
  const [{ startAuthentication }, { options, token }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/v3/passkeys/challenge'),
  ]);
  const response = await startAuthentication({ optionsJSON: options as unknown as PasskeyQuestion });
  const { client } = await call('POST /api/v3/passkey-login', { body: { token, response: { ...response } } });
  return client;
}

export type PasskeyQuestion = Parameters<
  typeof import('@simplewebauthn/browser').startAuthentication
>[0]['optionsJSON'];

/** Browsers create and use passkeys only for domain names, not for IP addresses. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether the user cancelled the browser's passkey dialog, or the dialog timed out. */
export const isPasskeyRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError';
