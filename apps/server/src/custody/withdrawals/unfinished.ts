import type { Network } from '@vitrine/chains';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';

type Database = Pick<Pool, 'query'>;

const DAY_MS = 86_400_000;
/** Each withdrawal takes a reference and a row that are never removed; those to the network are also worked on there. */
const MOST_A_DAY = { network: 50, internal: 1_000 } as const;
/** Withdrawals to the network that one client may have unfinished at once. */
const MOST_UNFINISHED = 10;
/** Failed payments of one client within 24 hours after which further withdrawals to the network are refused. */
const MOST_FAILED = 3;

/** An SQL condition: a payment of a withdrawal was included after $1 and moved nothing, for which the network was paid. */
const HAS_FAILED_SINCE = `payment.purpose = 'withdrawal' and payment.state = 'failed' and not payment.succeeded
  and payment.ended_at > $1`;

/** Where a withdrawal goes. */
interface Goal {
  readonly network: Network;
  readonly address: string;
  /** The client who receives it; undefined if it leaves the exchange. */
  readonly receiver: OwnerId | undefined;
}

/** Bounds the work and memory that one client's withdrawals can cost. Times are those of the exchange's clock. */
export class UnfinishedWithdrawals {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /**
   * Requires that the client may request one more withdrawal to this goal. Call it within the transaction that confirms
   * the withdrawal: concurrent ones of the client wait for its end. Errors: too_many_withdrawals,
   * too_many_unfinished_withdrawals, recipient_failed, withdrawals_failed.
   */
  async demandRoom(owner: OwnerId, goal: Goal, database: Database = this.#pool): Promise<void> {
    await database.query('select from client where owner = $1 for no key update', [owner]);
    const since = new Date(this.#clock() - DAY_MS);
    await demandDaily(owner, goal.receiver !== undefined, since, database);
    // An internal transfer takes place in the ledger alone.
    if (goal.receiver !== undefined) return;
    await demandFewUnfinished(owner, database);
    await demandFewFailed(owner, goal, since, database);
  }
}

async function demandDaily(owner: OwnerId, isInternal: boolean, since: Date, database: Database): Promise<void> {
  const most = MOST_A_DAY[isInternal ? 'internal' : 'network'];
  const { rows } = await database.query<{ at: Date }>(
    `select requested_at as at from withdrawals where owner = $1 and (receiver is not null) = $2 and requested_at > $3
     order by requested_at desc offset $4 limit 1`,
    [owner, isInternal, since, most - 1],
  );
  if (rows[0] !== undefined)
    throw new ApiError('too_many_withdrawals', { most: String(most), time: dayAfter(rows[0]) });
}

async function demandFewUnfinished(owner: OwnerId, database: Database): Promise<void> {
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from withdrawals where owner = $1 and receiver is null
       and state not in ('draft', 'completed', 'refused', 'cancelled')`,
    [owner],
  );
  if ((rows[0]?.n ?? 0) >= MOST_UNFINISHED)
    throw new ApiError('too_many_unfinished_withdrawals', { most: String(MOST_UNFINISHED) });
}

async function demandFewFailed(owner: OwnerId, { network, address }: Goal, since: Date, database: Database) {
  // Whoever sent to the recipient: an attacker has several accounts.
  const { rows: here } = await database.query<{ at: Date }>(
    `select payment.ended_at as at from outgoing_payments payment where ${HAS_FAILED_SINCE}
       and payment.network = $2 and payment.to_address = $3 order by payment.ended_at desc limit 1`,
    [since, network, address],
  );
  if (here[0] !== undefined) throw new ApiError('recipient_failed', { time: dayAfter(here[0]) });
  const { rows: own } = await database.query<{ at: Date }>(
    `select payment.ended_at as at from outgoing_payments payment
     join withdrawals on withdrawals.id = split_part(payment.id, ':', 2)::bigint
     where ${HAS_FAILED_SINCE} and withdrawals.owner = $2 order by payment.ended_at desc offset $3 limit 1`,
    [since, owner, MOST_FAILED - 1],
  );
  if (own[0] !== undefined) throw new ApiError('withdrawals_failed', { time: dayAfter(own[0]) });
}

/** When something no longer counts. */
const dayAfter = ({ at }: { readonly at: Date }): string => String(at.getTime() + DAY_MS);
