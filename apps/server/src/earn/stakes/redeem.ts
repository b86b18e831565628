import type { AssetUnits } from '@vitrine/money';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { postPastDays } from '../interest/post-days.ts';
import type { MoveDone } from '../moves/moves.ts';
import { readMinimum } from '../products/products.ts';
import type { Services } from '../services.ts';
import { demandOwnStake, refuseWhileMoving } from './own-stake.ts';
import type { Stake } from './stake-table.ts';

/**
 * Maximum number of partial redemptions per client in 24 hours. Limited because the core stores the reference of each.
 */
const MOST_A_DAY = 100;
const DAY_MS = 86_400_000;

/**
 * Moves units of a flexible stake, or all of them, back to the client's spot wallet. Days that have already ended earn
 * interest on the principal before the redemption. A partial redemption must be at least the minimum subscription under
 * the stake's terms. Errors: unknown_stake, stake_ended, not_redeemable, stake_busy, below_minimum,
 * too_many_redemptions, exceeds_balance.
 */
export function redeem(
  services: Services,
  principal: Principal,
  wanted: { readonly stake: number; readonly units: AssetUnits | 'all' },
  key: string | undefined,
): Promise<MoveDone> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const content = { kind: 'redeem', stake: wanted.stake, units: wanted.units };
  return services.earn.moves.run({ owner, key, content }, async (client) => {
    const stake = await demandOwnStake(client, owner, wanted.stake);
    if (stake.kind !== 'flexible') throw new ApiError('not_redeemable');
    if (stake.state !== 'running') throw new ApiError('stake_ended');
    await refuseWhileMoving(client, stake.id);
    const units = wanted.units === 'all' ? stake.principalUnits : wanted.units;
    if (units > stake.principalUnits)
      throw new ApiError('exceeds_balance', {
        wallet: 'earn',
        value: services.earn.amountText(stake.asset, stake.principalUnits),
      });
    if (units < stake.principalUnits) await refusePart(services, client, stake, units);
    await postPastDays(client, stake, services.clock());
    return {
      stake: stake.id,
      owner,
      pool: stake.pool,
      asset: stake.asset,
      kind: 'redeem',
      units,
      postedUnits: 0 as AssetUnits,
      promisedUnits: 0 as AssetUnits,
    };
  });
}

/** A full redemption is always possible: the number of stakes is limited already. */
async function refusePart({ earn, clock }: Services, client: PoolClient, stake: Stake, units: number): Promise<void> {
  const minimum = await readMinimum(client, stake.version);
  if (units < minimum) throw new ApiError('below_minimum', { value: earn.amountText(stake.asset, minimum) });
  const { rows } = await client.query<{ today: number }>(
    `select count(*)::int as today from earn_moves where owner = $1 and kind = 'redeem' and drafted_ms > $2`,
    [stake.owner, clock() - DAY_MS],
  );
  if ((rows[0]?.today ?? 0) >= MOST_A_DAY) throw new ApiError('too_many_redemptions', { most: String(MOST_A_DAY) });
}
