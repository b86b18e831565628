import { pageSize, readIdCursor } from '../../http/paging.ts';
import { signedValueText, valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { type Holding, holdingsOf, type Plan, plansOf } from '../plans/plan-table.ts';
import { demandUsdt, sharesNow } from '../plans/refuse-terms.ts';
import type { Handler, Services } from '../services.ts';
import { costOfOne, percentOf, textOf } from './wire.ts';

export const autoInvestPlans: Handler<'autoInvestPlans'> = async ({ services, session, query }) => {
  const { pool } = services.autoInvest;
  const limit = pageSize(query.limit);
  const page = { ...readIdCursor(query.cursor), limit: limit + 1, isStopped: query.state === 'stopped' };
  const plans = await plansOf(pool, session.owner, page);
  const shown = plans.slice(0, limit);
  const holdings = await holdingsOf(
    pool,
    shown.map(({ id }) => id),
  );
  const byPlan = Map.groupBy(holdings, ({ plan }) => plan);
  return {
    plans: shown.map((plan) => planOnWire(services, plan, byPlan.get(plan.id) ?? [])),
    ...(plans.length > limit ? { next_cursor: String(shown.at(-1)?.id) } : {}),
    time: services.clock(),
    position: services.core.position,
  };
};

function planOnWire(services: Services, plan: Plan, holdings: readonly Holding[]) {
  const usdt = demandUsdt(services);
  const { schedule } = plan;
  const held = new Map(holdings.map((holding) => [holding.asset, holding]));
  const shares = new Map(plan.state === 'stopped' ? [] : wholeShares(services, plan));
  const coins = [...new Set([...shares.keys(), ...held.keys()])];
  const invested = holdings.reduce((sum, { spentUnits }) => sum + BigInt(spentUnits), 0n);
  const value = holdings.reduce(
    (sum, { asset, receivedUnits }) => sum + valueUnits(services, services.instruments.asset(asset), receivedUnits),
    0n,
  );
  const percent = percentOf(value - invested, invested);
  return {
    id: plan.id,
    kind: plan.kind,
    name: plan.name,
    ...(plan.list === undefined ? {} : { list: plan.list }),
    coins: coins.map((asset) => coinOnWire(services, asset, shares.get(asset) ?? 0, held.get(asset))),
    amount: textOf(plan.units, usdt),
    cycle: schedule.cycle,
    ...(schedule.weekday === undefined ? {} : { weekday: schedule.weekday }),
    ...(schedule.day === undefined ? {} : { day: schedule.day }),
    ...(schedule.hour === undefined ? {} : { hour: schedule.hour }),
    use_flexible: plan.useFlexible,
    state: plan.state,
    version: plan.version,
    created_at: plan.createdMs,
    ...(plan.endedMs === undefined ? {} : { ended_at: plan.endedMs }),
    first_run: plan.firstMs,
    ...(plan.nextRunMs === undefined ? {} : { next_run: plan.nextRunMs }),
    runs: plan.doneRuns,
    skipped: plan.skippedRuns,
    missed: plan.missedRuns,
    invested: valueText(services, invested),
    value: valueText(services, value),
    return: signedValueText(services, value - invested),
    ...(percent === undefined ? {} : { return_percent: percent }),
  };
}

/** The coins with whole percentages. The equal shares of a list may not be whole, so they are rounded. */
function wholeShares(services: Services, plan: Plan): [number, number][] {
  const shares = sharesNow(services, plan);
  const sum = shares.reduce((total, { percent }) => total + percent, 0);
  return shares.map(({ asset, percent }) => [asset, Math.round((percent * 100) / sum)]);
}

function coinOnWire(services: Services, asset: number, percent: number, held: Holding | undefined) {
  const coin = services.instruments.asset(asset);
  const usdt = demandUsdt(services);
  const { fullName, image } = services.coins.byCode(coin.code);
  const { spentUnits = 0, receivedUnits = 0, feeUnits = 0 } = held ?? {};
  const value = valueUnits(services, coin, receivedUnits);
  const average = costOfOne(spentUnits, receivedUnits, { coin, usdt });
  return {
    name: coin.code,
    full_name: fullName,
    image,
    decimals: coin.scale,
    percent,
    invested: textOf(spentUnits, usdt),
    bought: textOf(receivedUnits, coin),
    fees: textOf(feeUnits, usdt),
    ...(average === undefined ? {} : { average_cost: average }),
    value: valueText(services, value),
    return: signedValueText(services, value - BigInt(spentUnits)),
  };
}
