import type { AutoInvestReason } from '@vitrine/contract';
import type { AssetUnits } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import { refuseInvesting } from '../plans/create-plan.ts';
import type { Plan } from '../plans/plan-table.ts';
import { demandUsdt, MOST_PURCHASES_A_DAY, sharesNow } from '../plans/refuse-terms.ts';
import { RunTimes } from '../rules/schedule.ts';
import { partsOf } from '../rules/shares.ts';
import type { Services } from '../services.ts';
import { appraise } from './appraise.ts';
import { type PlannedPart, type PlannedRun, purchasesSince, type Source } from './run-table.ts';

/**
 * Slightly less than a day, because runs planned for the same time are not executed at exactly the same moment every
 * day.
 */
const DAY_MS = 23 * 3_600_000;

/**
 * Decides what a due run does. After an outage, only the latest missed run is executed. If the balance does not cover
 * everything that can be bought, nothing is bought.
 */
export async function planRun(services: Services, plan: Plan): Promise<PlannedRun> {
  const nowMs = services.clock();
  const times = new RunTimes(plan.schedule, plan.firstMs);
  const last = times.lastUntil(nowMs);
  const slot = {
    slotMs: times.at(last),
    missed: last - times.lastUntil(plan.nextRunMs ?? nowMs),
    nextRunMs: times.after(nowMs),
    nowMs,
  };
  const parts: PlannedPart[] = [];
  const skipped = (reason: AutoInvestReason): PlannedRun => ({ ...slot, reason, parts, sources: [] });
  if (isRefused(services, plan)) return skipped('restricted');
  const shares = sharesNow(services, plan);
  if (shares.length === 0) return skipped('list_empty');
  for (const part of partsOf(plan.units, shares)) {
    const quote = await appraise(services, plan.owner, part);
    parts.push(typeof quote === 'string' ? { ...part, reason: quote } : part);
  }
  const wanted = parts.filter(({ reason }) => reason === undefined);
  if (wanted.length === 0) return skipped(parts[0]?.reason ?? 'no_liquidity');
  // Edits check the limit for future purchases; this check includes past ones.
  const made = await purchasesSince(services.autoInvest.pool, plan.owner, nowMs - DAY_MS);
  if (made + wanted.length > MOST_PURCHASES_A_DAY) return skipped('too_many');
  const sources = await sourcesOf(
    services,
    plan,
    wanted.reduce((sum, { units }) => sum + units, 0),
  );
  return sources === undefined ? skipped('balance') : { ...slot, reason: undefined, parts, sources };
}

function isRefused(services: Services, { owner }: Plan): boolean {
  try {
    refuseInvesting(services, owner);
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

/**
 * What to redeem from flexible USDT, oldest stakes first, so that the spot wallet has at least `units`. Undefined if
 * that is not enough, or if the plan may not use it.
 */
async function sourcesOf(services: Services, plan: Plan, units: number): Promise<Source[] | undefined> {
  const { owner } = plan;
  const { asset } = demandUsdt(services);
  let short = units - services.core.balance(owner, 'spot', asset).availableUnits;
  const sources: Source[] = [];
  if (short <= 0) return sources;
  if (!plan.useFlexible) return undefined;
  for (const stake of await flexibleStakes(services, owner)) {
    // A partial redemption must be at least the minimum of the stake's terms; a full redemption is always possible.
    const taken = Math.min(Math.max(short, stake.minimumUnits), stake.units);
    sources.push({ stake: stake.stake, units: taken as AssetUnits });
    short -= taken;
    if (short <= 0) return sources;
  }
  return undefined;
}

interface FlexibleStake extends Source {
  /** The smallest partial redemption. */
  readonly minimumUnits: number;
}

/** A client's running flexible stakes of USDT, oldest first. */
export async function flexibleStakes(services: Services, owner: number): Promise<FlexibleStake[]> {
  const { rows } = await services.autoInvest.pool.query<
    Record<'stake_id' | 'principal_units' | 'minimum_units', string>
  >(
    `select stake_id, principal_units, minimum_units from earn_stakes join earn_versions using (version_id)
     where owner = $1 and asset_id = $2 and kind = 'flexible' and state = 'running' and principal_units > 0
       and not exists (select from earn_moves where earn_moves.stake_id = earn_stakes.stake_id and state = 'sent')
     order by stake_id`,
    [owner, demandUsdt(services).asset],
  );
  return rows.map((row) => ({
    stake: Number(row.stake_id),
    units: Number(row.principal_units) as AssetUnits,
    minimumUnits: Number(row.minimum_units),
  }));
}
