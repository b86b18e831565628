import type { Pool } from 'pg';

/**
 * Maximum number of rows that one statement deletes. After an attack, there may be so many expired rows that a single
 * statement for all of them would exceed its time limit.
 */
const AT_ONCE = 2_000;

/** A column of times, which must be indexed, and how long its rows are still needed after that time. */
export interface Expiry {
  readonly table: string;
  readonly column: string;
  /** In seconds, after the time in the column. */
  readonly neededSeconds?: number;
}

/** Deletes one batch of the rows that are no longer needed. Returns whether there may be more. */
export async function deleteExpired(
  pool: Pool,
  { table, column, neededSeconds = 0 }: Expiry,
  atOnce = AT_ONCE,
): Promise<boolean> {
  // A row that is renewed in the meantime has a different ctid and is not deleted.
  const { rowCount } = await pool.query(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${column} < now() - make_interval(secs => $1) order by ${column} limit $2))`,
    [neededSeconds, atOnce],
  );
  return rowCount === atOnce;
}
