import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

const EVERY_MS = 5_000;
const REFERRALS_EVERY_MS = 15_000;

/**
 * `rewards` moves approved funding into and out of the fund, releases expired reservations, and completes payments left
 * pending by a restart or an empty fund. `referrals` processes holds, then fee credits, fee refunds and commissions.
 */
export const duties = ({
  rewardFundings,
  rewardPayments,
  reservations,
  referralHolds,
  feeCredits,
  feeFolds,
  commissions,
  log,
}: Services): readonly Duty[] => [
  new Loop({
    name: 'rewards',
    everyMs: EVERY_MS,
    cycle: async () => {
      await rewardFundings.run();
      await reservations.run();
      return rewardPayments.run();
    },
    log,
  }),
  new Loop({
    name: 'referrals',
    everyMs: REFERRALS_EVERY_MS,
    cycle: async () => {
      await referralHolds.run();
      await feeCredits.run();
      await feeFolds.run();
      return commissions.run();
    },
    log,
  }),
];
