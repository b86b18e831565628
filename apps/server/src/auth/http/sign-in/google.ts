import { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Call, Handler } from '../../services.ts';
import { rememberOutsideAccount } from './outside-account.ts';
import { deviceOf, signInResponse } from './signed-in.ts';

/**
 * The cookie that binds a redirect to Google to one browser. SameSite is Lax because the cookie must be sent when the
 * browser returns from another site.
 */
export const WAY_COOKIE = '__Host-vitrine-way';
const WAY_SECONDS = 600;

/** Returns the URL to which to redirect the browser, and sets a cookie that binds the sign-in to that browser. */
export async function departToGoogle(
  { services, origin, setCookie }: Pick<Call, 'services' | 'origin' | 'setCookie'>,
  personId?: string,
): Promise<string> {
  const redirectUri = origin + endpoints.googleReturn.path;
  const { location, browser } = await services.access.google.depart(redirectUri, personId);
  setCookie(WAY_COOKIE, browser, { maxAgeSeconds: WAY_SECONDS, sameSite: 'Lax' });
  return location;
}

export const googleRedirect: Handler<'googleRedirect'> = async (call) => {
  call.redirect(await departToGoogle(call));
  return {};
};

const PAGE = '/auth/callback';

/**
 * Handles the browser's return from Google. An expected error is passed to a page, too, because the browser would show
 * a JSON error as plain text.
 */
export const googleReturn: Handler<'googleReturn'> = async ({ services, query, cookie, redirect }) => {
  const { state = '', code, iss, error } = query;
  const lead = (fields: Record<string, string>) => {
    // The fields are in the fragment, which only the page can read: it appears in no request, log or referrer.
    redirect(`${PAGE}#${new URLSearchParams(fields)}`);
    return {};
  };
  if (code === undefined) return lead({ error: error === 'access_denied' ? 'denied' : 'google_failed' });
  try {
    const back = await services.access.google.arrive(state, code, cookie(WAY_COOKIE), iss);
    const { username, ticket, isConnecting } = back;
    return lead({ username, ticket, ...(isConnecting ? { connect: 'google' } : {}) });
  } catch (fault) {
    if (fault instanceof ApiError) return lead({ error: fault.code });
    throw fault;
  }
};

export const googleLogin: Handler<'googleLogin'> = async (call) => {
  const { services, body, cookie, clearCookie } = call;
  const { google, connections, signIns } = services.access;
  const account = await google.redeem(body.ticket, body.username, cookie(WAY_COOKIE), undefined);
  clearCookie(WAY_COOKIE);
  const person = await connections.provedBy(account);
  if (person !== undefined) return signInResponse(call, await signIns.admit(person, 'google', deviceOf(call)));
  await rememberOutsideAccount(call, account);
  const { provedEmail, label } = account;
  // Control of the mailbox must not be enough to enter an existing account. To connect the Google account, the client
  // must sign in with the account password once.
  if (provedEmail !== undefined && (await services.accounts.exists(provedEmail))) {
    return { message: 'CONNECT_FIRST', email: provedEmail };
  }
  return { message: 'UNKNOWN_ACCOUNT', provider: 'google', label, email_proved: provedEmail !== undefined };
};
