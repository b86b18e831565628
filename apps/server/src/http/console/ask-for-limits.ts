import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { WITHDRAWAL_LIMITS, type WithdrawalLimitsParameters } from './settings-approvals.ts';
import { settingsView } from './settings-view.ts';

export const consoleAskForLimits: Handler<typeof endpoints.consoleAskForLimits> = async (call) => {
  const { services, session, body } = call;
  const { base_version, withdrawal_per_day: after, reason } = body;
  if (base_version !== services.exchangeSettings.version()) throw new ApiError('settings_changed');
  const before = settingsView(services.exchangeSettings.current()).withdrawal_per_day;
  if (Number(after.unverified) > Number(after.verified))
    throw new ApiError('settings_invalid', { reason: 'who is not verified may not withdraw more than who is' });
  if (after.unverified === before.unverified && after.verified === before.verified)
    throw new ApiError('nothing_to_change');
  const parameters: WithdrawalLimitsParameters = { baseVersion: base_version, limits: after };
  const subject = 'exchange settings';
  const approval = await services.approvals.ask(session, {
    kind: WITHDRAWAL_LIMITS,
    subject,
    parameters,
    before,
    after,
    reason,
  });
  call.audit({ subject, before, after: { approval, after }, reason });
  return { approval };
};
