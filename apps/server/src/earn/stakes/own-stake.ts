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

/** Whether a move of the stake is unresolved. The stake must be locked. */
export async function isMoving(client: PoolClient, stake: number): Promise<boolean> {
  const { rowCount } = await client.query(`select from earn_moves where stake_id = $1 and state = 'sent'`, [stake]);
  return rowCount !== 0;
}

/** Rejects if a move of the stake is unresolved. The stake must be locked. Errors: stake_busy. */
export async function refuseWhileMoving(client: PoolClient, stake: number): Promise<void> {
  if (await isMoving(client, stake)) throw new ApiError('stake_busy');
}
