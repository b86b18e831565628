import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../files/services.ts';
import type * as kernel from '../http/handler.ts';
import type { TransactionPasswords } from '../http/session.ts';
import type { Accounts } from './accounts.ts';
import type { Access } from './identity.ts';
import type { NewPasswords } from './passwords/new-passwords.ts';
import type { Preferences } from './preferences.ts';
import type { SecurityCentre } from './security/security-centre.ts';
import type { SecurityEvents } from './security/security-events.ts';

/** The services that this module provides to its own handlers and to the modules above it. */
export interface Services extends Below {
  readonly preferences: Preferences;
  readonly transactionPasswords: TransactionPasswords;
  readonly accounts: Accounts;
  /** The ways to sign in to an account. */
  readonly access: Access;
  readonly security: SecurityCentre;
  /** The rules for new passwords. */
  readonly newPasswords: NewPasswords;
  readonly securityEvents: SecurityEvents;
  /**
   * Deletes one batch each of expired codes, tokens, sessions and attempt counters. Returns whether there may be more.
   */
  pruneExpired(): Promise<boolean>;
}

export type Call<K extends EndpointKey = EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
