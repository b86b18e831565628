import type { OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { PoolClient } from 'pg';
import { CUT_MS } from '../rules/cuts.ts';
import { flexibleDay, interestOfDay } from '../rules/interest.ts';
import { MOST_ACCRUED, MOST_OWNERS } from '../rules/turns.ts';
import type { Stake } from '../stakes/stake-table.ts';
import { insertBatch } from './batch-table.ts';

/** One day of interest of one stake. */
interface DayOf {
  readonly stake: Stake;
  readonly units: AssetUnits;
  readonly carry: number;
}

/** The interest of the day that ends at the stake's next cut. */
const dayOf = (stake: Stake): DayOf =>
  stake.kind === 'flexible'
    ? { stake, ...flexibleDay(stake.principalUnits, stake.aprPpm, stake.carry) }
    : { stake, units: interestOfDay(stake.baseUnits, stake.aprPpm, stake.postedDays + 1), carry: 0 };

/**
 * Decides the day that ends at `cut` for these stakes of one product and kind, whose rows must be locked. Advances the
 * rows and stores their interest as batches in the same transaction, so that each day is in exactly one batch.
 */
export async function postDays(client: PoolClient, stakes: readonly Stake[], cut: number): Promise<void> {
  const days = stakes.map(dayOf);
  for (const batch of batchesOf(days.filter(({ units }) => units > 0))) await storeBatch(client, batch, cut);
  await client.query(
    `with cleared as (delete from earn_faults where kind = 'stake' and subject = any ($1::bigint[]))
     update earn_stakes set posted_days = posted_days + 1, posted_units = posted_units + day.units,
       carry_num = day.carry,
       next_cut = case when kind = 'locked' and posted_days + 1 >= days then null else next_cut + $4 end
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) day(stake_id, units, carry)
     where earn_stakes.stake_id = day.stake_id`,
    [days.map(({ stake }) => stake.id), days.map(({ units }) => units), days.map(({ carry }) => carry), CUT_MS],
  );
}

/** Decides the days of one stake that have ended but are not decided yet. Its row must be locked. */
export async function postPastDays(client: PoolClient, stake: Stake, nowMs: number): Promise<void> {
  let now = stake;
  while (now.nextCut !== undefined && now.nextCut <= nowMs) {
    const { carry, units } = dayOf(now);
    await postDays(client, [now], now.nextCut);
    const isLast = now.kind === 'locked' && now.postedDays + 1 >= now.days;
    now = {
      ...now,
      carry,
      postedDays: now.postedDays + 1,
      postedUnits: (now.postedUnits + units) as AssetUnits,
      nextCut: isLast ? undefined : now.nextCut + CUT_MS,
    };
  }
}

/** Groups days into batches: of at most 63 clients if they are paid, of at most 500 stakes otherwise. */
function batchesOf(days: readonly DayOf[]): DayOf[][] {
  const batches: DayOf[][] = [];
  const owners = new Set<OwnerId>();
  for (const day of days) {
    const last = batches.at(-1);
    const isFull = last?.length === MOST_ACCRUED || (owners.size === MOST_OWNERS && !owners.has(day.stake.owner));
    if (last === undefined || isFull) {
      owners.clear();
      batches.push([day]);
    } else last.push(day);
    if (day.stake.kind === 'flexible') owners.add(day.stake.owner);
  }
  return batches;
}

async function storeBatch(client: PoolClient, days: readonly DayOf[], cut: number): Promise<void> {
  const [first] = days;
  if (first === undefined) return;
  const { kind, pool, asset } = first.stake;
  const paid = new Map<OwnerId, number>();
  let units = 0;
  for (const day of days) {
    units += day.units;
    if (kind === 'flexible') paid.set(day.stake.owner, (paid.get(day.stake.owner) ?? 0) + day.units);
  }
  const batch = await insertBatch(client, {
    kind: kind === 'flexible' ? 'paid' : 'accrued',
    pool,
    asset,
    cut,
    units: units as AssetUnits,
    owners: [...paid.keys()],
    amounts: [...paid.values()],
  });
  await client.query(
    `insert into earn_interest (stake_id, cut, batch_id, units)
     select stake_id, $3, $4, units from unnest($1::bigint[], $2::bigint[]) day(stake_id, units)`,
    [days.map(({ stake }) => stake.id), days.map((day) => day.units), cut, batch],
  );
}
