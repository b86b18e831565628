import type { PoolClient } from 'pg';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';

/** A lock number of its own. */
export const STAFF_LOCK = 7_481_225;

/**
 * Until the transaction ends no other one changes staff access or approves a request: what is checked about
 * members of staff after this still holds at the commit.
 */
export const lockStaff = async (transaction: PoolClient): Promise<void> => {
  await transaction.query('select pg_advisory_xact_lock($1)', [STAFF_LOCK]);
};

/**
 * As `lockStaff`, for a change of one's own access: refused if the session has ended since. Errors: session_expired.
 */
export const lockStanding = async (transaction: PoolClient, { id }: Pick<StaffSession, 'id'>): Promise<void> => {
  await lockStaff(transaction);
  const { rowCount } = await transaction.query('select from staff_session where id = $1', [id]);
  if (rowCount !== 1) throw new ApiError('session_expired');
};
