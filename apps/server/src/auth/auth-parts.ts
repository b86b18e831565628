import type { AttemptLimits } from '../kit/attempt-limits.ts';
import type { Notices } from '../notifications/notices.ts';
import type { Accounts } from './accounts.ts';
import type { Clients } from './clients.ts';
import type { OneTimeCodes } from './codes/codes.ts';
import type { OneTimeTokens } from './codes/one-time-tokens.ts';
import type { IdentityParts } from './identity.ts';
import type { AccountPasswords } from './passwords/account-passwords.ts';
import type { SecurityEvents } from './security/security-events.ts';
import type { SessionStore } from './session/session-store.ts';

/** Dependencies shared by the ways to sign in and the parts of the security center. */
export interface AuthParts extends IdentityParts {
  readonly sessions: SessionStore;
  readonly clients: Clients;
  readonly passwords: AccountPasswords;
  readonly limits: AttemptLimits;
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  readonly tokens: OneTimeTokens;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
}
