import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { ExchangeSettings } from '../../../settings/exchange-settings.ts';
import { membershipLevel } from '../../../settings/fee-tiers.ts';
import type { Services } from '../../services.ts';

type View = ResponseOf<typeof endpoints.consoleSettings>;

export const settingsView = (settings: ExchangeSettings): View['settings'] => ({
  brand_name: settings.brandName,
  kyc_requirement: settings.kycRequirement,
  withdrawal_per_day: {
    unverified: settings.withdrawalPerDayUsdt.Unverified,
    verified: settings.withdrawalPerDayUsdt.Verified,
  },
  withdrawal_approval_above: { ...settings.withdrawalApprovalAboveUsdt },
  one_step_per_day: settings.oneStepPerDayUsdt,
  single_withdrawal_choices: [...settings.singleWithdrawalChoicesUsdt],
  coin_values: Object.entries(settings.coinValuesUsdt).map(([coin, value_usdt]) => ({ coin, value_usdt })),
  max_slippage_ppm: settings.maxSlippagePpm,
  support_hours: { ...settings.supportHours, days: [...settings.supportHours.days] },
});

/** The current fee schedule: volumes from the settings, rates from the core. */
export const feeTiersView = ({ core, exchangeSettings }: Services): View['fee_tiers'] => {
  const rates = core.feeSchedule();
  return exchangeSettings.current().feeVolumesUsdt.map((volume_from_usdt, tier) => {
    const rate = rates.find((row) => row.tier === tier);
    return {
      level: membershipLevel(tier),
      volume_from_usdt,
      maker_ppm: rate?.makerPpm ?? 0,
      taker_ppm: rate?.takerPpm ?? 0,
    };
  });
};
