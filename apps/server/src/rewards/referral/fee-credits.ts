import type { OwnerId } from '@vitrine/core';
import { formatDecimal, trimZeros } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { DepositHistory } from '../../custody/deposits/deposit-history.ts';
import type { Instruments } from '../../kit/instruments.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { PurchaseTable } from '../../payments/purchase-table.ts';
import type { RewardFund } from '../fund/reward-fund.ts';
import type { ReferralHolds } from '../holds/referral-holds.ts';
import { largestPaidIn } from '../paid-in.ts';
import type { Programmes, ReferralTerms } from './programmes.ts';
import { beginFold } from './referrals.ts';
import { revokeCredits } from './revoke-credits.ts';

const MOST_AT_ONCE = 200;
const HOUR_MS = 3_600_000;

type Cause = 'joined' | 'bonus';

interface Parts {
  readonly pool: Pool;
  readonly programmes: Programmes;
  readonly fund: RewardFund;
  readonly depositHistory: DepositHistory;
  readonly purchaseTable: PurchaseTable;
  readonly instruments: Instruments;
  readonly notices: Notices;
  readonly isFrozen: (owner: OwnerId) => boolean;
  readonly holds: Pick<ReferralHolds, 'isHeld'>;
  readonly clock: () => number;
  readonly position: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface Pair {
  readonly friend: OwnerId;
  readonly inviter: OwnerId;
  readonly programme: number;
  readonly joinedMs: number;
}

interface PairRow {
  readonly friend: string;
  readonly inviter: string;
  readonly programme: number;
  readonly joined_ms: string;
}

export interface CreditSums {
  readonly granted: number;
  readonly used: number;
  readonly waiting: number;
}

/**
 * Fee credits of referrals: both clients get one when the friend is verified, and another when the friend first makes a
 * large enough deposit or purchase. Credits are granted in order of their ids, once the owner is verified and not
 * frozen, the referral is not held, and the fund covers them; until then they stay pending.
 */
export class FeeCredits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Inserts, revokes and grants all credits that are due. Never throws. */
  async run(): Promise<void> {
    try {
      await this.#findVerified();
      await this.#findBonus();
      await this.#findReturned();
      await this.#grantWaiting();
    } catch (error) {
      this.#failed(error);
    }
  }

  async sums(owner: OwnerId): Promise<CreditSums> {
    const { rows } = await this.#parts.pool.query<Record<keyof CreditSums, string>>(
      `select coalesce(sum(units - revoked_units) filter (where state = 'granted'), 0) as granted,
         coalesce(sum(units) filter (where state = 'waiting' and h.held is distinct from 'denied'), 0) as waiting,
         coalesce((select used_units from fee_folds where owner = $1), 0) as used
       from (select units, revoked_units, state, friend from fee_credits where owner = $1) c
         left join lateral (select state as held from referral_holds where friend = c.friend order by hold_id desc limit 1) h
           on true`,
      [owner],
    );
    const { granted = '0', waiting = '0', used = '0' } = rows[0] ?? {};
    return { granted: Number(granted), used: Number(used), waiting: Number(waiting) };
  }

  /** Inserts the credits for friends whose identity has been verified since. */
  async #findVerified(): Promise<void> {
    for (let after = 0; ; ) {
      const { rows } = await this.#parts.pool.query<PairRow>(
        `select r.* from referrals r join client on client.owner = r.friend
         where r.verified_ms is null and client.verified_at is not null and r.friend > $1
         order by r.friend limit ${MOST_AT_ONCE}`,
        [after],
      );
      await oneByOne(rows, (row) => this.#grant(pairOf(row), 'joined'), this.#failed);
      if (rows.length < MOST_AT_ONCE) return;
      after = Number(rows.at(-1)?.friend);
    }
  }

  /** Checks referrals for the bonus, the least recently checked first. */
  async #findBonus(): Promise<void> {
    const { pool, programmes, clock, instruments } = this.#parts;
    const { rows } = await pool.query<PairRow>(
      `select * from referrals where verified_ms is not null and bonus_ms is null
       order by looked_ms, friend limit ${MOST_AT_ONCE}`,
    );
    const terms = await programmes.all();
    const check = async (row: PairRow) => {
      const pair = pairOf(row);
      const above = terms.get(pair.programme)?.bonusAboveUsdt;
      // Updated before the check, so that a failing row moves to the back.
      await pool.query('update referrals set looked_ms = $2 where friend = $1', [pair.friend, clock()]);
      if (above === undefined) return;
      const most = await largestPaidIn(this.#parts, pair.friend, pair.joinedMs, Number.MAX_SAFE_INTEGER);
      if (most > BigInt(above) * 10n ** BigInt(instruments.usdt?.scale ?? 0)) await this.#grant(pair, 'bonus');
    };
    await oneByOne(rows, check, this.#failed);
  }

  /** Finds bonuses whose purchase was refunded, reversed or lost to a dispute, and revokes their unused part. */
  async #findReturned(): Promise<void> {
    const { pool, programmes, clock, instruments } = this.#parts;
    const { rows } = await pool.query<PairRow>(
      `select * from referrals r where bonus_ms is not null and bonus_revoked_ms is null and friend in (
         select p.owner_id from payment_concerns c join purchases p using (purchase_id)
         where (c.kind in ('refunded', 'reversed') or c.is_lost) and p.created_ms >= r.joined_ms
           and (c.raised_ms >= r.looked_ms or r.looked_ms < $1))
       order by friend`,
      [clock() - HOUR_MS],
    );
    const terms = await programmes.all();
    const check = async (row: PairRow) => {
      const pair = pairOf(row);
      const above =
        BigInt(terms.get(pair.programme)?.bonusAboveUsdt ?? 0) * 10n ** BigInt(instruments.usdt?.scale ?? 0);
      await pool.query('update referrals set looked_ms = $2 where friend = $1', [pair.friend, clock() + 1]);
      // Another deposit or purchase may still qualify.
      if ((await largestPaidIn(this.#parts, pair.friend, pair.joinedMs, Number.MAX_SAFE_INTEGER)) > above) return;
      await inTransaction(pool, (client) => this.#revokeBonus(client, pair));
    };
    await oneByOne(rows, check, this.#failed);
  }

  async #revokeBonus(client: PoolClient, { friend, inviter }: Pair): Promise<void> {
    const { fund, instruments, notices, clock } = this.#parts;
    const usdt = instruments.usdt;
    const { rowCount } = await client.query(
      'update referrals set bonus_revoked_ms = $2 where friend = $1 and bonus_revoked_ms is null',
      [friend, clock()],
    );
    if (rowCount !== 1 || usdt === undefined) return;
    await client.query(`delete from fee_credits where friend = $1 and cause = 'bonus' and state = 'waiting'`, [friend]);
    await fund.lock(client, usdt.asset);
    // The same lock order everywhere: the older client first.
    for (const owner of [inviter, friend]) {
      const units = await revokeCredits(client, owner, { fund, asset: usdt.asset, friend, cause: 'bonus' });
      const amount = trimZeros(formatDecimal(units, usdt.scale));
      if (units > 0) await notices.add(owner, 'fee_credit_revoked', { amount }, client);
    }
  }

  readonly #failed = (error: unknown): void => {
    this.#parts.log.error({ err: error }, 'granting fee credits failed, will retry');
  };

  /** Marks the referral and inserts both credits, once. */
  #grant({ friend, inviter, programme }: Pair, cause: Cause): Promise<void> {
    const { pool, programmes, clock } = this.#parts;
    return inTransaction(pool, async (client) => {
      const terms = (await programmes.all()).get(programme);
      const { rowCount } = await client.query(
        cause === 'joined'
          ? 'update referrals set verified_ms = $2 where friend = $1 and verified_ms is null'
          : 'update referrals set bonus_ms = $2 where friend = $1 and bonus_ms is null',
        [friend, clock()],
      );
      const units = this.#unitsOf(terms, cause);
      if (rowCount !== 1 || units === 0) return;
      // The same lock order everywhere: the older client first, here the inviter.
      for (const owner of [inviter, friend])
        await client.query(
          `insert into fee_credits (owner, cause, friend, units, state, created_ms)
           values ($1, $2, $3, $4, 'waiting', $5) on conflict (owner, cause, friend) do nothing`,
          [owner, cause, friend, units, clock()],
        );
    });
  }

  #unitsOf(terms: ReferralTerms | undefined, cause: Cause): number {
    const usdt = this.#parts.instruments.usdt;
    const whole = cause === 'joined' ? terms?.joinedUsdt : terms?.bonusUsdt;
    return (whole ?? 0) * 10 ** (usdt?.scale ?? 0);
  }

  /** Grants pending credits in order of their ids, until the fund covers no more. */
  async #grantWaiting(): Promise<void> {
    const { pool, isFrozen, holds } = this.#parts;
    let isCovered = true;
    for (let after = 0; isCovered; ) {
      const { rows } = await pool.query<{ credit_id: string; owner: string; friend: string }>(
        `select credit_id, owner, friend from fee_credits c join client using (owner)
         where state = 'waiting' and verified_at is not null and credit_id > $1
           and not exists (select from referral_holds h where h.friend = c.friend and h.state <> 'released')
         order by credit_id limit ${MOST_AT_ONCE}`,
        [after],
      );
      const grant = async ({ credit_id: id, friend }: { readonly credit_id: string; readonly friend: string }) => {
        if (!isCovered || (await holds.isHeld(Number(friend)))) return;
        isCovered = await inTransaction(pool, (client) => this.#grantOne(client, Number(id)));
      };
      await oneByOne(
        rows.filter(({ owner }) => !isFrozen(Number(owner))),
        grant,
        this.#failed,
      );
      if (rows.length < MOST_AT_ONCE) return;
      after = Number(rows.at(-1)?.credit_id);
    }
  }

  /** False if the fund does not cover the credit. */
  async #grantOne(client: PoolClient, id: number): Promise<boolean> {
    const { fund, instruments, notices, position } = this.#parts;
    const usdt = instruments.usdt;
    const { rows } = await client.query<{ owner: string; units: string; cause: Cause }>(
      `select owner, units, cause from fee_credits where credit_id = $1 and state = 'waiting' for update`,
      [id],
    );
    const [row] = rows;
    if (row === undefined || usdt === undefined) return true;
    const [owner, units] = [Number(row.owner), Number(row.units)];
    if (!(await fund.promise(client, usdt.asset, units))) return false;
    // Taken under the lock of the client's fold, so that no fold has passed the credit's start position.
    const now = position();
    await beginFold(client, owner, now);
    const folds = await client.query<{ position: string }>(
      'select position from fee_folds where owner = $1 for update',
      [owner],
    );
    const from = Math.max(now, Number(folds.rows[0]?.position ?? 0));
    await client.query(`update fee_credits set state = 'granted', position = $2 where credit_id = $1`, [id, from]);
    const amount = trimZeros(formatDecimal(units, usdt.scale));
    await notices.add(owner, 'fee_credit_granted', { amount, cause: row.cause }, client);
    return true;
  }
}

const pairOf = (row: PairRow): Pair => ({
  friend: Number(row.friend),
  inviter: Number(row.inviter),
  programme: row.programme,
  joinedMs: Number(row.joined_ms),
});
