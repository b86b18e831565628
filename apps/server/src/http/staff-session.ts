import type { StaffRole } from '@vitrine/contract';
import type { SessionHeaders } from '../kit/session-token.ts';

/** The session of someone who runs the exchange. Signed in with a second factor, always. */
export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly expiresAtMs: number;
  /** From when their requests and approvals count. */
  readonly decidesFromMs: number;
  /** Whether it came by cookie (then the Origin of a changing request is checked) or as a bearer token. */
  readonly by: 'cookie' | 'bearer';
}

export const STAFF_COOKIE = '__Host-vitrine-console';

export interface StaffHeaders extends SessionHeaders {
  /** `1` where a page asks by itself, without a person at work: such a call keeps no idle session alive. */
  readonly 'x-background'?: string | string[] | undefined;
}

/** Which member of staff is asking. */
export interface StaffSessions {
  authenticate(headers: StaffHeaders): Promise<StaffSession | 'none' | 'expired'>;
}
