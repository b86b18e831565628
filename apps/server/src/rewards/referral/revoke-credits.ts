import type { AssetId, OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { RewardFund } from '../fund/reward-fund.ts';

interface Revoked {
  readonly fund: RewardFund;
  readonly asset: AssetId;
  readonly friend: OwnerId;
  /** Only credits with this cause; undefined for all. */
  readonly cause?: 'bonus';
}

/**
 * Revokes the unused part of an owner's credits for a friend, and releases the fund's promise of it. Call `fund.lock`
 * first. Returns the revoked units.
 */
export async function revokeCredits(
  client: PoolClient,
  owner: OwnerId,
  { fund, asset, friend, cause }: Revoked,
): Promise<number> {
  await client.query('select from fee_folds where owner = $1 for update', [owner]);
  const { rows } = await client.query<{ units: string }>(
    `with unused as (
       select greatest(0, sum(units - revoked_units) - (select used_units from fee_folds where owner = $1)) as units
       from fee_credits where owner = $1 and state = 'granted'),
     revoked as (
       select credit_id, least(c.units - revoked_units, greatest(0, unused.units - coalesce(sum(c.units - revoked_units)
         over (order by credit_id rows between unbounded preceding and 1 preceding), 0))) as units
       from fee_credits c, unused
       where c.owner = $1 and friend = $2 and state = 'granted' and ($3::text is null or cause = $3))
     update fee_credits c set revoked_units = revoked_units + revoked.units from revoked
     where c.credit_id = revoked.credit_id and revoked.units > 0 returning revoked.units`,
    [owner, friend, cause ?? null],
  );
  const units = rows.reduce((sum, row) => sum + Number(row.units), 0);
  if (units > 0) await fund.release(client, asset, units);
  return units;
}
