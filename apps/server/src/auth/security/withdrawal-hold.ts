import type { holdReasons } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

/** Changes that hold withdrawals. */
export type HoldReason = (typeof holdReasons)[number];

const HOLD_HOURS = 24;

/**
 * Holds the client's withdrawals for a day, so that an attacker who took over the account cannot empty it before its
 * owner notices. `database` may be the transaction of the change. Returns the end of the hold.
 */
export async function holdWithdrawals(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  reason: HoldReason,
): Promise<number> {
  const { rows } = await database.query<{ until: Date }>(
    `update client set withdrawals_held_until = now() + make_interval(hours => ${HOLD_HOURS}), withdrawals_held_reason = $2
     where owner = $1 returning withdrawals_held_until as until`,
    [owner, reason],
  );
  const until = rows[0]?.until;
  if (until === undefined) throw new Error(`client ${owner} does not exist`);
  return until.getTime();
}
