import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { earnStore as subscribe } from '../../earn/http/earn-store.ts';
import { readProduct } from '../../earn/products/products.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { createPlan, type PlanIntent } from '../plans/create-plan.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import type { Handler } from '../services.ts';
import { createdOnWire } from './plan-changes.ts';
import { readSchedule } from './read-terms.ts';

/** A subscription or, with `cycles`, a plan that buys the product's coin. */
export const earnStore: Handler<'earnStore'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  if (body.cycles === undefined) return subscribe(call);
  const product = await readProduct(services.earn.pool, body.earn_id, services.clock());
  if (product === undefined) throw new ApiError('unknown_product');
  if ((body.days ?? 0) > 0) throw new ApiError('term_unknown');
  const intent: PlanIntent = {
    kind: 'single',
    name: '',
    list: undefined,
    shares: [{ asset: product.asset, percent: 100 }],
    units: readUnits(body.amount, demandUsdt(services)),
    schedule: readSchedule({ cycle: body.cycles }),
    useFlexible: false,
  };
  const plan = await createPlan(services, tradingPrincipal(call), intent, idempotencyKey);
  const { plan_id, first_run, position } = createdOnWire(plan);
  return { message: 'success', plan_id, starts_at: first_run, position };
};
