import { ratePercentText } from '../../projections/wire.ts';
import { membershipLevel } from '../../settings/fee-tiers.ts';
import type { Handler } from '../services.ts';

export const feeSchedule: Handler<'feeSchedule'> = ({ services }) => {
  const volumes = services.exchangeSettings.current().feeVolumesUsdt;
  return {
    tiers: services.core.feeSchedule().flatMap(({ tier, makerPpm, takerPpm }) => {
      const volume = volumes[tier];
      if (volume === undefined) return [];
      return {
        tier,
        membership_level: membershipLevel(tier),
        volume_from_usdt: String(volume),
        maker_rate_percent: ratePercentText(makerPpm),
        taker_rate_percent: ratePercentText(takerPpm),
      };
    }),
  };
};
