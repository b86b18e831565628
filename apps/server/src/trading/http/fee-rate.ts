import { ratePercentText } from '../../projections/wire.ts';
import { membershipLevel } from '../../settings/fee-tiers.ts';
import { valueText } from '../../wallet/http/valuation.ts';
import type { Handler } from '../services.ts';

export const feeRate: Handler<'feeRate'> = async ({ services, session }) => {
  const { tier, makerPpm, takerPpm } = services.core.feeTier(session.owner);
  return {
    membership_level: membershipLevel(tier),
    maker_rate_percent: ratePercentText(makerPpm),
    taker_rate_percent: ratePercentText(takerPpm),
    volume_30d_usdt: valueText(services, BigInt(await services.tradingVolume.of(session.owner, services.clock()))),
  };
};
