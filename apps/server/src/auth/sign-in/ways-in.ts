import type { SecurityEventKind } from '@vitrine/contract';
import type { Pool } from 'pg';
import { oneLine, quoted } from '../../notifications/mail/mails.ts';

/** What is no older than that may be a thief’s. */
export const RECENT_DAYS = 30;

/** Something that opens an account without its password. */
export interface WayIn {
  readonly kind: 'passkey' | 'google' | 'wallet';
  /** The passkey's name, the Google account's e-mail address or the wallet's address. */
  readonly label: string;
}

export interface WaysIn {
  readonly ended: readonly WayIn[];
  readonly standing: readonly WayIn[];
}

/**
 * Ends what was added in the last 30 days. Whoever resets a password was locked out or fears for the account: what a
 * thief has added opens it no longer, and what its owner has added just now is soon added again.
 */
export async function endRecentWaysIn(database: Pick<Pool, 'query'>, personId: string): Promise<WaysIn> {
  const { rows: ended } = await database.query<WayIn>(
    `with passkeys as (
       delete from passkey where person_id = $1 and created_at > now() - make_interval(days => ${RECENT_DAYS}) returning name),
     connections as (
       delete from connection where person_id = $1 and connected_at > now() - make_interval(days => ${RECENT_DAYS})
       returning provider, label)
     select 'passkey' as kind, name as label from passkeys union all select provider, label from connections`,
    [personId],
  );
  const { rows: standing } = await database.query<WayIn>(
    `select 'passkey' as kind, name as label from passkey where person_id = $1
     union all select provider, label from connection where person_id = $1`,
    [personId],
  );
  return { ended, standing };
}

/** How the record of events calls it. */
export const endedEvent: Readonly<Record<WayIn['kind'], SecurityEventKind>> = {
  passkey: 'passkey_removed',
  google: 'google_disconnected',
  wallet: 'wallet_disconnected',
};

export const inWords = ({ kind, label }: WayIn): string =>
  ({
    passkey: `the passkey ${quoted(label)}`,
    google: `the Google account ${oneLine(label)}`,
    wallet: `the wallet ${oneLine(label)}`,
  })[kind];
