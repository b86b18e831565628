import type { AssetView, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { RewardPayments } from '../fund/payments.ts';
import type { ReferralHolds } from '../holds/referral-holds.ts';
import { centOf, commissionOf, dayOf } from './fold-fees.ts';
import { CLOSED_FEES } from './referrals.ts';

const MOST_AT_ONCE = 500;

interface Parts {
  readonly pool: Pool;
  readonly payments: RewardPayments;
  readonly instruments: Instruments;
  readonly isFrozen: (owner: OwnerId) => boolean;
  readonly holds: Pick<ReferralHolds, 'isHeld'>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface DueRow {
  readonly friend: string;
  readonly inviter: string;
  readonly closed_units: string;
  readonly chosen_units: string;
  readonly commission_ppm: number;
}

/**
 * Pays inviters their share of their friends' fees of closed UTC days, once a day, from the fee account, in whole
 * cents. Each payment is the share of all fees so far − the payments inserted before, so the sum does not depend on the
 * number of payments. Commissions of frozen inviters and held referrals stay pending.
 */
export class Commissions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Inserts the commissions due since the last closed day. Never throws. */
  async run(): Promise<void> {
    const { instruments, isFrozen, clock, log } = this.#parts;
    const { usdt } = instruments;
    if (usdt === undefined) return;
    const today = dayOf(clock());
    const failed = (error: unknown) => log.error({ err: error }, 'paying commissions failed, will retry');
    try {
      for (let after: DueRow | undefined, hasMore = true; hasMore; ) {
        const rows = await this.#due(today, usdt, after);
        const byInviter = [...Map.groupBy(rows, ({ inviter }) => inviter).values()];
        const paid = byInviter.filter(([row]) => !isFrozen(Number(row?.inviter)));
        const insert = async (due: readonly DueRow[]) => this.#insert(await this.#free(due), today, usdt);
        await oneByOne(paid, insert, failed);
        after = rows.at(-1);
        hasMore = rows.length === MOST_AT_ONCE;
      }
    } catch (error) {
      failed(error);
    }
  }

  /** Referrals with at least one cent due, ordered by inviter. */
  async #due(today: number, usdt: AssetView, after: DueRow | undefined): Promise<DueRow[]> {
    const { rows } = await this.#parts.pool.query<DueRow>(
      `select * from (
         select r.friend, r.inviter, r.chosen_units, p.commission_ppm, ${CLOSED_FEES('$1')} as closed_units
         from referrals r join referral_programmes p on p.version = r.programme
         where r.chosen_day < $1 and r.fee_units > 0
           and not exists (select from referral_holds h where h.friend = r.friend and h.state <> 'released') and (r.inviter, r.friend) > ($3, $4)) due
       where div(closed_units::numeric * commission_ppm, 1000000) >= chosen_units + $2::bigint
       order by inviter, friend limit ${MOST_AT_ONCE}`,
      [today, centOf(usdt), after?.inviter ?? 0, after?.friend ?? 0],
    );
    return rows;
  }

  /** Of these, the referrals that are not held. */
  async #free(due: readonly DueRow[]): Promise<DueRow[]> {
    const free: DueRow[] = [];
    for (const row of due) if (!(await this.#parts.holds.isHeld(Number(row.friend)))) free.push(row);
    return free;
  }

  /** Inserts the payments for some friends of one inviter. */
  async #insert(friends: readonly DueRow[], today: number, usdt: AssetView): Promise<void> {
    const { pool, payments } = this.#parts;
    await inTransaction(pool, async (client) => {
      for (const { friend, inviter, closed_units, chosen_units, commission_ppm } of friends) {
        const units = commissionOf(Number(closed_units), commission_ppm, centOf(usdt)) - Number(chosen_units);
        if (units <= 0) continue;
        const { rowCount } = await client.query(
          `update referrals set chosen_units = chosen_units + $2, chosen_day = $3
           where friend = $1 and chosen_units = $4 and chosen_day < $3`,
          [friend, units, today, chosen_units],
        );
        if (rowCount !== 1) continue;
        await payments.choose(client, {
          owner: Number(inviter),
          kind: 'commission',
          account: 'fees',
          asset: usdt.asset,
          units: units as AssetUnits,
          fromFriend: Number(friend),
        });
      }
    });
  }
}
