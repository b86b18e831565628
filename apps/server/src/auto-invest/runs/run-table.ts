import type { AutoInvestReason } from '@vitrine/contract';
import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { Plan } from '../plans/plan-table.ts';
import type { Part } from '../rules/shares.ts';

export type RunState = 'sent' | 'done' | 'skipped';
export type PurchaseState = 'sent' | 'done' | 'refused';

/** An amount redeemed from a flexible stake for a run. */
export interface Source {
  readonly stake: number;
  readonly units: AssetUnits;
}

export interface Run {
  readonly id: number;
  readonly plan: number;
  readonly owner: OwnerId;
  readonly slotMs: number;
  readonly draftedMs: number;
  readonly endedMs: number | undefined;
  readonly units: AssetUnits;
  readonly missed: number;
  readonly state: RunState;
  readonly reason: AutoInvestReason | undefined;
  readonly sources: readonly Source[];
}

export interface Purchase {
  readonly id: number;
  readonly run: number;
  readonly asset: AssetId;
  readonly units: AssetUnits;
  readonly state: PurchaseState;
  readonly reason: AutoInvestReason | undefined;
  readonly position: number | undefined;
  readonly spentUnits: AssetUnits;
  readonly receivedUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
}

interface RunRow {
  readonly run_id: string;
  readonly plan_id: string;
  readonly owner: string;
  readonly slot_ms: string;
  readonly drafted_ms: string;
  readonly ended_ms: string | null;
  readonly units: string;
  readonly missed: number;
  readonly state: RunState;
  readonly reason: AutoInvestReason | null;
  readonly stakes: readonly string[];
  readonly stake_units: readonly string[];
}

interface PurchaseRow {
  readonly purchase_id: string;
  readonly run_id: string;
  readonly asset_id: number;
  readonly units: string;
  readonly state: PurchaseState;
  readonly reason: AutoInvestReason | null;
  readonly position: string | null;
  readonly spent_units: string | null;
  readonly received_units: string | null;
  readonly fee_units: string | null;
}

const runOf = (row: RunRow): Run => ({
  id: Number(row.run_id),
  plan: Number(row.plan_id),
  owner: Number(row.owner),
  slotMs: Number(row.slot_ms),
  draftedMs: Number(row.drafted_ms),
  endedMs: row.ended_ms === null ? undefined : Number(row.ended_ms),
  units: Number(row.units) as AssetUnits,
  missed: row.missed,
  state: row.state,
  reason: row.reason ?? undefined,
  sources: row.stakes.map((stake, i) => ({ stake: Number(stake), units: Number(row.stake_units[i]) as AssetUnits })),
});

const purchaseOf = (row: PurchaseRow): Purchase => ({
  id: Number(row.purchase_id),
  run: Number(row.run_id),
  asset: row.asset_id,
  units: Number(row.units) as AssetUnits,
  state: row.state,
  reason: row.reason ?? undefined,
  position: row.position === null ? undefined : Number(row.position),
  spentUnits: Number(row.spent_units ?? 0) as AssetUnits,
  receivedUnits: Number(row.received_units ?? 0) as AssetUnits,
  feeUnits: Number(row.fee_units ?? 0) as AssetUnits,
});

/** A part of a run, with the reason if it cannot be bought. */
export interface PlannedPart extends Part {
  readonly reason?: AutoInvestReason | undefined;
}

export interface PlannedRun {
  readonly slotMs: number;
  readonly missed: number;
  readonly nextRunMs: number;
  readonly nowMs: number;
  /** Why nothing is bought at all; undefined if something may be. */
  readonly reason: AutoInvestReason | undefined;
  readonly parts: readonly PlannedPart[];
  readonly sources: readonly Source[];
}

/**
 * Stores a run and the time of the next one, unless the plan has changed since it was read, or another leader has taken
 * over. Returns the run's id.
 */
export async function insertRun(
  client: PoolClient,
  plan: Plan,
  planned: PlannedRun,
  epoch: number,
): Promise<number | undefined> {
  const { slotMs, missed, nextRunMs, nowMs, reason, parts, sources } = planned;
  const { rowCount } = await client.query(
    `update auto_plans set next_run_ms = $4, epoch = $5, missed_runs = missed_runs + $6,
       skipped_runs = skipped_runs + $7
     where plan_id = $1 and version = $2 and next_run_ms = $3 and state = 'active' and epoch <= $5`,
    [plan.id, plan.version, plan.nextRunMs, nextRunMs, epoch, missed, reason === undefined ? 0 : 1],
  );
  if (rowCount !== 1) return undefined;
  const isSkipped = reason !== undefined;
  const { rows } = await client.query<{ run_id: string }>(
    `insert into auto_runs (plan_id, owner, slot_ms, drafted_ms, ended_ms, units, missed, state, reason, epoch, stakes,
       stake_units)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning run_id`,
    [
      plan.id,
      plan.owner,
      slotMs,
      nowMs,
      isSkipped ? nowMs : null,
      plan.units,
      missed,
      isSkipped ? 'skipped' : 'sent',
      reason ?? null,
      epoch,
      sources.map(({ stake }) => stake),
      sources.map(({ units }) => units),
    ],
  );
  const id = Number(rows[0]?.run_id);
  await client.query(
    `insert into auto_purchases (run_id, asset_id, units, state, reason)
     select $1, part.* from unnest($2::integer[], $3::bigint[], $4::text[], $5::text[]) part`,
    [
      id,
      parts.map(({ asset }) => asset),
      parts.map(({ units }) => units),
      parts.map((part) => ((part.reason ?? reason) === undefined ? 'sent' : 'refused')),
      parts.map((part) => part.reason ?? reason ?? null),
    ],
  );
  return id;
}

/** The runs that have begun but not ended, oldest first. */
export async function unfinishedRuns(
  database: Pick<Pool, 'query'>,
  except: readonly number[],
  limit: number,
): Promise<Run[]> {
  const { rows } = await database.query<RunRow>(
    `select * from auto_runs where state = 'sent' and plan_id <> all($1::bigint[]) order by run_id limit $2`,
    [except, limit],
  );
  return rows.map(runOf);
}

/** Assigns the run to this lease. Undefined if the run has ended, or is assigned to a newer lease. */
export async function claimRun(database: Pick<Pool, 'query'>, run: number, epoch: number): Promise<Run | undefined> {
  const { rows } = await database.query<RunRow>(
    `update auto_runs set epoch = $2 where run_id = $1 and state = 'sent' and epoch <= $2 returning *`,
    [run, epoch],
  );
  return rows[0] && runOf(rows[0]);
}

export async function purchasesOf(database: Pick<Pool, 'query'>, runs: readonly number[]): Promise<Purchase[]> {
  const { rows } = await database.query<PurchaseRow>(
    'select * from auto_purchases where run_id = any($1::bigint[]) order by purchase_id',
    [runs],
  );
  return rows.map(purchaseOf);
}

/** How many of the newest runs are considered: more than the plans of a client make in a day. */
const MOST_RUNS = 5_000;

/** The number of purchases of the client's runs since this time that took place, or may still do so. */
export async function purchasesSince(database: Pick<Pool, 'query'>, owner: OwnerId, sinceMs: number): Promise<number> {
  const { rows } = await database.query<{ purchases: number }>(
    `select count(*)::int as purchases
     from (select run_id, drafted_ms from auto_runs where owner = $1 order by run_id desc limit $3) run
     join auto_purchases purchase using (run_id) where drafted_ms > $2 and purchase.state <> 'refused'`,
    [owner, sinceMs, MOST_RUNS],
  );
  return rows[0]?.purchases ?? 0;
}

/** The result of a purchase. */
export interface Bought {
  readonly position: number;
  readonly spentUnits: number;
  readonly receivedUnits: number;
  readonly feeUnits: number;
}

/** Stores the outcome of a purchase once, and adds it to the plan's holdings. */
export async function storeBought(
  client: PoolClient,
  run: Run,
  purchase: Purchase,
  { position, spentUnits, receivedUnits, feeUnits }: Bought,
  epoch: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `update auto_purchases set state = 'done', position = $2, spent_units = $3, received_units = $4, fee_units = $5
     where purchase_id = $1 and state = 'sent' and exists (select from auto_runs where run_id = $6 and epoch = $7)`,
    [purchase.id, position, spentUnits, receivedUnits, feeUnits, run.id, epoch],
  );
  if (rowCount !== 1) return;
  await client.query(
    `insert into auto_holdings (plan_id, asset_id, spent_units, received_units, fee_units) values ($1, $2, $3, $4, $5)
     on conflict (plan_id, asset_id) do update set spent_units = auto_holdings.spent_units + excluded.spent_units,
       received_units = auto_holdings.received_units + excluded.received_units,
       fee_units = auto_holdings.fee_units + excluded.fee_units`,
    [run.plan, purchase.asset, spentUnits, receivedUnits, feeUnits],
  );
}

/** Stores that these purchases of a run do not take place. */
export async function storeRefused(
  database: Pick<Pool, 'query'>,
  run: Run,
  purchases: readonly number[],
  reason: AutoInvestReason,
  epoch: number,
): Promise<void> {
  await database.query(
    `update auto_purchases set state = 'refused', reason = $2
     where purchase_id = any($1::bigint[]) and state = 'sent'
       and exists (select from auto_runs where run_id = $3 and epoch = $4)`,
    [purchases, reason, run.id, epoch],
  );
}

/** Ends a run whose purchases have all ended. Returns whether this call ended it. */
export async function endRun(
  client: PoolClient,
  run: Run,
  end: { readonly reason: AutoInvestReason | undefined; readonly nowMs: number; readonly epoch: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auto_runs set state = $2, reason = $3, ended_ms = $4 where run_id = $1 and state = 'sent' and epoch = $5`,
    [run.id, end.reason === undefined ? 'done' : 'skipped', end.reason ?? null, end.nowMs, end.epoch],
  );
  if (rowCount !== 1) return false;
  await client.query(
    `update auto_plans set done_runs = done_runs + $2, skipped_runs = skipped_runs + $3 where plan_id = $1`,
    end.reason === undefined ? [run.plan, 1, 0] : [run.plan, 0, 1],
  );
  return true;
}

/** Why the previous run of the plan was skipped; undefined if it was not. */
export async function reasonBefore(client: PoolClient, plan: number, run: number): Promise<string | undefined> {
  const { rows } = await client.query<{ reason: string | null }>(
    `select reason from auto_runs where plan_id = $1 and run_id < $2 order by run_id desc limit 1`,
    [plan, run],
  );
  return rows[0]?.reason ?? undefined;
}

/** A client's runs, newest first. */
export async function runsOf(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  page: { readonly plan?: number | undefined; readonly before?: number; readonly limit: number },
): Promise<Run[]> {
  const { rows } = await database.query<RunRow>(
    `select * from auto_runs where owner = $1 and ($2::bigint is null or plan_id = $2)
       and ($3::bigint is null or run_id < $3) order by run_id desc limit $4`,
    [owner, page.plan ?? null, page.before ?? null, page.limit],
  );
  return rows.map(runOf);
}
