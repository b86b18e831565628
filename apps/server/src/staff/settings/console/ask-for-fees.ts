import type { Handler } from '../../services.ts';
import { FEE_TIERS, type FeeTiersParameters, faultOfTiers } from '../settings-approvals.ts';
import { askForSettings } from './ask-for-settings.ts';
import { feeTiersView } from './settings-view.ts';

export const consoleAskForFees: Handler<'consoleAskForFees'> = (call) => {
  const { base_version: baseVersion, fee_tiers: tiers } = call.body;
  const before = feeTiersView(call.services);
  const after = before.map(({ level }, tier) => ({ level, ...tiers[tier] }));
  const parameters: FeeTiersParameters = { baseVersion, tiers, before: before.map(({ level: _, ...tier }) => tier) };
  return askForSettings(call, {
    kind: FEE_TIERS,
    parameters,
    before,
    after,
    fault: faultOfTiers(tiers, before.length),
  });
};
