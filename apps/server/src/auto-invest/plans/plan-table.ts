import type { AutoInvestKind, AutoInvestList } from '@vitrine/contract';
import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { Schedule } from '../rules/schedule.ts';
import type { Share } from '../rules/shares.ts';

export type PlanState = 'active' | 'paused' | 'stopped';

/** The terms that a client sets, and may edit. */
export interface PlanTerms {
  readonly name: string;
  /** Linked plans only: the list whose coins are bought. `shares` is then empty. */
  readonly list: AutoInvestList | undefined;
  readonly shares: readonly Share[];
  /** USDT per run. */
  readonly units: AssetUnits;
  readonly schedule: Schedule;
  readonly useFlexible: boolean;
}

export interface Plan extends PlanTerms {
  readonly id: number;
  readonly owner: OwnerId;
  readonly kind: AutoInvestKind;
  readonly firstMs: number;
  readonly nextRunMs: number | undefined;
  readonly state: PlanState;
  readonly version: number;
  readonly createdMs: number;
  /** The first run as of the creation of the plan. */
  readonly createdFirstMs: number;
  readonly endedMs: number | undefined;
  readonly position: number;
  readonly doneRuns: number;
  readonly skippedRuns: number;
  readonly missedRuns: number;
  readonly request: string;
}

interface Row {
  readonly plan_id: string;
  readonly owner: string;
  readonly kind: AutoInvestKind;
  readonly name: string;
  readonly list: AutoInvestList | null;
  readonly coins: readonly AssetId[];
  readonly percents: readonly number[];
  readonly units: string;
  readonly cycle: Schedule['cycle'];
  readonly weekday: number | null;
  readonly day: number | null;
  readonly hour: number | null;
  readonly first_ms: string;
  readonly next_run_ms: string | null;
  readonly use_flexible: boolean;
  readonly state: PlanState;
  readonly version: number;
  readonly created_ms: string;
  readonly created_first_ms: string;
  readonly ended_ms: string | null;
  readonly position: string;
  readonly done_runs: number;
  readonly skipped_runs: number;
  readonly missed_runs: number;
  readonly request: string;
}

const planOf = (row: Row): Plan => ({
  id: Number(row.plan_id),
  owner: Number(row.owner),
  kind: row.kind,
  name: row.name,
  list: row.list ?? undefined,
  shares: row.coins.map((asset, i) => ({ asset, percent: row.percents[i] as number })),
  units: Number(row.units) as AssetUnits,
  schedule: {
    cycle: row.cycle,
    weekday: row.weekday ?? undefined,
    day: row.day ?? undefined,
    hour: row.hour ?? undefined,
  },
  firstMs: Number(row.first_ms),
  nextRunMs: row.next_run_ms === null ? undefined : Number(row.next_run_ms),
  useFlexible: row.use_flexible,
  state: row.state,
  version: row.version,
  createdMs: Number(row.created_ms),
  createdFirstMs: Number(row.created_first_ms),
  endedMs: row.ended_ms === null ? undefined : Number(row.ended_ms),
  position: Number(row.position),
  doneRuns: row.done_runs,
  skippedRuns: row.skipped_runs,
  missedRuns: row.missed_runs,
  request: row.request,
});

const valuesOf = ({ name, list, shares, units, schedule, useFlexible }: PlanTerms) => [
  name,
  list ?? null,
  shares.map(({ asset }) => asset),
  shares.map(({ percent }) => percent),
  units,
  schedule.cycle,
  schedule.weekday ?? null,
  schedule.day ?? null,
  schedule.hour ?? null,
  useFlexible,
];

export interface NewPlan extends PlanTerms {
  readonly owner: OwnerId;
  readonly kind: AutoInvestKind;
  readonly firstMs: number;
  readonly createdMs: number;
  readonly position: number;
  readonly key: string | undefined;
  readonly request: string;
}

export async function insertPlan(client: PoolClient, plan: NewPlan): Promise<Plan> {
  const { rows } = await client.query<Row>(
    `insert into auto_plans (name, list, coins, percents, units, cycle, weekday, day, hour, use_flexible, owner, kind,
       first_ms, next_run_ms, created_first_ms, state, created_ms, position, idempotency_key, request)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $13, 'active', $14, $15, $16, $17) returning *`,
    [
      ...valuesOf(plan),
      plan.owner,
      plan.kind,
      plan.firstMs,
      plan.createdMs,
      plan.position,
      plan.key ?? null,
      plan.request,
    ],
  );
  return planOf(rows[0] as Row);
}

export async function planByKey(database: Pick<Pool, 'query'>, owner: OwnerId, key: string): Promise<Plan | undefined> {
  const { rows } = await database.query<Row>('select * from auto_plans where owner = $1 and idempotency_key = $2', [
    owner,
    key,
  ]);
  return rows[0] && planOf(rows[0]);
}

/** Locks the row of a plan until the end of the transaction. */
export async function lockPlan(client: PoolClient, id: number): Promise<Plan | undefined> {
  const { rows } = await client.query<Row>('select * from auto_plans where plan_id = $1 for no key update', [id]);
  return rows[0] && planOf(rows[0]);
}

/** The client's plans, newest first: open or stopped ones. */
export async function plansOf(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  page: { readonly before?: number; readonly limit: number; readonly isStopped: boolean },
): Promise<Plan[]> {
  const { rows } = await database.query<Row>(
    `select * from auto_plans where owner = $1 and (state = 'stopped') = $2 and ($3::bigint is null or plan_id < $3)
     order by plan_id desc limit $4`,
    [owner, page.isStopped, page.before ?? null, page.limit],
  );
  return rows.map(planOf);
}

/** The client's plans that have not been stopped, and the number of plans created since a time. */
export async function openPlans(client: PoolClient, owner: OwnerId, sinceMs: number) {
  const { rows } = await client.query<Row>(`select * from auto_plans where owner = $1 and state <> 'stopped'`, [owner]);
  const created = await client.query<{ count: number }>(
    'select count(*)::int as count from auto_plans where owner = $1 and created_ms > $2',
    [owner, sinceMs],
  );
  return { open: rows.map(planOf), created: created.rows[0]?.count ?? 0 };
}

/** Replaces the terms. The first run changes with the schedule. */
export async function updateTerms(
  client: PoolClient,
  plan: number,
  terms: PlanTerms,
  times: { readonly firstMs: number; readonly nextRunMs: number | undefined },
): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `update auto_plans set name = $2, list = $3, coins = $4, percents = $5, units = $6, cycle = $7, weekday = $8,
       day = $9, hour = $10, use_flexible = $11, first_ms = $12, next_run_ms = $13, version = version + 1
     where plan_id = $1 returning version`,
    [plan, ...valuesOf(terms), times.firstMs, times.nextRunMs ?? null],
  );
  return (rows[0] as { version: number }).version;
}

/** Changes a plan's state and its next run. A stopped plan stays stopped. */
export async function updateState(
  client: PoolClient,
  plan: number,
  change: { readonly state: PlanState; readonly nextRunMs?: number; readonly endedMs?: number },
): Promise<void> {
  await client.query(
    `update auto_plans set state = $2, next_run_ms = $3, ended_ms = $4, version = version + 1
     where plan_id = $1 and state <> 'stopped'`,
    [plan, change.state, change.nextRunMs ?? null, change.endedMs ?? null],
  );
}

/** What a plan has bought of one coin. */
export interface Holding {
  readonly plan: number;
  readonly asset: AssetId;
  readonly spentUnits: number;
  readonly receivedUnits: number;
  readonly feeUnits: number;
}

export async function holdingsOf(database: Pick<Pool, 'query'>, plans: readonly number[]): Promise<Holding[]> {
  const { rows } = await database.query<{
    plan_id: string;
    asset_id: number;
    spent_units: string;
    received_units: string;
    fee_units: string;
  }>('select * from auto_holdings where plan_id = any($1::bigint[]) order by plan_id, asset_id', [plans]);
  return rows.map((row) => ({
    plan: Number(row.plan_id),
    asset: row.asset_id,
    spentUnits: Number(row.spent_units),
    receivedUnits: Number(row.received_units),
    feeUnits: Number(row.fee_units),
  }));
}

export async function readPlan(database: Pick<Pool, 'query'>, id: number): Promise<Plan> {
  const { rows } = await database.query<Row>('select * from auto_plans where plan_id = $1', [id]);
  if (rows[0] === undefined) throw new Error(`plan ${id} does not exist`);
  return planOf(rows[0]);
}

/** Plans by id, in no particular order. */
export async function readPlans(database: Pick<Pool, 'query'>, ids: readonly number[]): Promise<Plan[]> {
  const { rows } = await database.query<Row>('select * from auto_plans where plan_id = any($1::bigint[])', [ids]);
  return rows.map(planOf);
}

/** The plans with a due run, earliest first. */
export async function duePlans(
  database: Pick<Pool, 'query'>,
  nowMs: number,
  except: readonly number[],
  limit: number,
): Promise<Plan[]> {
  const { rows } = await database.query<Row>(
    `select * from auto_plans where next_run_ms <= $1 and plan_id <> all($2::bigint[])
     order by next_run_ms, plan_id limit $3`,
    [nowMs, except, limit],
  );
  return rows.map(planOf);
}
