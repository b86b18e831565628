import { type Network, WOULD_FAIL } from '@vitrine/chains';
import type { AssetView, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { OutgoingPayment } from '../outgoing/outgoing.ts';

type Database = Pick<Pool, 'query'>;

const DAY_MS = 86_400_000;
/**
 * Maximum number of withdrawals that one client may make within 24 hours: each takes a reference and a row that are
 * never removed, and an on-chain withdrawal also causes work on its network.
 */
const MOST_A_DAY = { network: 50, internal: 1_000 } as const;
/**
 * Maximum number of one client's unfinished withdrawals: on-chain withdrawals, and internal transfers that await
 * approval.
 */
const MOST_UNFINISHED = 10;
/**
 * Once this many of a client's payments have failed, or would fail, within 24 hours, no further on-chain withdrawal is
 * accepted.
 */
const MOST_FAILED = 3;
/**
 * A payment is given up after this many failed dry runs, which take about ten minutes in total. Until then, withdrawals
 * to the same recipient are refused, so without a limit, one such payment would block an address forever.
 */
const MOST_TRIES = 10;

/**
 * An SQL query: withdrawals' payments that were included but moved nothing, and either ended after $1 or are not final
 * yet. Those that are not final are dated $2.
 */
const MOVED_NOTHING = `select id, network, coin, to_address, ended_at as at from outgoing_payments
  where purpose = 'withdrawal' and state = 'failed' and not succeeded and ended_at > $1
  union all select id, network, coin, to_address, $2::timestamptz from outgoing_payments
  where purpose = 'withdrawal' and ended_at is null and state = 'included' and not succeeded`;

/**
 * An SQL query: like MOVED_NOTHING, plus unsent payments that would fail according to a dry run, which are dated $2.
 */
const FAILED = `${MOVED_NOTHING}
  union all select id, network, coin, to_address, $2::timestamptz from outgoing_payments
  where purpose = 'withdrawal' and ended_at is null and starts_with(problem, '${WOULD_FAIL}')
    and would_fail_attempts < ${MOST_TRIES}`;

/**
 * An SQL query: withdrawals of client $3 that were given up after $1. Withdrawals that an operator refunded are
 * excluded: FAILED already contains their payments.
 */
const GIVEN_UP = `select state_at as at from withdrawals where owner = $3 and state = 'refused'
  and refusal_reason = 'network_failed' and refused_by = '' and state_at > $1`;

/** Whether an unsigned payment has failed enough dry runs to be given up. */
export const isHopeless = (payment: Pick<OutgoingPayment, 'problem' | 'wouldFailAttempts'>): boolean =>
  payment.problem.startsWith(WOULD_FAIL) && payment.wouldFailAttempts >= MOST_TRIES;

/** The destination of a withdrawal. */
interface Goal {
  readonly asset: Pick<AssetView, 'code'>;
  readonly network: Network;
  readonly address: string;
  /** The client who receives the withdrawal; undefined if the withdrawal leaves the exchange. */
  readonly receiver: OwnerId | undefined;
}

/** The combinations of coin and address for which a payment on this network in the last 24 hours moved nothing. */
export async function failedGoals(database: Database, network: Network, nowMs: number) {
  const { rows } = await database.query<{ coin: string; to_address: string }>(
    `select distinct coin, to_address from (${MOVED_NOTHING}) failed where network = $3`,
    [dayBefore(nowMs), new Date(nowMs), network],
  );
  const goals = new Set(rows.map(({ coin, to_address }) => goalKey(coin, to_address)));
  return { has: (coin: string, address: string): boolean => goals.has(goalKey(coin, address)) };
}

const goalKey = (coin: string, address: string): string => `${coin} ${address}`;

/** Limits the work and memory that one client's withdrawals can cost. Times are those of the exchange's clock. */
export class UnfinishedWithdrawals {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /**
   * Throws if the client may not request another withdrawal to this destination. Call it within the transaction that
   * confirms the withdrawal: concurrent requests of the client wait for that transaction to end. Errors:
   * too_many_withdrawals, too_many_unfinished_withdrawals, recipient_failed, withdrawals_failed.
   */
  async demandRoom(owner: OwnerId, goal: Goal, database: Database = this.#pool): Promise<void> {
    await database.query('select from client where owner = $1 for no key update', [owner]);
    const nowMs = this.#clock();
    await demandDaily(owner, goal.receiver !== undefined, nowMs, database);
    await demandFewUnfinished(owner, goal.receiver !== undefined, database);
    // An internal transfer takes place only in the ledger, so it cannot fail on a network.
    if (goal.receiver === undefined) await demandFewFailed(owner, goal, nowMs, database);
  }
}

async function demandDaily(owner: OwnerId, isInternal: boolean, nowMs: number, database: Database): Promise<void> {
  const most = MOST_A_DAY[isInternal ? 'internal' : 'network'];
  const { rows } = await database.query<{ at: Date }>(
    `select requested_at as at from withdrawals where owner = $1 and (receiver is not null) = $2 and requested_at > $3
     order by requested_at desc offset $4 limit 1`,
    [owner, isInternal, dayBefore(nowMs), most - 1],
  );
  if (rows[0] !== undefined)
    throw new ApiError('too_many_withdrawals', { most: String(most), time: dayAfter(rows[0]) });
}

/**
 * Operators have one list of withdrawals that await approval, so on-chain and internal ones both count. Withdrawals
 * that await network confirmation do not count for an internal transfer.
 */
async function demandFewUnfinished(owner: OwnerId, isInternal: boolean, database: Database): Promise<void> {
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from withdrawals where owner = $1
       and (state = 'waiting_approval' or receiver is null and not $2)
       and state not in ('draft', 'completed', 'refused', 'cancelled')`,
    [owner, isInternal],
  );
  if ((rows[0]?.n ?? 0) >= MOST_UNFINISHED)
    throw new ApiError('too_many_unfinished_withdrawals', { most: String(MOST_UNFINISHED) });
}

async function demandFewFailed(owner: OwnerId, goal: Goal, nowMs: number, database: Database) {
  const { asset, network, address } = goal;
  const now = new Date(nowMs);
  // Payments of all clients count, because an attacker may have several accounts.
  const { rows: here } = await database.query<{ at: Date }>(
    `select at from (${FAILED}) failed where network = $3 and coin = $4 and to_address = $5
     order by at desc limit 1`,
    [dayBefore(nowMs), now, network, asset.code, address],
  );
  if (here[0] !== undefined) throw new ApiError('recipient_failed', { time: dayAfter(here[0]) });
  const { rows: own } = await database.query<{ at: Date }>(
    `select at from (${FAILED}) failed join withdrawals on withdrawals.id = split_part(failed.id, ':', 2)::bigint
     where owner = $3
     union all ${GIVEN_UP} order by at desc offset $4 limit 1`,
    [dayBefore(nowMs), now, owner, MOST_FAILED - 1],
  );
  if (own[0] !== undefined) throw new ApiError('withdrawals_failed', { time: dayAfter(own[0]) });
}

const dayBefore = (nowMs: number): Date => new Date(nowMs - DAY_MS);

/** The time, in ms, at which an entry stops counting. */
const dayAfter = ({ at }: { readonly at: Date }): string => String(at.getTime() + DAY_MS);
