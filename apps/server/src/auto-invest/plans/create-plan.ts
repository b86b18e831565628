import type { AutoInvestKind } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { refuseTrading } from '../../trading/submit-unlocked.ts';
import { firstRun } from '../rules/schedule.ts';
import type { Services } from '../services.ts';
import { insertPlan, type Plan, type PlanTerms, planByKey } from './plan-table.ts';
import { refuseTerms, refuseTooMany } from './refuse-terms.ts';

export interface PlanIntent extends PlanTerms {
  readonly kind: AutoInvestKind;
}

/**
 * Creates a plan. Its purchases are not confirmed individually, so its creation requires everything that a conversion
 * does. With `key`, a repeated call returns the first call's plan. Errors: reference_conflict, account_frozen,
 * account_restricted, kyc_required, too_many_plans, too_many_runs, those of `refuseTerms`.
 */
export async function createPlan(
  services: Services,
  principal: Principal,
  intent: PlanIntent,
  key: string | undefined,
): Promise<Plan> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { pool } = services.autoInvest;
  const request = JSON.stringify(intent);
  const first = key === undefined ? undefined : await planByKey(pool, owner, key);
  if (first !== undefined) return same(first, request);
  refuseInvesting(services, owner);
  refuseTerms(services, owner, intent.kind, intent);
  await principal.unlock();
  return inTransaction(pool, async (client) => {
    await client.query('select from client where owner = $1 for no key update', [owner]);
    // A concurrent call with the same key may have created it meanwhile.
    const before = key === undefined ? undefined : await planByKey(client, owner, key);
    if (before !== undefined) return same(before, request);
    refuseInvesting(services, owner);
    const nowMs = services.clock();
    await refuseTooMany(client, owner, intent, { nowMs });
    const firstMs = firstRun(intent.schedule, nowMs);
    const { position } = services.core;
    return insertPlan(client, { ...intent, owner, firstMs, createdMs: nowMs, position, key, request });
  });
}

/** Rejects a client who may not trade now. Errors: account_frozen, account_restricted, kyc_required. */
export function refuseInvesting(services: Services, owner: number): void {
  if (services.core.isFrozen(owner)) throw new ApiError('account_frozen');
  refuseTrading(services, owner);
}

function same(plan: Plan, request: string): Plan {
  if (plan.request !== request) throw new ApiError('reference_conflict');
  return plan;
}
