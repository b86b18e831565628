import type { AssetId, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { type Dual, dualsOf } from '../dual/dual-table.ts';
import { unreadInterest } from '../interest/unread-interest.ts';
import { type Rental, rentalsOf } from '../miners/rental-table.ts';
import { CUT_MS } from '../rules/cuts.ts';
import { interestOfDay, wholeInterest } from '../rules/interest.ts';
import { type Stake, stakesOf } from '../stakes/stake-table.ts';

/** How far the summary looks ahead. */
export const DAYS_AHEAD = 30;
/** More than a client can have at the same time. */
const MOST = 1_000;

/** Units by coin. */
export type Units = ReadonlyMap<AssetId, bigint>;

/** Something that ends: a locked term, the notice after an early unlock, a dual investment, a rental. */
export type Due =
  | { readonly kind: 'term' | 'notice'; readonly stake: Stake; readonly timeMs: number }
  | { readonly kind: 'dual'; readonly dual: Dual; readonly timeMs: number }
  | { readonly kind: 'rental'; readonly rental: Rental; readonly timeMs: number };

export interface Summary {
  /** Interest and output that the client has received. */
  readonly paid: Units;
  /** Interest of running terms that has been posted, and is paid at their end. */
  readonly accrued: Units;
  /** A day of everything that runs, at present balances and rates. */
  readonly perDay: Units;
  /** What the next days bring, at present balances and rates. */
  readonly projected: Units;
  /** For each day from today on, what is paid to the spot wallet on it: flexible interest and output. */
  readonly payouts: readonly Units[];
  /** Oldest first. */
  readonly due: readonly Due[];
}

interface Running {
  readonly stakes: readonly Stake[];
  readonly rentals: readonly Rental[];
  readonly duals: readonly Dual[];
}

/** What a client's products have brought, bring now, and will bring. `position` is that of the histories. */
export async function readSummary(
  pool: Pool,
  owner: OwnerId,
  { nowMs, position }: { readonly nowMs: number; readonly position: number },
): Promise<Summary> {
  // Interest of a term that is being paid out counts in neither sum, rather than in both: it may be in the log by now.
  const moving = await movingStakes(pool, owner);
  const stakes = await stakesOf(pool, owner, { limit: MOST, state: 'open' });
  const rentals = await rentalsOf(pool, owner, { limit: MOST, isRunning: true });
  const duals = await dualsOf(pool, owner, { limit: MOST, state: 'open' });
  const running = { stakes, rentals, duals };
  return {
    paid: await paidTo(pool, owner, position),
    accrued: await accruedOf(
      pool,
      stakes.filter(({ id }) => !moving.has(id)),
      position,
    ),
    ...ahead(running, nowMs),
  };
}

/** What accrues and is due, from what runs. */
function ahead(running: Running, nowMs: number): Omit<Summary, 'paid' | 'accrued'> {
  const untilMs = nowMs + DAYS_AHEAD * CUT_MS;
  return {
    perDay: sumOf([
      ...running.stakes.map((stake) => [stake.asset, dayOfStake(stake)] as const),
      ...running.rentals.map(
        ({ asset, nextCut, dailyUnits }) => [asset, nextCut === undefined ? 0 : dailyUnits] as const,
      ),
    ]),
    projected: sumOf([
      ...running.stakes.map((stake) => [stake.asset, untilOfStake(stake, untilMs)] as const),
      ...running.rentals.map((rental) => [rental.asset, cutsUntil(rental, untilMs) * rental.dailyUnits] as const),
    ]),
    payouts: payoutsOf(running, nowMs),
    due: dueOf(running, untilMs),
  };
}

/** How many days end until then, counted from the next one that does. */
function cutsUntil(
  { nextCut, endCut }: { readonly nextCut: number | undefined; readonly endCut: number | undefined },
  untilMs: number,
): number {
  if (nextCut === undefined) return 0;
  const last = Math.min(untilMs, endCut ?? untilMs);
  return Math.max(0, Math.floor((last - nextCut) / CUT_MS) + 1);
}

const isEarning = ({ state, nextCut }: Stake): boolean => state === 'running' && nextCut !== undefined;

const dayOfStake = (stake: Stake): number =>
  isEarning(stake) ? interestOfDay(stake.principalUnits, stake.aprPpm, 1) : 0;

/** A stake's interest until then. A term that ends earlier earns nothing after it, whether it renews or not. */
function untilOfStake(stake: Stake, untilMs: number): number {
  if (!isEarning(stake)) return 0;
  const days = cutsUntil(stake, untilMs);
  const { principalUnits, aprPpm, postedDays, postedUnits } = stake;
  if (stake.kind === 'flexible') return wholeInterest(principalUnits, aprPpm, days);
  return wholeInterest(principalUnits, aprPpm, postedDays + days) - postedUnits;
}

/** Flexible interest and output, day by day from today on. */
function payoutsOf({ stakes, rentals }: Running, nowMs: number): Units[] {
  const today = Math.floor(nowMs / CUT_MS) * CUT_MS;
  const isPaidAt = ({ nextCut, endCut }: Pick<Stake, 'nextCut' | 'endCut'>, cut: number): boolean =>
    nextCut !== undefined && cut >= nextCut && (endCut === undefined || cut <= endCut);
  return Array.from({ length: DAYS_AHEAD }, (_, index) => {
    const cut = today + index * CUT_MS;
    return sumOf([
      ...stakes
        .filter((stake) => stake.kind === 'flexible' && isEarning(stake) && isPaidAt(stake, cut))
        .map((stake) => [stake.asset, dayOfStake(stake)] as const),
      ...rentals.filter((rental) => isPaidAt(rental, cut)).map(({ asset, dailyUnits }) => [asset, dailyUnits] as const),
    ]);
  });
}

function dueOf({ stakes, rentals, duals }: Running, untilMs: number): Due[] {
  const all: Due[] = [
    ...stakes.flatMap((stake): Due[] => {
      if (stake.state === 'notice' && stake.restDueMs !== undefined)
        return [{ kind: 'notice', stake, timeMs: stake.restDueMs }];
      return stake.state === 'running' && stake.endCut !== undefined
        ? [{ kind: 'term', stake, timeMs: stake.endCut }]
        : [];
    }),
    ...duals.map((dual): Due => ({ kind: 'dual', dual, timeMs: dual.expiresMs })),
    ...rentals.map((rental): Due => ({ kind: 'rental', rental, timeMs: rental.endCut })),
  ];
  return all.filter(({ timeMs }) => timeMs < untilMs).sort((a, b) => a.timeMs - b.timeMs);
}

function sumOf(parts: readonly (readonly [asset: AssetId, units: number])[]): Units {
  const sums = new Map<AssetId, bigint>();
  for (const [asset, units] of parts) if (units > 0) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(units));
  return sums;
}

async function paidTo(pool: Pool, owner: OwnerId, position: number): Promise<Units> {
  const { rows } = await pool.query<{ asset_id: number; units: string }>(
    `select asset_id, sum(amount_units) as units from transfer_lines
     where owner_id = $1 and cause in ('interest', 'rental') and amount_units > 0 and position <= $2
     group by asset_id`,
    [owner, position],
  );
  return new Map(rows.map(({ asset_id, units }) => [asset_id, BigInt(units)]));
}

async function accruedOf(pool: Pool, stakes: readonly Stake[], position: number): Promise<Units> {
  const terms = stakes.filter(({ kind, state }) => kind === 'locked' && state === 'running');
  const unread = await unreadInterest(
    pool,
    terms.map(({ id }) => id),
    position,
  );
  return sumOf(terms.map(({ id, asset, postedUnits }) => [asset, postedUnits - (unread.get(id)?.units ?? 0)]));
}

/** The client's stakes whose money is on its way. */
async function movingStakes(pool: Pool, owner: OwnerId): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ stake_id: string }>(
    `select stake_id from earn_moves where owner = $1 and state = 'sent' and stake_id is not null`,
    [owner],
  );
  return new Set(rows.map(({ stake_id }) => Number(stake_id)));
}
