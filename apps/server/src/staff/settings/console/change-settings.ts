import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../../kit/api-error.ts';
import type { ExchangeSettings } from '../../../settings/exchange-settings.ts';
import type { Handler } from '../../services.ts';
import { settingsView } from './settings-view.ts';

export const consoleChangeSettings: Handler<'consoleChangeSettings'> = async (call) => {
  const { services, session, body } = call;
  const { exchangeSettings } = services;
  const { base_version, brand_name, kyc_requirement, support_hours, max_slippage_ppm, reason } = body;
  const changes: Partial<ExchangeSettings> = {
    ...(brand_name === undefined ? {} : { brandName: checkedName(brand_name) }),
    ...(kyc_requirement === undefined ? {} : { kycRequirement: kyc_requirement }),
    ...(max_slippage_ppm === undefined ? {} : { maxSlippagePpm: max_slippage_ppm }),
    ...(support_hours === undefined
      ? {}
      : { supportHours: { ...support_hours, days: [...support_hours.days].sort((a, b) => a - b) } }),
  };
  const before = exchangeSettings.current();
  if (isDeepStrictEqual({ ...before, ...changes }, before)) throw new ApiError('nothing_to_change');
  call.audit({ subject: 'exchange settings', before: settingsView(before), reason });
  await exchangeSettings.change({ baseVersion: base_version, changes, changedBy: session.email, reason });
  call.audit({ after: settingsView(exchangeSettings.current()) });
  return { version: exchangeSettings.version() };
};

/** The exchange's name, checked because it appears in emails, page titles and the names of passkeys. */
function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&'-]*$/u.test(trimmed))
    throw new ApiError('settings_invalid', { reason: 'brand_name_invalid' });
  return trimmed;
}
