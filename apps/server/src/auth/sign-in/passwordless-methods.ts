import type { SecurityEventKind } from '@vitrine/contract';
import type { Pool } from 'pg';

/** Sign-in methods that were added within this many days may be an attacker's. */
export const RECENT_DAYS = 30;

/** A sign-in method that needs no password. */
export interface PasswordlessMethod {
  readonly kind: 'passkey' | 'google' | 'wallet';
  /** The passkey's name, the Google account's email address or the wallet's address. */
  readonly label: string;
}

export interface RemovedMethods {
  readonly removed: readonly PasswordlessMethod[];
  readonly remaining: readonly PasswordlessMethod[];
}

/**
 * Removes the methods that were added in the last 30 days. People reset a password because they are locked out or fear
 * a takeover. This removes whatever an attacker may have added, and the owner can easily add a removed method again.
 */
export async function removeRecentMethods(database: Pick<Pool, 'query'>, personId: string): Promise<RemovedMethods> {
  const { rows: removed } = await database.query<PasswordlessMethod>(
    `with passkeys as (
       delete from passkey where person_id = $1 and created_at > now() - make_interval(days => ${RECENT_DAYS}) returning name),
     connections as (
       delete from connection where person_id = $1 and connected_at > now() - make_interval(days => ${RECENT_DAYS})
       returning provider, label)
     select 'passkey' as kind, name as label from passkeys union all select provider, label from connections`,
    [personId],
  );
  const { rows: remaining } = await database.query<PasswordlessMethod>(
    `select 'passkey' as kind, name as label from passkey where person_id = $1
     union all select provider, label from connection where person_id = $1`,
    [personId],
  );
  return { removed, remaining };
}

/** The security event recorded for a removal. */
export const removalEvent: Readonly<Record<PasswordlessMethod['kind'], SecurityEventKind>> = {
  passkey: 'passkey_removed',
  google: 'google_disconnected',
  wallet: 'wallet_disconnected',
};
