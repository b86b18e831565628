import type { RestrictionKind } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

export type ClientState = 'active' | 'restricted' | 'frozen';

/** A client in a list, unmasked: the caller must mask personal data. */
export interface ListedClient {
  readonly uid: string;
  readonly owner: OwnerId;
  readonly email: string;
  readonly name: string;
  readonly restrictions: readonly RestrictionKind[];
  readonly isVerified: boolean;
  readonly joinedAtMs: number;
  /** 0 if the client has never signed in. */
  readonly signedInAtMs: number;
}

interface ListedRow {
  readonly unique_id: string;
  readonly owner: string;
  readonly email: string;
  readonly name: string;
  readonly kinds: RestrictionKind[];
  readonly is_verified: boolean;
  readonly created_at: Date;
  readonly signed_in_at: Date | null;
}

const SHORTEST_PHONE_PART = 4;

/**
 * SQL condition for clients that match a search. $1 is the search text, $2 a LIKE pattern of it, $3 its digits as the
 * beginning of a UID, and $4 its digits as part of a phone number. Each subquery uses its own index: a text search
 * finds the rows that contain all trigrams of the search text, and compares these rows in full.
 */
const named = `owner in (
  select owner from person join client on client.person_id = person.id
  where trigrams(person.email) @> trigrams($1) and folded(person.email) like folded($2)
  union all select owner from profile where trigrams(name) @> trigrams($1) and folded(name) like folded($2)
  union all select owner from client where $3 <> '' and unique_id like $3 || '%'
  union all select owner from client
  where $4 <> '' and trigrams(mobile_number) @> trigrams($4) and mobile_number like '%' || $4 || '%')`;
/**
 * SQL condition that matches all clients. It uses the same placeholders as `named`, so that the same values can be
 * bound with and without a search text.
 */
const anybody = `$1 || $2 || $3 || $4 is not null`;

/** Finds clients for operators. */
export class ClientDirectory {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * The clients whose UID begins with the search text, or whose email, name or (from four digits on) phone number
   * contains it; without a search text, all clients. Newest first.
   */
  async find(filter: { readonly search?: string; readonly state?: ClientState; readonly limit: number }) {
    const text = (filter.search ?? '').trim();
    const digits = text.replace(/[\s()+.-]/g, '');
    const isNumber = /^\d+$/.test(digits);
    const { rows } = await this.#pool.query<ListedRow>(
      `with found as (
         select client.unique_id, client.owner, client.created_at, person.email, coalesce(profile.name, '') as name,
           client.verified_at is not null as is_verified,
           (select coalesce(array_agg(kind order by kind), '{}') from restriction
            where restriction.owner = client.owner and ended_at is null) as kinds
         from client join person on person.id = client.person_id left join profile using (owner)
         where ${text === '' ? anybody : named})
       select found.*, (select max(at) from security_event
         where security_event.owner = found.owner and kind = 'signed_in') as signed_in_at
       from found where $5::text is null or $5 = case when 'freeze' = any(kinds) then 'frozen'
         when kinds <> '{}' then 'restricted' else 'active' end
       order by owner desc limit $6`,
      [
        text,
        `%${text.replace(/[\\%_]/g, '\\$&')}%`,
        isNumber ? digits : '',
        isNumber && digits.length >= SHORTEST_PHONE_PART ? digits : '',
        filter.state ?? null,
        filter.limit,
      ],
    );
    return rows.map(
      (row): ListedClient => ({
        uid: row.unique_id,
        owner: Number(row.owner),
        email: row.email,
        name: row.name,
        restrictions: row.kinds,
        isVerified: row.is_verified,
        joinedAtMs: row.created_at.getTime(),
        signedInAtMs: row.signed_in_at?.getTime() ?? 0,
      }),
    );
  }
}

export const stateOf = (restrictions: readonly RestrictionKind[], isFrozen: boolean): ClientState => {
  if (isFrozen || restrictions.includes('freeze')) return 'frozen';
  return restrictions.length > 0 ? 'restricted' : 'active';
};
