import type { PoolClient } from 'pg';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';

/** The number of an advisory lock that nothing else uses. */
export const STAFF_LOCK = 7_481_225;

/**
 * Until this transaction ends, no other transaction can change staff access or approve a request, so that checks of
 * staff members made after this call still hold at the commit.
 */
export const lockStaff = async (transaction: PoolClient): Promise<void> => {
  await transaction.query('select pg_advisory_xact_lock($1)', [STAFF_LOCK]);
};

/**
 * Like `lockStaff`, for a change to one's own access: refused if the session has ended in the meantime. Errors:
 * session_expired.
 */
export const lockStanding = async (transaction: PoolClient, { id }: Pick<StaffSession, 'id'>): Promise<void> => {
  await lockStaff(transaction);
  const { rowCount } = await transaction.query('select from staff_session where id = $1', [id]);
  if (rowCount !== 1) throw new ApiError('session_expired');
};
