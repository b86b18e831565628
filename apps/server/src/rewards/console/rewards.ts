import { isDeepStrictEqual } from 'node:util';
import { formatDecimal } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import { termsOnWire } from '../http/referral.ts';
import type { ReferralTerms } from '../referral/programmes.ts';
import type { Handler, Services } from '../services.ts';
import type { RewardTask, TaskTerms } from '../tasks/reward-tasks.ts';
import { rewardToken } from '../token.ts';
import { registerFundings } from './fundings.ts';
import { registerReleases } from './holds.ts';

const REWARD_TASK = 'reward_task';
const REFERRAL_PROGRAMME = 'referral_programme';
const SHOWN_FUNDINGS = 20;

interface TaskParameters {
  /** Undefined for a new task. */
  readonly task: number | undefined;
  /** The version that the change was requested for. */
  readonly version: number;
  readonly terms: TaskTerms;
}

interface ProgrammeParameters {
  /** The version that the change was requested for; 0 if there was none. */
  readonly version: number;
  readonly terms: ReferralTerms;
}

export const consoleRewards: Handler<'consoleRewards'> = async ({ services }) => {
  const { rewardFundings, rewardTasks, instruments } = services;
  const claims = await rewardTasks.claims();
  const programme = await services.programmes.current();
  return {
    fund: await fundView(services),
    fundings: (await rewardFundings.latest(SHOWN_FUNDINGS)).map(
      ({ id, source, direction, state, asset, units, approvedMs, position }) => {
        const { code, scale } = instruments.asset(asset);
        return {
          id,
          coin: code,
          amount: formatDecimal(units, scale),
          source,
          direction,
          state,
          approved_at: approvedMs,
          position: position ?? 0,
        };
      },
    ),
    ...(programme && { programme: termsOnWire(programme) }),
    tasks: (await rewardTasks.all()).map((task) => ({
      task_id: task.id,
      version: task.version,
      ...taskOnWire(task),
      claims: claims.get(task.id) ?? 0,
    })),
  };
};

/** The assets that rewards are paid in. */
async function fundView({ rewardFund, rewardPayments, instruments }: Services) {
  const token = rewardToken(instruments);
  const rows = [];
  for (const view of [token, instruments.usdt]) {
    if (view === undefined) continue;
    const { available, promised, paid } = await rewardFund.budget(view.asset);
    const text = (units: number) => formatDecimal(units, view.scale);
    rows.push({
      coin: view.code,
      available: text(available),
      promised: text(promised),
      paid: text(paid),
      waiting: text(await rewardPayments.waiting(view.asset)),
    });
  }
  return rows;
}

export const consoleAskForTask: Handler<'consoleAskForTask'> = async (call) => {
  const { services, session, body } = call;
  const { task_id: task, reason, is_on: isOn, ...rest } = body;
  const terms: TaskTerms = { ...rest, isOn };
  const present = task === undefined ? undefined : await services.rewardTasks.one(task);
  if (task !== undefined && present === undefined) throw new ApiError('unknown_task');
  const before = present === undefined ? null : taskOnWire(present);
  const after = taskOnWire(terms);
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  const parameters: TaskParameters = { task, version: present?.version ?? 0, terms };
  const about = { subject: task === undefined ? 'new task' : `task ${task}`, before, after, reason };
  const approval = await services.approvals.ask(session, { kind: REWARD_TASK, parameters, ...about });
  call.audit({ ...about, after: { ...after, approval } });
  return { approval };
};

const taskOnWire = ({ list, rule, threshold, points, name, description, isOn, place }: TaskTerms | RewardTask) => ({
  list,
  rule,
  threshold,
  points,
  name,
  description,
  is_on: isOn,
  place,
});

export const consoleAskForProgramme: Handler<'consoleAskForProgramme'> = async (call) => {
  const { services, session, body } = call;
  const terms: ReferralTerms = {
    joinedUsdt: body.joined_usdt,
    bonusUsdt: body.bonus_usdt,
    bonusAboveUsdt: body.bonus_above_usdt,
    commissionPpm: body.commission_ppm,
    isOpen: body.is_open,
  };
  const present = await services.programmes.current();
  const before = present === undefined ? null : termsOnWire(present);
  const after = termsOnWire(terms);
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  const parameters: ProgrammeParameters = { version: present?.version ?? 0, terms };
  const about = { subject: 'referral programme', before, after, reason: body.reason };
  const approval = await services.approvals.ask(session, { kind: REFERRAL_PROGRAMME, parameters, ...about });
  call.audit({ ...about, after: { ...after, approval } });
  return { approval };
};

/** Registers the actions executed when changes to tasks and terms are approved. */
export function registerRewards(services: Services): void {
  const { approvals, rewardTasks, programmes } = services;
  registerFundings(services);
  registerReleases(services);
  approvals.register<TaskParameters>(REWARD_TASK, {
    roles: ['treasury', 'compliance'],
    execute: ({ task, version, terms }, { approval, transaction }) =>
      rewardTasks.set(transaction, terms, { task, version }, approval.id),
  });
  approvals.register<ProgrammeParameters>(REFERRAL_PROGRAMME, {
    roles: ['treasury', 'compliance'],
    execute: ({ version, terms }, { approval, transaction }) =>
      programmes.add(transaction, version, terms, approval.id),
  });
}
