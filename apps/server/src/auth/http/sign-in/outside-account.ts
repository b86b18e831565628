import { ApiError } from '../../../kit/api-error.ts';
import type { OutsideAccount } from '../../codes/one-time-tokens.ts';
import type { Call } from '../../services.ts';

/** The cookie for an external account that the browser has proved to own and that is not connected to a client yet. */
export const OUTSIDE_COOKIE = '__Host-vitrine-outside';
const OUTSIDE_SECONDS = 1_800;

/**
 * Sets a cookie for the external account, with which this browser can connect the account at sign-up, or at a sign-in
 * with a password.
 */
export async function rememberOutsideAccount(
  { services, setCookie }: Pick<Call, 'services' | 'setCookie'>,
  account: OutsideAccount,
): Promise<void> {
  const token = await services.access.tokens.issue('outside_account', account, OUTSIDE_SECONDS);
  setCookie(OUTSIDE_COOKIE, token, { maxAgeSeconds: OUTSIDE_SECONDS });
}

/**
 * Returns the external account that the browser has proved to own, and uses up its token; undefined if `provider` is
 * not given. Errors: outside_account_expired.
 */
export async function takeOutsideAccount(
  { services, cookie, clearCookie }: Pick<Call, 'services' | 'cookie' | 'clearCookie'>,
  provider: OutsideAccount['provider'] | undefined,
): Promise<OutsideAccount | undefined> {
  if (provider === undefined) return undefined;
  const account = await services.access.tokens.redeem('outside_account', cookie(OUTSIDE_COOKIE) ?? '');
  clearCookie(OUTSIDE_COOKIE);
  if (account?.provider !== provider) throw new ApiError('outside_account_expired');
  return account;
}
