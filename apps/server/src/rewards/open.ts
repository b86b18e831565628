import type { Transfer } from '@vitrine/core';
import type { Ground } from '../kit/ground.ts';
import { Fundings } from './fund/fundings.ts';
import { RewardPayments } from './fund/payments.ts';
import { RewardFund } from './fund/reward-fund.ts';
import { Guesses } from './games/guesses.ts';
import { Mining } from './games/mining.ts';
import { ReferralHolds } from './holds/referral-holds.ts';
import { Points } from './points/points.ts';
import { Reservations } from './points/reservations.ts';
import { Commissions } from './referral/commissions.ts';
import { FeeCredits } from './referral/fee-credits.ts';
import { FeeFolds } from './referral/fee-folds.ts';
import { Programmes } from './referral/programmes.ts';
import { Referrals } from './referral/referrals.ts';
import type { Services } from './services.ts';
import { RewardTasks } from './tasks/reward-tasks.ts';

type Below = Pick<
  Services,
  | 'core'
  | 'instruments'
  | 'sequencer'
  | 'clock'
  | 'notices'
  | 'accounts'
  | 'depositHistory'
  | 'purchaseTable'
  | 'kyc'
  | 'uploadLimits'
  | 'houseMoney'
  | 'log'
>;

export function openRewards(below: Below, { pool }: Ground) {
  const {
    instruments,
    sequencer,
    clock,
    notices,
    accounts,
    depositHistory,
    purchaseTable,
    kyc,
    uploadLimits,
    houseMoney,
    log,
  } = below;
  const position = () => below.core.position;
  const submit = (command: Transfer) => sequencer.submit(command);
  const common = { pool, core: () => below.core, submit, fees: houseMoney.debits, clock, log };
  const fund = new RewardFund(pool, common.core);
  const payments = new RewardPayments({ ...common, fund, notices, instruments });
  houseMoney.owe((asset) => payments.owedFees(asset));
  const programmes = new Programmes(pool);
  const isFrozen = (owner: number) => below.core.isFrozen(owner);
  const wholeUnits = () => 10 ** (instruments.usdt?.scale ?? 0);
  const referrals = new Referrals({ pool, programmes, wholeUnits, clock, position });
  accounts.onOpened((transaction, { owner, referral }) => referrals.link(transaction, owner, referral));
  const points = new Points({ pool, clock, position });
  const referralHolds = new ReferralHolds({ pool, fund, instruments, notices, limits: uploadLimits, clock, log });
  return {
    programmes,
    referrals,
    referralHolds,
    feeCredits: new FeeCredits({
      pool,
      programmes,
      fund,
      depositHistory,
      purchaseTable,
      instruments,
      notices,
      isFrozen,
      holds: referralHolds,
      clock,
      position,
      log,
    }),
    feeFolds: new FeeFolds({ pool, payments, instruments, log }),
    commissions: new Commissions({ pool, payments, instruments, isFrozen, holds: referralHolds, clock, log }),
    rewardPool: pool,
    rewardFund: fund,
    rewardFundings: new Fundings({ ...common, fund, owedFees: (asset) => payments.owedFees(asset) }),
    rewardPayments: payments,
    rewardTasks: new RewardTasks(pool),
    points,
    guesses: new Guesses({ pool, instruments, clock }),
    mining: new Mining({ pool, clock }),
    reservations: new Reservations({
      pool,
      fund,
      points,
      instruments,
      isVerified: (owner) => kyc.isVerified(owner),
      clock,
      log,
    }),
  };
}
