import type { CallResponse } from '../../lib/api.ts';

export type RewardsView = CallResponse<'GET /api/v3/console/rewards'>;
export type FundRow = RewardsView['fund'][number];
export type Funding = RewardsView['fundings'][number];
export type Task = RewardsView['tasks'][number];
export type TaskTerms = Omit<Task, 'task_id' | 'version' | 'claims'>;

export type Programme = NonNullable<RewardsView['programme']>;

export const REWARDS_KEY = ['rewards'] as const;

export const taskLists = ['daily', 'weekly', 'once', 'center'] as const satisfies readonly Task['list'][];
export const taskRules = [
  'checkin',
  'checkin_days',
  'deposit',
  'trade_volume',
  'verified',
  'second_factor',
  'saved_address',
  'earn',
  'guesses',
  'mined_hours',
] as const satisfies readonly Task['rule'][];
