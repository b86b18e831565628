import type { Session } from '../../http/session.ts';
import type { Handler, Services } from '../services.ts';
import * as acts from '../tasks/claim-task.ts';
import { type Period, periodOf, type TaskList, weekday } from '../tasks/periods.ts';
import { checkInsOf, type Progress, progressOf } from '../tasks/progress.ts';
import type { RewardTask } from '../tasks/reward-tasks.ts';

const inRewardCenter: readonly TaskList[] = ['daily', 'weekly', 'once'];

interface Shown {
  readonly task: RewardTask;
  readonly progress: Progress;
  /** Undefined if it is not claimed in the current period. */
  readonly claimedMs: number | undefined;
}

export const airdropTasks: Handler<'airdropTasks'> = async ({ services, session }) => {
  const nowMs = services.clock();
  const shown = await shownTasks(services, session, nowMs, inRewardCenter);
  const of = (list: TaskList) => shown.filter(({ task }) => task.list === list).map(onWire);
  const days = await checkInsOf(services, session.owner, nowMs);
  return {
    daily: of('daily'),
    weekly: of('weekly'),
    allTime: of('once'),
    resets_at: { daily: periodOf('daily', nowMs).toMs, weekly: periodOf('weekly', nowMs).toMs },
    week: { checked_in: days.map((day) => weekday(Date.parse(day))), today: weekday(nowMs) },
  };
};

export const claimAirdropTask: Handler<'claimAirdropTask'> = async ({ services, session, body }) =>
  claimedOnWire(await acts.claimTask(services, session, body.id, inRewardCenter));

export const taskView: Handler<'taskView'> = async ({ services, session }) => {
  const shown = await shownTasks(services, session, services.clock(), ['center']);
  return {
    tasks: shown.map(({ task, progress, claimedMs }) => ({
      task_status: claimedMs === undefined ? ('ONGOING' as const) : ('DONE' as const),
      amount: progress.amount,
      is_claimable: claimedMs === undefined && progress.isDone,
      task_center: {
        id: task.id,
        rule: task.rule,
        name: task.name,
        description: task.description,
        reward_amount: task.points,
        amount: progress.required,
      },
    })),
  };
};

export const claimTask: Handler<'claimTask'> = async ({ services, session, body }) =>
  claimedOnWire(await acts.claimTask(services, session, body.task_center_id, ['center']));

const claimedOnWire = ({ isNew, points }: acts.Claimed) => ({
  message: isNew ? ('success' as const) : ('claimed' as const),
  points,
});

/** The tasks currently offered in these lists, with the client's progress. */
async function shownTasks(
  services: Services,
  session: Session,
  nowMs: number,
  lists: readonly TaskList[],
): Promise<Shown[]> {
  const tasks = await services.rewardTasks.offered(...lists);
  const claims = await claimsOf(services, session.owner, tasks, nowMs);
  const shown: Shown[] = [];
  // Sequential, because each read may occupy a database connection.
  for (const task of tasks) {
    const progress = await progressOf(services, session, task, periodOf(task.list, nowMs));
    shown.push({ task, progress, claimedMs: claims.get(task.id) });
  }
  return shown;
}

/** When the client claimed these tasks in their current periods, by task. */
async function claimsOf(
  { rewardPool }: Services,
  owner: number,
  tasks: readonly RewardTask[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const keyOf = ({ list }: RewardTask): Period['key'] => periodOf(list, nowMs).key;
  const { rows } = await rewardPool.query<{ task_id: number; at_ms: string }>(
    `select task_id, at_ms from task_claims join unnest($2::integer[], $3::text[]) wanted (task_id, period)
       using (task_id, period) where owner = $1`,
    [owner, tasks.map(({ id }) => id), tasks.map(keyOf)],
  );
  return new Map(rows.map(({ task_id, at_ms }) => [task_id, Number(at_ms)]));
}

function onWire({ task, progress, claimedMs }: Shown) {
  const { id, rule, name, description, points: point } = task;
  const isDeposit = rule === 'deposit';
  return {
    id,
    type: rule === 'checkin' || rule === 'deposit' ? rule : ('other' as const),
    rule,
    name,
    description,
    point,
    status: statusOf(isDeposit, progress, claimedMs),
    progress: progress.amount,
    required: progress.required,
    deposit_requirement: isDeposit ? progress.required : '0',
    claimed_at: claimedMs ?? 0,
  };
}

type Status = 'claimed' | 'claimable' | 'empty' | 'ongoing';

function statusOf(isDeposit: boolean, { isDone }: Progress, claimedMs: number | undefined): Status {
  if (claimedMs !== undefined) return 'claimed';
  if (isDone) return 'claimable';
  return isDeposit ? 'empty' : 'ongoing';
}
