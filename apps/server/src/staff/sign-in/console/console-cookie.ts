import type { CookieOptions } from '../../../http/handler.ts';
import { STAFF_COOKIE } from '../../../http/staff-session.ts';
import { ApiError } from '../../../kit/api-error.ts';
import { staffView } from '../../members/console/staff-view.ts';
import type { Services } from '../../services.ts';
import type { StaffSignedIn } from '../staff-sign-in.ts';

interface Reply {
  readonly services: Services;
  readonly isFromPage: boolean;
  setCookie(name: string, value: string, options?: CookieOptions): void;
}

/** Sets the new session's cookie, which the browser deletes when it closes. */
export async function enterConsole({ services, setCookie, isFromPage }: Reply, { token, member }: StaffSignedIn) {
  const session = await services.staffSessions.authenticate({ authorization: `Bearer ${token}` });
  if (typeof session === 'string') throw new ApiError('sign_in_expired');
  setCookie(STAFF_COOKIE, token);
  return { ...(isFromPage ? {} : { token }), staff: staffView(member), expires_at: session.expiresAtMs };
}
