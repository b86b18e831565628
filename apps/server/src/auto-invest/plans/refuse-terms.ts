import type { AutoInvestKind } from '@vitrine/contract';
import type { Refusal } from '@vitrine/core';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { quoteNow } from '../../trading/convert/conversion.ts';
import { isMeaningful, runsPerDay } from '../rules/schedule.ts';
import { areWhole, partsOf, type Share } from '../rules/shares.ts';
import type { Services } from '../services.ts';
import { MOST_COINS, sharesOfList } from './lists.ts';
import { openPlans, type Plan, type PlanTerms } from './plan-table.ts';

/**
 * Limits per client: plans that have not been stopped, new plans in 24 hours, and purchases of all plans in 24 hours,
 * because the core stores the reference of each purchase.
 */
export const MOST_PLANS = 20;
const MOST_NEW_A_DAY = 50;
export const MOST_PURCHASES_A_DAY = 240;
const DAY_MS = 86_400_000;

/** Refusals of a quote that do not prevent a plan: the order books may have enough liquidity when it runs. */
const PASSING: ReadonlySet<Refusal> = new Set(['no_liquidity', 'cannot_fill', 'market_busy']);

/** The coins that a plan with these terms buys now. */
export const sharesNow = (
  services: Services,
  { list, shares }: Pick<PlanTerms, 'list' | 'shares'>,
): readonly Share[] => (list === undefined ? shares : sharesOfList(services, list));

/**
 * Rejects terms that are inconsistent, or with parts that no market would accept. Errors: weights_invalid,
 * schedule_invalid, list_empty, no_conversion, those of a conversion.
 */
export function refuseTerms(services: Services, owner: number, kind: AutoInvestKind, terms: PlanTerms): void {
  if ((kind === 'linked') !== (terms.list !== undefined)) throw new ApiError('weights_invalid');
  if (kind === 'linked' ? terms.shares.length > 0 : !areWhole(terms.shares)) throw new ApiError('weights_invalid');
  if (kind === 'single' && terms.shares.length !== 1) throw new ApiError('weights_invalid');
  if (!isMeaningful(terms.schedule)) throw new ApiError('schedule_invalid');
  const shares = sharesNow(services, terms);
  if (shares.length === 0) throw new ApiError('list_empty');
  for (const { asset, units } of partsOf(terms.units, shares)) refusePart(services, owner, asset, units);
}

function refusePart(services: Services, owner: number, asset: number, units: Plan['units']): void {
  const { instruments, core } = services;
  const usdt = demandUsdt(services);
  const to = instruments.asset(asset);
  if (instruments.byCoin(asset) === undefined) throw new ApiError('no_conversion', { from: usdt.code, to: to.code });
  const quote = core.quoteConvert(owner, usdt.asset, asset, units);
  if (typeof quote === 'string' && !PASSING.has(quote)) quoteNow(services, owner, { from: usdt, to, units });
}

export function demandUsdt({ instruments }: Pick<Services, 'instruments'>) {
  const { usdt } = instruments;
  if (usdt === undefined) throw new ApiError('unknown_coin', { coin: 'USDT' });
  return usdt;
}

/** Maximum number of purchases that the plan makes in 24 hours. */
const purchasesADay = ({ list, shares, schedule }: PlanTerms): number =>
  runsPerDay(schedule.cycle) * (list === undefined ? shares.length : MOST_COINS);

/**
 * Enforces the limits per client. The client's row must be locked. `edited` is the plan that these terms replace.
 * Errors: too_many_plans, too_many_runs.
 */
export async function refuseTooMany(
  client: PoolClient,
  owner: number,
  terms: PlanTerms,
  { nowMs, edited }: { readonly nowMs: number; readonly edited?: number },
): Promise<void> {
  const { open, created } = await openPlans(client, owner, nowMs - DAY_MS);
  const others = open.filter(({ id }) => id !== edited);
  if (edited === undefined && (others.length >= MOST_PLANS || created >= MOST_NEW_A_DAY))
    throw new ApiError('too_many_plans', { most: String(MOST_PLANS) });
  const purchases = others.reduce((sum, plan) => sum + purchasesADay(plan), purchasesADay(terms));
  if (purchases > MOST_PURCHASES_A_DAY) throw new ApiError('too_many_runs', { most: String(MOST_PURCHASES_A_DAY) });
}
