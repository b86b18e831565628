import { formatDecimal, trimZeros } from '@vitrine/money';
import type { PoolClient } from 'pg';
import type { Plan } from '../plans/plan-table.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import { runsPerDay } from '../rules/schedule.ts';
import type { Services } from '../services.ts';
import { type Purchase, reasonBefore } from './run-table.ts';

/** How notices refer to the plan: by its name, or else by its list or coins. */
export function planLabel(
  { instruments }: Pick<Services, 'instruments'>,
  plan: Pick<Plan, 'name' | 'list' | 'shares'>,
) {
  if (plan.name !== '') return plan.name;
  return plan.list ?? plan.shares.map(({ asset }) => instruments.asset(asset).code).join(', ');
}

/**
 * Notifies of a run that bought something, unless the plan runs several times a day: such runs are only in the history.
 */
export async function notifyBought(
  services: Services,
  client: PoolClient,
  plan: Plan,
  purchases: readonly Purchase[],
): Promise<void> {
  const codes = (state: Purchase['state']) =>
    purchases
      .filter((one) => one.state === state)
      .map(({ asset }) => services.instruments.asset(asset).code)
      .join(', ');
  const failed = codes('refused');
  if (failed === '' && runsPerDay(plan.schedule.cycle) > 1) return;
  const spent = purchases.reduce((sum, { spentUnits }) => sum + spentUnits, 0);
  const amount = trimZeros(formatDecimal(spent, demandUsdt(services).scale));
  const words = { plan: planLabel(services, plan), amount, coins: codes('done') };
  if (failed === '') await services.notices.add(plan.owner, 'auto_invest_bought', words, client);
  else await services.notices.add(plan.owner, 'auto_invest_partly', { ...words, failed }, client);
}

/** Notifies of a run that bought nothing, unless the previous run was skipped for the same reason. */
export async function notifySkipped(
  services: Services,
  client: PoolClient,
  plan: Plan,
  run: { readonly id: number; readonly reason: string },
): Promise<void> {
  if ((await reasonBefore(client, plan.id, run.id)) === run.reason) return;
  const words = {
    plan: planLabel(services, plan),
    amount: trimZeros(formatDecimal(plan.units, demandUsdt(services).scale)),
  };
  const kind = run.reason === 'balance' ? 'auto_invest_no_balance' : 'auto_invest_skipped';
  await services.notices.add(plan.owner, kind, words, client);
}
