/** The headers that may carry a session. */
export interface SessionHeaders {
  readonly cookie?: string | undefined;
  readonly authorization?: string | undefined;
}

/**
 * The session's token and how it was sent; a bearer token takes precedence over a cookie. Undefined if there is
 * neither.
 */
export function sessionToken(
  { authorization, cookie }: SessionHeaders,
  cookieName: string,
): { readonly token: string; readonly by: 'cookie' | 'bearer' } | undefined {
  const bearer = bearerToken(authorization);
  if (bearer !== undefined) return { token: bearer, by: 'bearer' };
  const token = cookieToken(cookie, cookieName);
  return token === undefined ? undefined : { token, by: 'cookie' };
}

function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  return authorization.slice(7).trim() || undefined;
}

function cookieToken(cookie: string | undefined, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  const start = cookie.startsWith(`${name}=`) ? 0 : cookie.indexOf(`; ${name}=`);
  if (start < 0) return undefined;
  const from = cookie.indexOf('=', start) + 1;
  const end = cookie.indexOf(';', from);
  const value = cookie.slice(from, end < 0 ? undefined : end);
  try {
    return decodeURIComponent(value) || undefined;
  } catch {
    return undefined;
  }
}
