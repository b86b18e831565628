import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Services } from '../services.ts';
import { demandToken } from '../token.ts';
import { periodOf, type TaskList } from './periods.ts';
import { progressOf } from './progress.ts';

export interface Claimed {
  /** False if it had been claimed before. */
  readonly isNew: boolean;
  readonly points: number;
}

/**
 * Gives the client the points of a task in one of these lists, once per period of the task. The claim, the points and
 * the fund's promise to convert them are one transaction. Errors: unknown_task, reward_unavailable, task_not_done,
 * reward_account_empty.
 */
export async function claimTask(
  services: Services,
  session: Session,
  id: number,
  lists: readonly TaskList[],
): Promise<Claimed> {
  const { rewardTasks, rewardPool, reservations, points: entries, clock, instruments } = services;
  const { owner } = session;
  const task = await rewardTasks.one(id);
  if (task === undefined || !task.isOn || !lists.includes(task.list)) throw new ApiError('unknown_task');
  demandToken(instruments);
  const nowMs = clock();
  const period = periodOf(task.list, nowMs);
  const { version, points, rule } = task;
  const before = await claimedBefore(services, owner, id, period.key);
  if (before !== undefined) return { isNew: false, points: before };
  if (!(await progressOf(services, session, task, period, 'claim')).isDone) throw new ApiError('task_not_done');
  const isNew = await inTransaction(rewardPool, async (client) => {
    // A concurrent claim blocks here until the first one ends.
    const { rowCount } = await client.query(
      `insert into task_claims (owner, task_id, period, version, points, at_ms) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [owner, id, period.key, version, points, nowMs],
    );
    if (rowCount !== 1) return false;
    const promised = await reservations.cover(client, owner, points);
    const source = `${id} ${period.key}`;
    if (!(await entries.add(client, { owner, kind: 'task', source, points, task: id, rule })))
      throw new Error(`the points of task ${source} were given without a claim`);
    await entries.setPromised(client, owner, promised);
    return true;
  });
  return { isNew, points: isNew ? points : ((await claimedBefore(services, owner, id, period.key)) ?? points) };
}

/** The points claimed for this task in this period; undefined if it was not claimed. */
async function claimedBefore(
  { rewardPool }: Services,
  owner: number,
  task: number,
  period: string,
): Promise<number | undefined> {
  const { rows } = await rewardPool.query<{ points: number }>(
    'select points from task_claims where owner = $1 and task_id = $2 and period = $3',
    [owner, task, period],
  );
  return rows[0]?.points;
}
