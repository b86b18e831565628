import { isDeepStrictEqual } from 'node:util';
import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { FEE_TIERS, type FeeTiersParameters } from './settings-approvals.ts';
import { feeTiersView } from './settings-view.ts';

export const consoleAskForFees: Handler<typeof endpoints.consoleAskForFees> = async (call) => {
  const { services, session, body } = call;
  const { base_version, fee_tiers, reason } = body;
  if (base_version !== services.exchangeSettings.version()) throw new ApiError('settings_changed');
  const before = feeTiersView(services);
  const fault = faultOf(fee_tiers, before.length);
  if (fault !== undefined) throw new ApiError('settings_invalid', { reason: fault });
  const after = before.map(({ level }, tier) => ({ level, ...fee_tiers[tier] }));
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  const parameters: FeeTiersParameters = { baseVersion: base_version, tiers: fee_tiers };
  const subject = 'exchange settings';
  const approval = await services.approvals.ask(session, {
    kind: FEE_TIERS,
    subject,
    parameters,
    before,
    after,
    reason,
  });
  call.audit({ subject, before, after: { approval, after }, reason });
  return { approval };
};

/** What is wrong with a schedule as a whole, if anything. */
function faultOf(tiers: FeeTiersParameters['tiers'], count: number): string | undefined {
  if (tiers.length !== count) return `there are ${count} tiers`;
  if (tiers[0]?.volume_from_usdt !== 0) return 'the first tier begins at zero';
  const rises = tiers.every((tier, n) => n === 0 || tier.volume_from_usdt > (tiers[n - 1]?.volume_from_usdt ?? 0));
  if (!rises) return 'each tier begins above the one before';
  const isDearer = tiers.some(({ maker_ppm, taker_ppm }) => maker_ppm > taker_ppm);
  return isDearer ? 'a maker pays no more than a taker' : undefined;
}
