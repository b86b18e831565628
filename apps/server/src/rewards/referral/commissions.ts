import type { OwnerId } from '@vitrine/core';
import { type AssetUnits, formatDecimal, trimZeros } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { RewardPayments } from '../fund/payments.ts';
import { commissionOf } from './fold-fees.ts';

const DAY_MS = 86_400_000;
const MOST_AT_ONCE = 500;

interface Parts {
  readonly pool: Pool;
  readonly payments: RewardPayments;
  readonly instruments: Instruments;
  readonly notices: Notices;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface DueRow {
  readonly friend: string;
  readonly inviter: string;
  readonly fee_units: string;
  readonly chosen_units: string;
  readonly commission_ppm: number;
}

/**
 * Pays inviters their share of their friends' fees: from the fees themselves, once a UTC day. As each payment is the
 * share of all fees so far less what was chosen before, the sum does not depend on the days.
 */
export class Commissions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Chooses what is due since an earlier day. Returns whether there may be more. Never throws. */
  async run(): Promise<boolean> {
    const { pool, clock, log } = this.#parts;
    const today = Math.floor(clock() / DAY_MS);
    try {
      const { rows } = await pool.query<DueRow>(
        `select r.friend, r.inviter, r.fee_units, r.chosen_units, p.commission_ppm
         from referrals r join referral_programmes p on p.version = r.programme
         where r.chosen_day < $1 and r.fee_units::numeric * p.commission_ppm >= (r.chosen_units + 1) * 1000000::numeric
         order by r.inviter, r.friend limit ${MOST_AT_ONCE}`,
        [today],
      );
      for (const friends of Map.groupBy(rows, ({ inviter }) => inviter).values()) await this.#choose(friends, today);
      return rows.length === MOST_AT_ONCE;
    } catch (error) {
      log.error({ err: error }, 'paying commissions failed, will retry');
      return false;
    }
  }

  /** Chooses the payments for some friends of one inviter, with one notification. */
  async #choose(friends: readonly DueRow[], today: number): Promise<void> {
    const { pool, payments, instruments, notices } = this.#parts;
    const usdt = instruments.usdt;
    if (usdt === undefined) return;
    const inviter: OwnerId = Number(friends[0]?.inviter);
    await inTransaction(pool, async (client) => {
      let sum = 0;
      for (const { friend, fee_units, chosen_units, commission_ppm } of friends) {
        const units = commissionOf(Number(fee_units), commission_ppm) - Number(chosen_units);
        const { rowCount } = await client.query(
          `update referrals set chosen_units = chosen_units + $2, chosen_day = $3
           where friend = $1 and chosen_units = $4 and chosen_day < $3`,
          [friend, units, today, chosen_units],
        );
        if (rowCount !== 1) continue;
        sum += units;
        await payments.choose(client, {
          owner: inviter,
          kind: 'commission',
          account: 'fees',
          asset: usdt.asset,
          units: units as AssetUnits,
          fromFriend: Number(friend),
        });
      }
      const amount = trimZeros(formatDecimal(sum, usdt.scale));
      if (sum > 0) await notices.add(inviter, 'commission_paid', { amount }, client);
    });
  }
}
