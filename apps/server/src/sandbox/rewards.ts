import type { Core, Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { type FundingSource, fundingCommand } from '../rewards/fund/fundings.ts';
import type { Programmes, ReferralTerms } from '../rewards/referral/programmes.ts';
import type { RewardTasks, TaskTerms } from '../rewards/tasks/reward-tasks.ts';
import { sandboxReference } from './outside-reference.ts';

/** The fund's initial balance, in whole coins. It is issued by the treasury, like the sandbox's other play money. */
const BUDGET = { VIT: 250_000, USDT: 50_000 } as const;
const SOURCE: FundingSource = 'treasury';

const task = (
  list: TaskTerms['list'],
  rule: TaskTerms['rule'],
  threshold: number,
  points: number,
): Omit<TaskTerms, 'place'> => ({ list, rule, threshold, points, name: '', description: '', isOn: true });

const tasks: readonly Omit<TaskTerms, 'place'>[] = [
  task('daily', 'checkin', 0, 10),
  task('daily', 'trade_volume', 100, 20),
  task('weekly', 'deposit', 50, 50),
  task('weekly', 'checkin_days', 5, 40),
  task('once', 'verified', 0, 200),
  task('once', 'second_factor', 0, 100),
  task('once', 'saved_address', 0, 100),
  task('once', 'earn', 100, 100),
  task('center', 'deposit', 100, 100),
  task('daily', 'guesses', 3, 20),
  task('daily', 'mined_hours', 8, 20),
];

/**
 * 100 USDT of fee credit for both, another 100 USDT for a deposit or purchase of more than 50 USDT, and 10% of the
 * friend's fees.
 */
const terms: ReferralTerms = {
  joinedUsdt: 100,
  bonusUsdt: 100,
  bonusAboveUsdt: 50,
  commissionPpm: 100_000,
  isOpen: true,
};

export const bringProgramme = (programmes: Pick<Programmes, 'bring'>): Promise<void> => programmes.bring(terms);

/** The transfers that fund rewards on the first start. */
export function rewardBudget(core: Pick<Core, 'assets'>): Transfer[] {
  return core.assets().flatMap(({ asset, code, scale }) => {
    const coins = (BUDGET as Readonly<Record<string, number>>)[code];
    if (coins === undefined) return [];
    const units = (coins * 10 ** scale) as AssetUnits;
    return [fundingCommand({ source: SOURCE, asset, units }, sandboxReference(`reward fund ${code}`))];
  });
}

export const bringTasks = (rewardTasks: Pick<RewardTasks, 'bring'>): Promise<void> =>
  rewardTasks.bring(tasks.map((terms, place) => ({ ...terms, place })));
