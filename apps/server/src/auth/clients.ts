import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Core, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { membershipLevel } from '../settings/fee-tiers.ts';
import { normaliseEmail } from './email.ts';
import { normalisePhone } from './phone.ts';

export type ClientView = ResponseOf<typeof endpoints.accountClient>['client'];

/** A client as stored in the tables. */
export interface ClientRecord {
  readonly personId: string;
  readonly owner: OwnerId;
  readonly uniqueId: string;
  readonly email: string;
  readonly mobileNumber: string;
  readonly provider: string;
  /** An Argon2id hash; undefined if the client has set none. */
  readonly transactionPassword: string | undefined;
  /** Whether the client's identity is verified. */
  readonly isVerified: boolean;
  /** When the account password was last replaced, as a text that is only compared for equality; empty if never. */
  readonly accountPasswordAt: string;
  /** Why withdrawals are on hold; empty if they are not. */
  readonly withdrawalsHeld: string;
}

/**
 * The person who authenticated. The statement that identifies the person also reads `accountPasswordAt`, so that a
 * replacement of the password during the sign-in is detected.
 */
export type ProvedPerson = Pick<ClientRecord, 'personId' | 'accountPasswordAt'>;

/** The SQL expression for `accountPasswordAt`, for queries that include the table `client`. */
export const ACCOUNT_PASSWORD_AT = "coalesce(extract(epoch from client.account_password_changed_at)::text, '')";

interface ClientRow {
  readonly person_id: string;
  readonly owner: string;
  readonly unique_id: string;
  readonly email: string;
  readonly mobile_number: string;
  readonly provider: string;
  readonly transaction_password: string | null;
  readonly is_verified: boolean;
  readonly account_password_at: string;
  readonly held: string;
}

const select = `select client.person_id, client.owner, client.unique_id, person.email, client.mobile_number, client.provider,
  client.transaction_password, client.verified_at is not null as is_verified,
  ${ACCOUNT_PASSWORD_AT} as account_password_at,
  coalesce(
    (select reason from restriction
     where restriction.owner = client.owner and restriction.kind = 'withdraw' and ended_at is null),
    case when client.withdrawals_held_until > now() then client.withdrawals_held_reason else '' end) as held
  from client join person on person.id = client.person_id`;

/** Finds clients, and shows an account as its owner sees it. */
export class Clients {
  readonly #pool: Pool;
  readonly #core: () => Core;

  constructor(pool: Pool, core: () => Core) {
    this.#pool = pool;
    this.#core = core;
  }

  byPerson(personId: string): Promise<ClientRecord | undefined> {
    return this.#one('where client.person_id = $1', personId);
  }

  byEmail(text: string): Promise<ClientRecord | undefined> {
    return this.#one('where person.email = $1', normaliseEmail(text) ?? '');
  }

  /** Finds a client by a verified mobile number: an unverified one cannot be used to sign in. */
  byMobileNumber(text: string): Promise<ClientRecord | undefined> {
    return this.#one(
      'where client.mobile_number = $1 and client.mobile_verified_at is not null',
      normalisePhone(text) ?? '',
    );
  }

  isFrozen({ owner }: ClientRecord): boolean {
    return this.#core().isFrozen(owner);
  }

  view(client: ClientRecord, tradingUnlockedUntilMs: number): ClientView {
    const { owner, uniqueId, email, withdrawalsHeld } = client;
    return {
      id: uniqueId,
      status: this.isFrozen(client) ? 'FREEZE_ACCOUNT' : 'ACTIVE',
      email,
      membership_level: membershipLevel(this.#core().feeTier(owner).tier),
      mobile_number: client.mobileNumber,
      user: {
        account_status: client.isVerified ? 'Verified' : 'Unverified',
        email,
        user_unique_id: uniqueId,
        provider: client.provider,
      },
      withdraw_transfer_status: withdrawalsHeld === '' ? 'ALLOWED' : 'NOT_ALLOWED',
      withdraw_restriction: withdrawalsHeld,
      has_transaction_password: client.transactionPassword !== undefined,
      trading_unlocked_until: tradingUnlockedUntilMs,
    };
  }

  async #one(where: string, value: string): Promise<ClientRecord | undefined> {
    const { rows } = await this.#pool.query<ClientRow>(`${select} ${where}`, [value]);
    return rows[0] && toRecord(rows[0]);
  }
}

const toRecord = (row: ClientRow): ClientRecord => ({
  personId: row.person_id,
  owner: Number(row.owner),
  uniqueId: row.unique_id,
  email: row.email,
  mobileNumber: row.mobile_number,
  provider: row.provider,
  transactionPassword: row.transaction_password ?? undefined,
  isVerified: row.is_verified,
  accountPasswordAt: row.account_password_at,
  withdrawalsHeld: row.held,
});
