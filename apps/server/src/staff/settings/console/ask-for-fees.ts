import type { ErrorParameters } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { FEE_TIERS, type FeeTiersParameters } from '../settings-approvals.ts';
import { askForSettings } from './ask-for-settings.ts';
import { feeTiersView } from './settings-view.ts';

export const consoleAskForFees: Handler<'consoleAskForFees'> = (call) => {
  const { base_version: baseVersion, fee_tiers: tiers } = call.body;
  const before = feeTiersView(call.services);
  const after = before.map(({ level }, tier) => ({ level, ...tiers[tier] }));
  const parameters: FeeTiersParameters = { baseVersion, tiers };
  return askForSettings(call, { kind: FEE_TIERS, parameters, before, after, fault: faultOf(tiers, before.length) });
};

/** What is wrong with a schedule as a whole, if anything. */
function faultOf(tiers: FeeTiersParameters['tiers'], count: number): ErrorParameters<'settings_invalid'> | undefined {
  if (tiers.length !== count) return { reason: 'tier_count', count: String(count) };
  if (tiers[0]?.volume_from_usdt !== 0) return { reason: 'first_tier_above_zero' };
  const rises = tiers.every((tier, n) => n === 0 || tier.volume_from_usdt > (tiers[n - 1]?.volume_from_usdt ?? 0));
  if (!rises) return { reason: 'tiers_not_ascending' };
  const isDearer = tiers.some(({ maker_ppm, taker_ppm }) => maker_ppm > taker_ppm);
  return isDearer ? { reason: 'maker_above_taker' } : undefined;
}
