import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { firstRun, RunTimes, type Schedule } from '../rules/schedule.ts';
import type { Services } from '../services.ts';
import { refuseInvesting } from './create-plan.ts';
import { lockPlan, type Plan, type PlanTerms, updateState, updateTerms } from './plan-table.ts';
import { refuseTerms, refuseTooMany } from './refuse-terms.ts';

export interface PlanEdit extends PlanTerms {
  readonly plan: number;
  /** The version that the client saw. */
  readonly version: number;
}

export interface EditedPlan {
  readonly version: number;
  readonly nextRunMs: number | undefined;
}

/**
 * Replaces the terms of a plan from its next run on. A run that has begun keeps its amounts, which are stored in its
 * own rows. Errors: unknown_plan, plan_stopped, plan_changed, those of creating a plan.
 */
export async function editPlan(services: Services, principal: Principal, edit: PlanEdit): Promise<EditedPlan> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { pool } = services.autoInvest;
  const refuse = (plan: Plan) => {
    if (plan.state === 'stopped') throw new ApiError('plan_stopped');
    if (plan.version !== edit.version) throw new ApiError('plan_changed');
    refuseInvesting(services, owner);
    refuseTerms(services, owner, plan.kind, edit);
  };
  // All other checks precede the verification of the password.
  await inTransaction(pool, async (client) => refuse(await demandOwnPlan(client, owner, edit.plan)));
  await principal.unlock();
  return inTransaction(pool, async (client) => {
    await client.query('select from client where owner = $1 for no key update', [owner]);
    const plan = await demandOwnPlan(client, owner, edit.plan);
    refuse(plan);
    const nowMs = services.clock();
    await refuseTooMany(client, owner, edit, { nowMs, edited: plan.id });
    const times = timesAfter(plan, edit.schedule, nowMs);
    const version = await updateTerms(client, plan.id, edit, times);
    return { version, nextRunMs: times.nextRunMs };
  });
}

const isSame = (a: Schedule, b: Schedule): boolean =>
  a.cycle === b.cycle && a.weekday === b.weekday && a.day === b.day && a.hour === b.hour;

/** With an unchanged schedule, the next run is unchanged. A changed schedule starts like that of a new plan. */
function timesAfter({ schedule, firstMs, nextRunMs, state }: Plan, next: Schedule, nowMs: number) {
  if (isSame(schedule, next)) return { firstMs, nextRunMs };
  const first = firstRun(next, nowMs);
  return { firstMs: first, nextRunMs: state === 'active' ? first : undefined };
}

/**
 * Pauses a plan, or resumes it from its next planned run. Neither needs the password. Errors: unknown_plan,
 * plan_stopped, account_restricted, kyc_required.
 */
export function pausePlan(services: Services, principal: Principal, id: number, isPaused: boolean): Promise<void> {
  demandRight(principal, 'trade');
  return inTransaction(services.autoInvest.pool, async (client) => {
    const plan = await demandOwnPlan(client, principal.owner, id);
    if (plan.state === 'stopped') throw new ApiError('plan_stopped');
    if ((plan.state === 'paused') === isPaused) return;
    if (isPaused) return updateState(client, id, { state: 'paused' });
    const nextRunMs = new RunTimes(plan.schedule, plan.firstMs).after(services.clock());
    return updateState(client, id, { state: 'active', nextRunMs });
  });
}

/** Stops a plan for good. Has no effect if it is already stopped. Errors: unknown_plan. */
export function removePlan(services: Services, principal: Principal, id: number): Promise<void> {
  demandRight(principal, 'trade');
  return inTransaction(services.autoInvest.pool, async (client) => {
    await demandOwnPlan(client, principal.owner, id);
    await updateState(client, id, { state: 'stopped', endedMs: services.clock() });
  });
}

/** Locks a client's plan. Errors: unknown_plan. */
async function demandOwnPlan(client: PoolClient, owner: number, id: number): Promise<Plan> {
  const plan = await lockPlan(client, id);
  if (plan === undefined || plan.owner !== owner) throw new ApiError('unknown_plan');
  return plan;
}
