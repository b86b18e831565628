import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Pool } from 'pg';
import type { Services as Below } from '../clients/services.ts';
import type * as kernel from '../http/handler.ts';
import type { Fundings } from './fund/fundings.ts';
import type { RewardPayments } from './fund/payments.ts';
import type { RewardFund } from './fund/reward-fund.ts';
import type { Guesses } from './games/guesses.ts';
import type { Mining } from './games/mining.ts';
import type { ReferralHolds } from './holds/referral-holds.ts';
import type { Points } from './points/points.ts';
import type { Reservations } from './points/reservations.ts';
import type { Commissions } from './referral/commissions.ts';
import type { FeeCredits } from './referral/fee-credits.ts';
import type { FeeFolds } from './referral/fee-folds.ts';
import type { Programmes } from './referral/programmes.ts';
import type { Referrals } from './referral/referrals.ts';
import type { RewardTasks } from './tasks/reward-tasks.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly rewardPool: Pool;
  readonly rewardFund: RewardFund;
  readonly rewardFundings: Fundings;
  readonly rewardPayments: RewardPayments;
  readonly rewardTasks: RewardTasks;
  readonly points: Points;
  readonly guesses: Guesses;
  readonly mining: Mining;
  readonly reservations: Reservations;
  readonly programmes: Programmes;
  readonly referrals: Referrals;
  readonly referralHolds: ReferralHolds;
  readonly feeCredits: FeeCredits;
  readonly feeFolds: FeeFolds;
  readonly commissions: Commissions;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
