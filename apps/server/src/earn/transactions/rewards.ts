import type { AssetId, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

/** Interest, or a day's output of miners, that was paid to a client. */
export interface Reward {
  readonly asset: AssetId;
  readonly units: number;
  readonly timeMs: number;
}

/** What was paid to the client from this time on, up to a log position, oldest first. */
export async function rewardsSince(
  pool: Pool,
  owner: OwnerId,
  fromMs: number,
  throughPosition: number,
): Promise<Reward[]> {
  const { rows } = await pool.query<{ asset_id: number; amount_units: string; time_ms: string }>(
    `select asset_id, amount_units, time_ms from transfer_lines
     where owner_id = $1 and cause in ('interest', 'rental') and amount_units > 0 and time_ms >= $2 and position <= $3
     order by position, line`,
    [owner, fromMs, throughPosition],
  );
  return rows.map((row) => ({
    asset: row.asset_id,
    units: Number(row.amount_units),
    timeMs: Number(row.time_ms),
  }));
}
