import type { Pool, PoolClient } from 'pg';

/** Runs work in one database transaction; undefined from it takes everything back. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const outcome = await work(client);
    await client.query(outcome === undefined ? 'rollback' : 'commit');
    return outcome;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
