import type { StaffRole } from '@vitrine/contract';
import type { SessionHeaders } from '../kit/session-token.ts';

/** The session of a staff member, always signed in with a second factor. */
export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly expiresAtMs: number;
  /** The time from which this member of staff may request and decide approvals. */
  readonly decidesFromMs: number;
  /**
   * How the session was sent: as a cookie (the Origin of requests that change something is then checked) or as a bearer
   * token.
   */
  readonly by: 'cookie' | 'bearer';
}

export const STAFF_COOKIE = '__Host-vitrine-console';

export interface StaffHeaders extends SessionHeaders {
  /** `1` if a page polls without the user's action. Such a call does not extend the session. */
  readonly 'x-background'?: string | string[] | undefined;
}

/** Authentication of staff. */
export interface StaffSessions {
  authenticate(headers: StaffHeaders): Promise<StaffSession | 'none' | 'expired'>;
}
