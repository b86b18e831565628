import type { Handler } from '../../services.ts';

export const withdrawalLimits: Handler<'withdrawalLimits'> = async ({ services, session }) => {
  const { limits, choices } = services.withdrawals;
  const { owner } = session;
  const { restriction, hold, singleUnits, singleEndsAtMs } = await limits.standing(owner);
  const singleHolds = singleEndsAtMs === undefined || singleEndsAtMs > services.clock();
  const { onlySaved, onlySavedUntilMs, oneStep, oneStepFromMs } = await choices.of(owner);
  const [perDay, used] = [limits.perDay(owner), limits.used(owner)];
  const [oneStepPerDay, usedInOneStep] = [limits.oneStepPerDay(), await limits.usedInOneStep(owner)];
  const { one, two } = services.exchangeSettings.current().withdrawalApprovalAboveUsdt;
  return {
    tier: limits.tierOf(owner),
    per_day: limits.usdtText(perDay),
    used: limits.usdtText(used),
    left: limits.usdtText(Math.max(0, perDay - used)),
    single: limits.usdtText(singleUnits),
    single_applies: singleHolds,
    ...(singleHolds && singleEndsAtMs !== undefined ? { single_ends_at: singleEndsAtMs } : {}),
    one_step: {
      is_on: oneStep,
      from: oneStepFromMs,
      per_day: limits.usdtText(oneStepPerDay),
      left: limits.usdtText(Math.max(0, oneStepPerDay - usedInOneStep)),
    },
    only_saved: { is_on: onlySaved, until: onlySavedUntilMs },
    approval_above: { one, two },
    ...(restriction && {
      restriction: { reason: restriction.reason, rule: restriction.rule, ends_at: restriction.endsAtMs },
    }),
    ...(hold && { hold: { reason: hold.reason, ends_at: hold.untilMs } }),
  };
};
