import type { Call } from '../services.ts';

/**
 * The session cookie of clients; its value is the session's signed token. `request-call.ts` sets the cookie's
 * attributes, and `session-life.ts` determines when the session ends.
 */
export const SESSION_COOKIE = '__Host-vitrine';

export const setSessionCookie = (
  { setCookie }: Pick<Call, 'setCookie'>,
  { token, maxAgeSeconds }: { readonly token: string; readonly maxAgeSeconds: number },
): void => setCookie(SESSION_COOKIE, token, { maxAgeSeconds });

export const clearSessionCookie = ({ clearCookie }: Pick<Call, 'clearCookie'>): void => clearCookie(SESSION_COOKIE);
