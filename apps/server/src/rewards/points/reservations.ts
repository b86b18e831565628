import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { Instruments } from '../../kit/instruments.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { RewardFund } from '../fund/reward-fund.ts';
import { demandToken, rewardToken, worthOf } from '../token.ts';
import type { Points } from './points.ts';

/** How many days after a client's last claim or conversion the fund keeps money reserved for their points. */
const RESERVED_DAYS = 90;
const DAY_MS = 86_400_000;
const MOST_AT_ONCE = 200;

interface Parts {
  readonly pool: Pool;
  readonly fund: RewardFund;
  readonly points: Points;
  readonly instruments: Instruments;
  readonly isVerified: (owner: OwnerId) => boolean;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * The fund's reservations for points. Points of verified clients are covered until 90 days after their last claim or
 * conversion. Points do not expire; points without a reservation are reserved again by the next claim or by the
 * conversion, if the fund covers them then. Accounts without a verified identity reserve nothing, so that mass sign-ups
 * cannot tie up the fund.
 */
export class Reservations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Reserves money for the client's points, including `added` points that are about to be added, in the same
   * transaction. For an unverified client, only checks that the fund could pay the added points. Returns the new number
   * of covered points, which the caller stores with `Points.setPromised` after adding the points. Errors:
   * reward_unavailable, reward_account_empty.
   */
  async cover(client: PoolClient, owner: OwnerId, added: number): Promise<number> {
    const { fund, points, instruments, isVerified } = this.#parts;
    const token = demandToken(instruments);
    const { points: owned, promised } = await points.lock(client, owner);
    const isReserved = isVerified(owner);
    const isCovered = isReserved
      ? await fund.promise(client, token.asset, worthOf(owned + added - promised, token))
      : await fund.couldPromise(client, token.asset, worthOf(added, token));
    if (!isCovered) throw new ApiError('reward_account_empty');
    return isReserved ? owned + added : promised;
  }

  /**
   * Transfers the reservation of these points of the locked client to a payment, and reserves any missing part. Errors:
   * reward_unavailable, reward_account_empty.
   */
  async hand(client: PoolClient, owner: OwnerId, taken: number): Promise<void> {
    const { fund, points, instruments } = this.#parts;
    const token = demandToken(instruments);
    const { promised } = await points.lock(client, owner);
    const missing = Math.max(0, taken - promised);
    if (missing > 0 && !(await fund.promise(client, token.asset, worthOf(missing, token))))
      throw new ApiError('reward_account_empty');
    await points.setPromised(client, owner, Math.max(0, promised - taken));
  }

  /** Releases expired reservations. Returns whether there are more. Never throws. */
  async run(): Promise<boolean> {
    const { pool, clock, instruments, log } = this.#parts;
    const failed = (error: unknown) => log.error({ err: error }, 'releasing reservations failed, will retry');
    if (rewardToken(instruments) === undefined) return false;
    try {
      const before = clock() - RESERVED_DAYS * DAY_MS;
      const { rows } = await pool.query<{ owner: string }>(
        `select owner from reward_clients where promised_points > 0 and touched_ms < $1
         order by touched_ms limit ${MOST_AT_ONCE}`,
        [before],
      );
      let released = 0;
      const release = async ({ owner }: { readonly owner: string }) => {
        await inTransaction(pool, (client) => this.#release(client, Number(owner), before));
        released += 1;
      };
      await oneByOne(rows, release, failed);
      return released === MOST_AT_ONCE;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  async #release(client: PoolClient, owner: OwnerId, before: number): Promise<void> {
    const { fund, instruments } = this.#parts;
    const token = demandToken(instruments);
    const { rows } = await client.query<{ promised_points: string }>(
      'select promised_points from reward_clients where owner = $1 and touched_ms < $2 for update',
      [owner, before],
    );
    const promised = Number(rows[0]?.promised_points ?? 0);
    if (promised === 0) return;
    await fund.release(client, token.asset, worthOf(promised, token));
    await client.query('update reward_clients set promised_points = 0 where owner = $1', [owner]);
  }
}
