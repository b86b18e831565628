import type { PoolClient } from 'pg';

/** Any number that nothing else in this database locks by. */
const STAFF_LOCK = 7_481_225;

/**
 * Until the transaction ends no other changes who may enter the console or approves a request: what is checked about
 * members of staff after this still holds at the commit.
 */
export const lockStaff = async (transaction: PoolClient): Promise<void> => {
  await transaction.query('select pg_advisory_xact_lock($1)', [STAFF_LOCK]);
};
