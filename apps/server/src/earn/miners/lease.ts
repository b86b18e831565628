import { LeaseLost } from '@vitrine/sequencer';
import type { PoolClient } from 'pg';

/**
 * Throws LeaseLost if another process has the lease of the log. A server without it must not decide anything, because
 * its state may be out of date.
 */
export async function demandLease(client: PoolClient, epoch: number): Promise<void> {
  const { rowCount } = await client.query('select from log_lease where epoch = $1', [epoch]);
  if (rowCount !== 1) throw new LeaseLost();
}
