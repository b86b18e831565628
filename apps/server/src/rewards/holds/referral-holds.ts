import { HOLD_DAYS, HOLD_WEIGHT, type ReferralSignal, referralSignals, signalWords } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../../kit/attempt-limits.ts';
import type { Instruments } from '../../kit/instruments.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { RewardFund } from '../fund/reward-fund.ts';
import { revokeCredits } from '../referral/revoke-credits.ts';
import { findSignals } from './find-signals.ts';
import { type Hold, type HoldRow, SELECT_HOLDS, toHold } from './hold-row.ts';

const DAY_MS = 86_400_000;
/** How long the result of a signal check is valid, even before a payment. */
const FRESH_MS = 3_600_000;
const MOST_AT_ONCE = 100;
const LEAST_LETTERS = 10;
/** Objections per client and day. */
const OBJECTIONS: AttemptLimit = { name: 'referral objection', attempts: 10, windowSeconds: 86_400 };

interface Parts {
  readonly pool: Pool;
  readonly fund: RewardFund;
  readonly instruments: Instruments;
  readonly notices: Notices;
  readonly limits: Pick<AttemptLimits, 'count'>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface CheckRow {
  readonly friend: string;
  readonly inviter: string;
}

/**
 * Holds on the payments of a referral, placed if signals indicate that inviter and friend may be the same person. A
 * referral is checked before each of its payments, and once a day. Both parties see the reason and the end date, and
 * may object until then. A hold without an objection ends in a denial; with one, it lasts until an operator has
 * decided. A denial takes one person; a release, which pays, takes two. A released referral is held again only if its
 * signals weigh more than those that were decided on.
 */
export class ReferralHolds {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Checks referrals that can be paid and were last checked more than a day ago, and expires holds without objections.
   * Accounts that were merely opened are skipped, so that they do not delay the relevant ones. Never throws.
   */
  async run(): Promise<void> {
    const { pool, clock, log } = this.#parts;
    const failed = (error: unknown) => log.error({ err: error }, 'checking referral signals failed, will retry');
    try {
      const unchecked = await pool.query<CheckRow>(
        `select friend, inviter from referrals where signals_ms < $1 and (verified_ms is not null or fee_units > 0)
         order by signals_ms limit ${MOST_AT_ONCE}`,
        [clock() - DAY_MS],
      );
      await oneByOne(unchecked.rows, (row) => this.#check(Number(row.inviter), Number(row.friend)), failed);
      const ending = await pool.query<{ hold_id: string }>(
        `select hold_id from referral_holds h where state = 'held' and ends_ms <= $1
           and not exists (select from referral_objections o where o.hold_id = h.hold_id)
         order by ends_ms limit ${MOST_AT_ONCE}`,
        [clock()],
      );
      await oneByOne(ending.rows, ({ hold_id }) => this.#expire(Number(hold_id)), failed);
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Whether payments of this referral are held or denied. Checks its signals first, unless they were checked within the
   * hour.
   */
  async isHeld(friend: OwnerId): Promise<boolean> {
    const { pool, clock } = this.#parts;
    const { rows } = await pool.query<CheckRow & { signals_ms: string }>(
      'select friend, inviter, signals_ms from referrals where friend = $1',
      [friend],
    );
    const [row] = rows;
    if (row === undefined) return false;
    if (Number(row.signals_ms) <= clock() - FRESH_MS) await this.#check(Number(row.inviter), friend);
    const held = await pool.query(`select from referral_holds where friend = $1 and state <> 'released'`, [friend]);
    return held.rowCount === 1;
  }

  /** The hold with this id, as operators see it. Errors: unknown_hold. */
  async one(id: number, database: Pick<Pool, 'query'> = this.#parts.pool): Promise<Hold> {
    const { rows } = await database.query<HoldRow>(`${SELECT_HOLDS} where h.hold_id = $1`, [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_hold');
    return toHold(rows[0]);
  }

  /** Open holds, those that end first at the top, or decided ones, newest first. */
  async list({ isOpen, limit }: { readonly isOpen: boolean; readonly limit: number }): Promise<Hold[]> {
    const { rows } = await this.#parts.pool.query<HoldRow>(
      `${SELECT_HOLDS} where (h.state = 'held') = $1
       order by case when $1 then h.ends_ms end, h.decided_ms desc, h.hold_id desc limit $2`,
      [isOpen, limit],
    );
    return rows.map(toHold);
  }

  async open(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ open: number }>(
      `select count(*)::int as open from referral_holds where state = 'held'`,
    );
    return rows[0]?.open ?? 0;
  }

  /** The newest hold on each of these friends' referrals, by friend. */
  async ofFriends(friends: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, Hold>> {
    if (friends.length === 0) return new Map();
    const { rows } = await this.#parts.pool.query<HoldRow>(
      `${SELECT_HOLDS} where h.friend = any($1) order by h.hold_id`,
      [friends],
    );
    return new Map(rows.map((row) => [Number(row.friend), toHold(row)]));
  }

  /**
   * Records an objection of the inviter or the friend to a hold; once each, until its end. Errors: objection_empty,
   * unknown_hold, hold_ended, objection_made, too_many_requests.
   */
  async object(owner: OwnerId, id: number, text: string): Promise<void> {
    const { pool, limits, clock } = this.#parts;
    const words = text.trim();
    if (words.length < LEAST_LETTERS) throw new ApiError('objection_empty');
    const hold = await this.one(id);
    // The error must not reveal whether a hold between other clients exists.
    if (hold.inviter !== owner && hold.friend !== owner) throw new ApiError('unknown_hold');
    await limits.count(OBJECTIONS, String(owner));
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `select from referral_holds where hold_id = $1 and state = 'held' and ends_ms > $2 for update`,
        [id, clock()],
      );
      if (rowCount !== 1) throw new ApiError('hold_ended');
      const made = await client.query(
        `insert into referral_objections (hold_id, owner, text, made_ms) values ($1, $2, $3, $4)
         on conflict (hold_id, owner) do nothing`,
        [id, owner, words, clock()],
      );
      if (made.rowCount !== 1) throw new ApiError('objection_made');
    });
  }

  /** Denies the held payments, after an objection. Errors: unknown_hold, hold_ended, no_objection. */
  deny(id: number, by: string, answer: string): Promise<void> {
    return inTransaction(this.#parts.pool, async (client) => {
      const hold = await this.#lock(client, id);
      if (hold.objections.length === 0) throw new ApiError('no_objection');
      await this.#deny(client, hold, by, answer);
    });
  }

  /** Releases the held payments, in the transaction of the approval. Errors: unknown_hold, hold_ended. */
  async release(transaction: PoolClient, id: number, by: string, answer: string): Promise<void> {
    const hold = await this.#lock(transaction, id);
    await this.#decide(transaction, hold, { state: 'released', by, answer });
  }

  async #expire(id: number): Promise<void> {
    await inTransaction(this.#parts.pool, async (client) => {
      const hold = await this.#lock(client, id);
      if (hold.endsMs <= this.#parts.clock() && hold.objections.length === 0) await this.#deny(client, hold, '', '');
    });
  }

  /** Stores the signals of a referral, and places a hold if their total weight suffices. */
  #check(inviter: OwnerId, friend: OwnerId): Promise<void> {
    const { pool, clock } = this.#parts;
    return inTransaction(pool, async (client) => {
      // Also locks the referral: two concurrent checks would both place a hold.
      await client.query('update referrals set signals_ms = $2 where friend = $1', [friend, clock()]);
      const found = await findSignals(client, inviter, friend);
      for (const signal of found)
        await client.query(
          `insert into referral_signals (friend, signal, weight, found_ms) values ($1, $2, $3, $4) on conflict do nothing`,
          [friend, signal, referralSignals[signal], clock()],
        );
      const { rows } = await client.query<{ signal: ReferralSignal; weight: number }>(
        'select signal, weight from referral_signals where friend = $1',
        [friend],
      );
      const weight = rows.reduce((sum, one) => sum + one.weight, 0);
      const reason = signalWords.find((word) => rows.some(({ signal }) => signal === word));
      if (reason !== undefined && weight >= HOLD_WEIGHT) await this.#hold(client, { inviter, friend, reason, weight });
    });
  }

  async #hold(
    client: PoolClient,
    { inviter, friend, reason, weight }: Pick<Hold, 'inviter' | 'friend' | 'reason' | 'weight'>,
  ): Promise<void> {
    const { notices, clock } = this.#parts;
    const { rowCount } = await client.query(
      `insert into referral_holds (friend, reason, weight, held_ms, ends_ms) select $1::bigint, $2, $3::integer, $4, $5
       where not exists (select from referral_holds where friend = $1 and (state <> 'released' or weight >= $3))`,
      [friend, reason, weight, clock(), clock() + HOLD_DAYS * DAY_MS],
    );
    if (rowCount !== 1) return;
    for (const owner of [inviter, friend])
      await notices.add(owner, 'referral_held', { days: String(HOLD_DAYS) }, client);
  }

  /** Locks a hold that is still undecided. */
  async #lock(client: PoolClient, id: number): Promise<Hold> {
    await client.query('select from referral_holds where hold_id = $1 for update', [id]);
    const hold = await this.one(id, client);
    if (hold.state !== 'held') throw new ApiError('hold_ended');
    return hold;
  }

  /** Denies the held payments: pending credits are not granted, and the unused part of granted ones is revoked. */
  async #deny(client: PoolClient, hold: Hold, by: string, answer: string): Promise<void> {
    const { fund, instruments } = this.#parts;
    await this.#decide(client, hold, { state: 'denied', by, answer });
    const usdt = instruments.usdt;
    if (usdt === undefined) return;
    await fund.lock(client, usdt.asset);
    // The same lock order everywhere: the older client first.
    for (const owner of [hold.inviter, hold.friend])
      await revokeCredits(client, owner, { fund, asset: usdt.asset, friend: hold.friend });
  }

  async #decide(
    client: PoolClient,
    { id, inviter, friend }: Hold,
    { state, by, answer }: Pick<Hold, 'state' | 'answer'> & { readonly by: string },
  ): Promise<void> {
    const { notices, clock } = this.#parts;
    // The decision also covers signals found during the hold.
    await client.query(
      `update referral_holds h set state = $2, decided_ms = $3, decided_by = $4, answer = $5,
         weight = greatest(weight, (select sum(s.weight) from referral_signals s where s.friend = h.friend))
       where hold_id = $1`,
      [id, state, clock(), by, answer],
    );
    const kind = state === 'released' ? 'referral_released' : 'referral_denied';
    for (const owner of [inviter, friend]) await notices.add(owner, kind, {}, client);
  }
}
