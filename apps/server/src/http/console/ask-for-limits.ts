import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { askForSettings } from './ask-for-settings.ts';
import { WITHDRAWAL_LIMITS, type WithdrawalLimitsParameters } from './settings-approvals.ts';
import { settingsView } from './settings-view.ts';

export const consoleAskForLimits: Handler<typeof endpoints.consoleAskForLimits> = (call) => {
  const { base_version: baseVersion, withdrawal_per_day: after } = call.body;
  const before = settingsView(call.services.exchangeSettings.current()).withdrawal_per_day;
  const isUpsideDown = Number(after.unverified) > Number(after.verified);
  const fault = isUpsideDown ? 'who is not verified may not withdraw more than who is' : undefined;
  const parameters: WithdrawalLimitsParameters = { baseVersion, limits: after };
  return askForSettings(call, { kind: WITHDRAWAL_LIMITS, parameters, before, after, fault });
};
