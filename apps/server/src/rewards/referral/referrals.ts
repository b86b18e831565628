import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { dayOf } from './fold-fees.ts';
import type { Programmes } from './programmes.ts';

/** Excludes characters that look alike: 0, 1, I and O. */
const CODE = /^[2-9A-HJ-NP-Z]{6}$/;

/**
 * SQL expression: a referral's fees of the days before `today` (a UTC day). Fees of the current day are excluded,
 * because they would reveal individual trades of the friend to the inviter.
 */
export const CLOSED_FEES = (today: string): string =>
  `(r.fee_units - case when r.open_day >= ${today}::integer then r.open_units else 0 end)`;

interface Parts {
  readonly pool: Pool;
  readonly programmes: Programmes;
  /** The units of one USDT. */
  readonly wholeUnits: () => number;
  readonly clock: () => number;
  readonly position: () => number;
}

/** A friend as the inviter sees them. */
export interface Friend {
  readonly friend: OwnerId;
  readonly firstLetter: string;
  readonly programme: number;
  readonly joinedMs: number;
  readonly verifiedMs: number | undefined;
  readonly bonusMs: number | undefined;
  /** Fees of closed days, in whole USDT. */
  readonly feeUnits: number;
  readonly commissionUnits: number;
  readonly creditUnits: number;
  readonly waitingUnits: number;
}

/** Referral codes, and who invited whom. */
export class Referrals {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The client's code, assigned by a database trigger. */
  async codeOf(owner: OwnerId): Promise<string> {
    const { rows } = await this.#parts.pool.query<{ code: string }>(
      'select code from referral_codes where owner = $1',
      [owner],
    );
    if (rows[0] === undefined) throw new Error(`client ${owner} has no referral code`);
    return rows[0].code;
  }

  /** Whether a new client could use this code. */
  async isKnown(text: string): Promise<boolean> {
    const { pool, programmes } = this.#parts;
    return (await programmes.current())?.isOpen === true && (await this.#inviterOf(pool, text)) !== undefined;
  }

  /**
   * Links a new client to the owner of the code they entered, in the transaction that opens the account. An unknown
   * code is ignored. The code of a frozen client is accepted like any other, so as not to reveal who is frozen; the
   * inviter's payments stay pending.
   */
  async link(transaction: PoolClient, friend: OwnerId, text: string): Promise<void> {
    const { programmes, clock, position } = this.#parts;
    const inviter = await this.#inviterOf(transaction, text);
    if (inviter === undefined || inviter >= friend) return;
    const programme = await programmes.current(transaction);
    if (programme?.isOpen !== true) return;
    await transaction.query('insert into referrals (friend, inviter, programme, joined_ms) values ($1, $2, $3, $4)', [
      friend,
      inviter,
      programme.version,
      clock(),
    ]);
    for (const owner of [inviter, friend]) await beginFold(transaction, owner, position());
  }

  /** The share of this client's fees (ppm) that their inviter gets; undefined without an inviter. */
  async inviterShareOf(owner: OwnerId): Promise<number | undefined> {
    const { rows } = await this.#parts.pool.query<{ commission_ppm: number }>(
      'select commission_ppm from referrals r join referral_programmes p on p.version = r.programme where friend = $1',
      [owner],
    );
    return rows[0]?.commission_ppm;
  }

  /** The client's friends, newest first; `before` is the cursor, a friend. */
  async friendsOf(
    inviter: OwnerId,
    { before, limit }: { readonly before?: number; readonly limit: number },
  ): Promise<Friend[]> {
    const { rows } = await this.#parts.pool.query<Record<string, string | null>>(
      `select r.*, ${CLOSED_FEES('$4')} as closed_units, left(person.email, 1) as letter,
         coalesce((select sum(c.units - c.revoked_units) from fee_credits c
           where c.friend = r.friend and c.owner = r.inviter and c.state = 'granted'), 0) as credit_units,
         coalesce((select sum(c.units) from fee_credits c
           where c.friend = r.friend and c.owner = r.inviter and c.state = 'waiting'
             and not exists (select from referral_holds h where h.friend = r.friend and h.state = 'denied')), 0) as waiting_units
       from referrals r join client on client.owner = r.friend join person on person.id = client.person_id
       where r.inviter = $1 and ($2::bigint is null or r.friend < $2) order by r.friend desc limit $3`,
      [inviter, before ?? null, limit, this.#today()],
    );
    return rows.map((row) => ({
      friend: Number(row.friend),
      firstLetter: row.letter ?? '',
      programme: Number(row.programme),
      joinedMs: Number(row.joined_ms),
      verifiedMs: row.verified_ms === null ? undefined : Number(row.verified_ms),
      bonusMs: row.bonus_ms === null ? undefined : Number(row.bonus_ms),
      feeUnits: this.#shown(row.closed_units),
      commissionUnits: Number(row.chosen_units),
      creditUnits: Number(row.credit_units),
      waitingUnits: Number(row.waiting_units),
    }));
  }

  /** Totals over all friends of a client. Fees are totals of the displayed amounts. */
  async totals(inviter: OwnerId) {
    const { rows } = await this.#parts.pool.query<Record<string, string>>(
      `select count(*) as friends, count(verified_ms) as verified,
         coalesce(sum(div(${CLOSED_FEES('$2')}, $3::bigint)), 0) * $3::bigint as fee_units,
         coalesce(sum(chosen_units), 0) as commission_units from referrals r where inviter = $1`,
      [inviter, this.#today(), this.#parts.wholeUnits()],
    );
    const row = rows[0] ?? {};
    return {
      friends: Number(row.friends),
      verified: Number(row.verified),
      feeUnits: Number(row.fee_units),
      commissionUnits: Number(row.commission_units),
    };
  }

  #today(): number {
    return dayOf(this.#parts.clock());
  }

  /** Fees as displayed, in whole USDT. */
  #shown(closedUnits: string | null | undefined): number {
    const units = Number(closedUnits);
    return units - (units % this.#parts.wholeUnits());
  }

  async #inviterOf(database: Pick<Pool, 'query'>, text: string): Promise<OwnerId | undefined> {
    const code = text.trim().toUpperCase();
    if (!CODE.test(code)) return undefined;
    const { rows } = await database.query<{ owner: string }>('select owner from referral_codes where code = $1', [
      code,
    ]);
    return rows[0] && Number(rows[0].owner);
  }
}

/** Starts processing this client's fees after `position`, unless they are already processed. Earlier fees are ignored. */
export async function beginFold(transaction: PoolClient, owner: OwnerId, position: number): Promise<void> {
  await transaction.query('insert into fee_folds (owner, position) values ($1, $2) on conflict do nothing', [
    owner,
    position,
  ]);
}
