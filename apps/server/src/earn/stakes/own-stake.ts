import type { OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { lockStake, type Stake } from './stake-table.ts';

/** Locks a client's stake. Errors: unknown_stake. */
export async function demandOwnStake(client: PoolClient, owner: OwnerId, id: number): Promise<Stake> {
  const stake = await lockStake(client, id);
  if (stake === undefined || stake.owner !== owner || stake.state === 'draft' || stake.state === 'void')
    throw new ApiError('unknown_stake');
  return stake;
}

/** Refuses while money of the stake is moving already. The stake must be locked. Errors: stake_busy. */
export async function refuseWhileMoving(client: PoolClient, stake: number): Promise<void> {
  const { rowCount } = await client.query(`select from earn_moves where stake_id = $1 and state = 'sent'`, [stake]);
  if (rowCount !== 0) throw new ApiError('stake_busy');
}
