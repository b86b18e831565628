import type { AssetUnits } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { postPastDays } from '../interest/post-days.ts';
import type { MoveDone } from '../moves/moves.ts';
import type { Services } from '../services.ts';
import { demandOwnStake, refuseWhileMoving } from './own-stake.ts';

/**
 * Moves units of a flexible stake, or all of them, back to the client's spot wallet. Days that have ended count with
 * the principal before. Errors: unknown_stake, stake_ended, not_redeemable, stake_busy, exceeds_balance.
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
