import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { FEE_TIERS, type FeeTiersParameters } from '../settings-approvals.ts';
import { askForSettings } from './ask-for-settings.ts';
import { feeTiersView } from './settings-view.ts';

export const consoleAskForFees: Handler<typeof endpoints.consoleAskForFees> = (call) => {
  const { base_version: baseVersion, fee_tiers: tiers } = call.body;
  const before = feeTiersView(call.services);
  const after = before.map(({ level }, tier) => ({ level, ...tiers[tier] }));
  const parameters: FeeTiersParameters = { baseVersion, tiers };
  return askForSettings(call, { kind: FEE_TIERS, parameters, before, after, fault: faultOf(tiers, before.length) });
};

/** What is wrong with a schedule as a whole, if anything. */
function faultOf(tiers: FeeTiersParameters['tiers'], count: number): string | undefined {
  if (tiers.length !== count) return `there must be ${count} tiers`;
  if (tiers[0]?.volume_from_usdt !== 0) return 'the first tier must start at zero';
  const rises = tiers.every((tier, n) => n === 0 || tier.volume_from_usdt > (tiers[n - 1]?.volume_from_usdt ?? 0));
  if (!rises) return 'each tier must start above the previous one';
  const isDearer = tiers.some(({ maker_ppm, taker_ppm }) => maker_ppm > taker_ppm);
  return isDearer ? 'the maker fee must not exceed the taker fee' : undefined;
}
