import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { CHOSEN_WITHDRAW_LIMIT } from '../auth/security/single-withdrawal-limit.ts';
import { type OpenSession, openSessions } from '../auth/session/open-sessions.ts';
import { ApiError } from '../kit/api-error.ts';
import { countingPhotos, statusesOf } from '../kyc/kyc.ts';
import { overallStatus } from '../kyc/proof.ts';

export type KycState = 'none' | 'incomplete' | 'waiting' | 'refused' | 'verified';

/** The data known about a client, unmasked. A value that the client has not given is empty or 0. */
export interface ClientFile {
  readonly uid: string;
  readonly owner: OwnerId;
  readonly personId: string;
  readonly email: string;
  readonly phone: string;
  readonly isPhoneVerified: boolean;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly birthday: string;
  readonly address: string;
  readonly openedBy: string;
  readonly referral: string;
  readonly joinedAtMs: number;
  readonly verifiedAtMs: number;
  readonly idType: string;
  readonly hasTransactionPassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly recoveryCodesLeft: number;
  readonly hasAntiPhishingCode: boolean;
  /** In whole USDT; undefined if the client has chosen none. */
  readonly withdrawLimit: number | undefined;
  readonly withdrawalsHeldUntilMs: number;
  readonly withdrawalsHeldReason: string;
}

interface FileRow {
  readonly unique_id: string;
  readonly owner: string;
  readonly person_id: string;
  readonly email: string;
  readonly mobile_number: string;
  readonly mobile_verified_at: Date | null;
  readonly name: string | null;
  readonly birthday: string | null;
  readonly address: string | null;
  readonly provider: string;
  readonly referral: string;
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly id_type: string | null;
  readonly has_transaction_password: boolean;
  readonly has_authenticator: boolean;
  readonly recovery_codes: number;
  readonly has_anti_phishing_code: boolean;
  readonly withdraw_limit: number | null;
  readonly held_until: Date | null;
  readonly held_reason: string;
}

export interface ClientPasskey {
  readonly name: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

export interface OutsideAccount {
  readonly provider: 'google' | 'wallet';
  readonly label: string;
  readonly connectedAtMs: number;
}

/** Reads a client's data from the tables. */
export class ClientFiles {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The data of the client with this UID. Errors: unknown_client. */
  async of(uid: string): Promise<ClientFile> {
    const { rows } = await this.#pool.query<FileRow>(
      `select client.unique_id, client.owner, client.person_id, person.email, client.mobile_number,
         client.mobile_verified_at, profile.name, to_char(profile.date_of_birth, 'YYYY-MM-DD') as birthday,
         profile.address, client.provider, client.referral, client.created_at, client.verified_at, kyc_case.id_type,
         client.transaction_password is not null as has_transaction_password,
         exists (select from authenticator
           where authenticator.person_id = client.person_id and enrolled_at is not null) as has_authenticator,
         (select count(*)::int from recovery_code where recovery_code.person_id = client.person_id) as recovery_codes,
         client.anti_phishing_code is not null as has_anti_phishing_code, ${CHOSEN_WITHDRAW_LIMIT} as withdraw_limit,
         case when client.withdrawals_held_until > now() then client.withdrawals_held_until end as held_until,
         case when client.withdrawals_held_until > now() then client.withdrawals_held_reason else '' end as held_reason
       from client join person on person.id = client.person_id
       left join profile using (owner) left join kyc_case using (owner)
       where client.unique_id = $1`,
      [uid],
    );
    if (rows[0] === undefined) throw new ApiError('unknown_client');
    return toFile(rows[0]);
  }

  async kycState({ owner, verifiedAtMs }: ClientFile): Promise<KycState> {
    if (verifiedAtMs !== 0) return 'verified';
    const photos = await countingPhotos(this.#pool, owner);
    if (photos.length === 0) return 'none';
    const overall = overallStatus(statusesOf(photos));
    if (overall === 'none') return 'incomplete';
    return overall === 'refused' ? 'refused' : 'waiting';
  }

  /** The client's sessions, newest first. */
  sessions({ personId }: ClientFile): Promise<OpenSession[]> {
    return openSessions(this.#pool, personId);
  }

  async passkeys({ personId }: ClientFile): Promise<ClientPasskey[]> {
    const { rows } = await this.#pool.query<{ name: string; created_at: Date; used_at: Date | null }>(
      'select name, created_at, used_at from passkey where person_id = $1 order by created_at',
      [personId],
    );
    return rows.map(({ name, created_at, used_at }) => ({
      name,
      createdAtMs: created_at.getTime(),
      usedAtMs: used_at?.getTime() ?? 0,
    }));
  }

  /** The Google accounts and wallets connected to an account, in the order in which they were connected. */
  async outsideAccounts({ personId }: ClientFile): Promise<OutsideAccount[]> {
    const { rows } = await this.#pool.query<{ provider: 'google' | 'wallet'; label: string; connected_at: Date }>(
      'select provider, label, connected_at from connection where person_id = $1 order by connected_at, subject',
      [personId],
    );
    return rows.map(({ provider, label, connected_at }) => ({
      provider,
      label,
      connectedAtMs: connected_at.getTime(),
    }));
  }
}

const toFile = (row: FileRow): ClientFile => ({
  uid: row.unique_id,
  owner: Number(row.owner),
  personId: row.person_id,
  email: row.email,
  phone: row.mobile_number,
  isPhoneVerified: row.mobile_verified_at !== null,
  name: row.name ?? '',
  birthday: row.birthday ?? '',
  address: row.address ?? '',
  openedBy: row.provider,
  referral: row.referral,
  joinedAtMs: row.created_at.getTime(),
  verifiedAtMs: row.verified_at?.getTime() ?? 0,
  idType: row.id_type ?? '',
  hasTransactionPassword: row.has_transaction_password,
  hasAuthenticator: row.has_authenticator,
  recoveryCodesLeft: row.recovery_codes,
  hasAntiPhishingCode: row.has_anti_phishing_code,
  withdrawLimit: row.withdraw_limit ?? undefined,
  withdrawalsHeldUntilMs: row.held_until?.getTime() ?? 0,
  withdrawalsHeldReason: row.held_reason,
});
