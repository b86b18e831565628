import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';

const HOLD_HOURS = 24;

/**
 * One mutex per person. It is taken before the row lock, so that waiting changes do not occupy connections of the pool
 * that all clients share.
 */
const changing = new KeyedMutex();

/**
 * Runs `work` in a transaction, one at a time per person, so that changes to factors and remembered devices are made in
 * sequence. Inserts of rows that refer to the client are not blocked. The caller must limit how many calls wait.
 */
export const withFactorsLocked = <T>(
  pool: Pool,
  personId: string,
  work: (transaction: PoolClient) => Promise<T>,
): Promise<T> =>
  changing.runExclusive(personId, () =>
    inTransaction(pool, async (transaction) => {
      // The row lock also excludes changes made by other servers.
      await transaction.query('select from client where person_id = $1 for no key update', [personId]);
      return work(transaction);
    }),
  );

/** Throws while factors must not be added. Errors: factors_held. */
export async function demandFactorsFree(database: Pick<Pool, 'query'>, personId: string): Promise<void> {
  const { rows } = await database.query<{ until: Date }>(
    'select factors_held_until as until from client where person_id = $1 and factors_held_until > now()',
    [personId],
  );
  if (rows[0] !== undefined) throw new ApiError('factors_held', { end: String(rows[0].until.getTime()) });
}

/**
 * For a day, prevents factors from being added and limits from being raised; cancels a pending raise. An attacker who
 * used access to the mailbox to replace the password, or to remove a factor without confirmation, thus gains nothing
 * before the owner notices.
 */
export async function holdFactors(transaction: PoolClient, personId: string): Promise<void> {
  await transaction.query(
    `update client set factors_held_until = now() + make_interval(hours => ${HOLD_HOURS}),
       withdraw_limit = case when next_withdraw_limit_at <= now() then next_withdraw_limit else withdraw_limit end,
       next_withdraw_limit = null, next_withdraw_limit_at = null
     where person_id = $1`,
    [personId],
  );
}
