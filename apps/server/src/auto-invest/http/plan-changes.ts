import { tradingPrincipal, wrongPasswordMessage } from '../../auth/http/session-principal.ts';
import * as changes from '../plans/change-plan.ts';
import { createPlan } from '../plans/create-plan.ts';
import type { Plan } from '../plans/plan-table.ts';
import type { Handler } from '../services.ts';
import { readTerms } from './read-terms.ts';

export const createAutoInvestPlan: Handler<'createAutoInvestPlan'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const intent = { kind: body.kind, ...readTerms(services, body) };
  return createPlan(services, tradingPrincipal(call), intent, idempotencyKey).then(
    (plan) => ({ message: 'success' as const, ...createdOnWire(plan) }),
    wrongPasswordMessage,
  );
};

/**
 * The response to the creation of a plan. It does not depend on later edits, so that a repeated call gets the same
 * response.
 */
export const createdOnWire = ({ id, createdFirstMs, position }: Plan) => ({
  plan_id: id,
  first_run: createdFirstMs,
  position,
});

export const editAutoInvestPlan: Handler<'editAutoInvestPlan'> = async (call) => {
  const { services, body } = call;
  const edit = { plan: body.plan_id, version: body.version, ...readTerms(services, body) };
  return changes.editPlan(services, tradingPrincipal(call), edit).then(
    ({ version, nextRunMs }) => ({
      message: 'success' as const,
      version,
      ...(nextRunMs === undefined ? {} : { next_run: nextRunMs }),
    }),
    wrongPasswordMessage,
  );
};

export const pauseAutoInvestPlan: Handler<'pauseAutoInvestPlan'> = async (call) => {
  await changes.pausePlan(call.services, tradingPrincipal(call), call.body.plan_id, call.body.paused);
  return { message: 'success' };
};

export const removeAutoInvestPlan: Handler<'removeAutoInvestPlan'> = async (call) => {
  await changes.removePlan(call.services, tradingPrincipal(call), call.body.plan_id);
  return { message: 'success' };
};
