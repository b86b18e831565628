import type { CookieOptions } from '../../../http/handler.ts';
import { STAFF_COOKIE } from '../../../http/staff-session.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { staffView } from '../../members/console/staff-view.ts';
import type { StaffCredentials } from '../../members/staff-members.ts';
import type { Services } from '../../services.ts';
import type { StaffSignedIn } from '../staff-sign-in.ts';

/** The cookie that identifies a browser that has signed in before. */
export const DEVICE_COOKIE = '__Host-vitrine-console-device';
const DEVICE_SECONDS = 400 * 86_400;

interface Reply {
  readonly services: Services;
  readonly isFromPage: boolean;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options?: CookieOptions): void;
}

/**
 * Sets the new session's cookie, which the browser deletes when it closes, and the cookie that identifies the browser
 * from then on.
 */
export async function enterConsole(
  { services, cookie, setCookie, isFromPage }: Reply,
  { token, member }: StaffSignedIn,
) {
  const session = await services.staffSessions.authenticate({ authorization: `Bearer ${token}` });
  if (typeof session === 'string') throw new ApiError('sign_in_expired');
  setCookie(STAFF_COOKIE, token);
  if (services.staff.devices.idOf(member, cookie(DEVICE_COOKIE)) === undefined)
    rememberBrowser({ services, setCookie }, member);
  return { ...(isFromPage ? {} : { token }), staff: staffView(member), expires_at: session.expiresAtMs };
}

/** Sets the cookie that identifies the browser as the member's until their password changes. */
export function rememberBrowser(
  { services, setCookie }: Pick<Reply, 'services' | 'setCookie'>,
  member: StaffCredentials,
): void {
  setCookie(DEVICE_COOKIE, services.staff.devices.issue(member), { maxAgeSeconds: DEVICE_SECONDS });
}
