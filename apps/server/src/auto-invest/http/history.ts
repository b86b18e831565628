import { pageSize, readIdCursor } from '../../http/paging.ts';
import { readPlans } from '../plans/plan-table.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import { planLabel } from '../runs/run-notices.ts';
import { type Purchase, purchasesOf, type Run, runsOf } from '../runs/run-table.ts';
import type { Handler, Services } from '../services.ts';
import { costOfOne, textOf } from './wire.ts';

export const autoInvestHistory: Handler<'autoInvestHistory'> = async ({ services, session, query }) => {
  const { pool } = services.autoInvest;
  const limit = pageSize(query.limit);
  const page = { ...readIdCursor(query.cursor), plan: query.plan_id, limit: limit + 1 };
  const runs = await runsOf(pool, session.owner, page);
  const shown = runs.slice(0, limit);
  const purchases = await purchasesOf(
    pool,
    shown.map(({ id }) => id),
  );
  const byRun = Map.groupBy(purchases, ({ run }) => run);
  const plans = await readPlans(pool, [...new Set(shown.map(({ plan }) => plan))]);
  const names = new Map(plans.map((plan) => [plan.id, planLabel(services, plan)]));
  return {
    runs: shown.map((run) => runOnWire(services, run, names.get(run.plan) ?? '', byRun.get(run.id) ?? [])),
    ...(runs.length > limit ? { next_cursor: String(shown.at(-1)?.id) } : {}),
    position: services.core.position,
  };
};

function runOnWire(services: Services, run: Run, planName: string, purchases: readonly Purchase[]) {
  const usdt = demandUsdt(services);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, units) => total + units, 0);
  return {
    id: run.id,
    plan_id: run.plan,
    plan_name: planName,
    planned_at: run.slotMs,
    time: run.endedMs ?? run.draftedMs,
    amount: textOf(run.units, usdt),
    spent: textOf(sum(purchases.map(({ spentUnits }) => spentUnits)), usdt),
    from_flexible: textOf(run.state === 'skipped' ? 0 : sum(run.sources.map(({ units }) => units)), usdt),
    missed: run.missed,
    state: run.state === 'sent' ? ('pending' as const) : run.state,
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    purchases: purchases.map((one) => purchaseOnWire(services, one)),
  };
}

function purchaseOnWire(services: Services, one: Purchase) {
  const usdt = demandUsdt(services);
  const coin = services.instruments.asset(one.asset);
  const price = costOfOne(one.spentUnits, one.receivedUnits, { coin, usdt });
  return {
    coin: coin.code,
    amount: textOf(one.units, usdt),
    state: one.state === 'sent' ? ('pending' as const) : one.state,
    ...(one.reason === undefined ? {} : { reason: one.reason }),
    ...(one.position === undefined
      ? {}
      : {
          spent: textOf(one.spentUnits, usdt),
          bought: textOf(one.receivedUnits, coin),
          fee: textOf(one.feeUnits, usdt),
          position: one.position,
        }),
    ...(price === undefined ? {} : { price }),
  };
}
