import { LeaseLost } from '@vitrine/sequencer';
import type { PoolClient } from 'pg';

/**
 * Throws LeaseLost once another process has the log's lease: a server that has lost it decides nothing any more, because
 * its state may be out of date.
 */
export async function demandLease(client: PoolClient, epoch: number): Promise<void> {
  const { rowCount } = await client.query('select from log_lease where epoch = $1', [epoch]);
  if (rowCount !== 1) throw new LeaseLost();
}
