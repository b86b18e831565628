import type { Handler } from '../services.ts';

export const accountLimits: Handler<'accountLimits'> = ({ services, session }) => {
  const { kycRequirement, withdrawalPerDayUsdt } = services.exchangeSettings.current();
  const tier = (name: 'Unverified' | 'Verified') => ({
    name,
    may_trade: name === 'Verified' || kycRequirement !== 'trade',
    deposit: 'unlimited' as const,
    withdrawal_per_day: withdrawalPerDayUsdt[name],
  });
  return {
    tier: services.kyc.isVerified(session.owner) ? 'Verified' : 'Unverified',
    kyc_requirement: kycRequirement,
    tiers: [tier('Unverified'), tier('Verified')],
    kyc_retention_days: services.settings.kyc.retentionDays,
  };
};
