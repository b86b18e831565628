import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { isSetAside } from '../faults.ts';
import { type StakeEvent, type StakeState, stakeSteps } from './states.ts';

export type StakeKind = 'flexible' | 'locked';
export type StakeEnd = 'redeemed' | 'paid_out' | 'renewed' | 'unlocked' | 'closed';

/** The terms of a stake, which never change. */
export interface StakeTerms {
  readonly owner: OwnerId;
  readonly product: number;
  readonly version: number;
  readonly pool: number;
  readonly asset: AssetId;
  readonly kind: StakeKind;
  /** 0 for flexible. */
  readonly days: number;
  readonly aprPpm: number;
  readonly noticeMs: number;
  readonly initialPpm: number;
  readonly baseUnits: AssetUnits;
  /** The interest of the whole term; 0 for flexible. */
  readonly wholeUnits: AssetUnits;
  readonly startCut: number;
  readonly endCut: number | undefined;
}

export interface Stake extends StakeTerms {
  readonly id: number;
  readonly principalUnits: AssetUnits;
  readonly postedDays: number;
  readonly postedUnits: AssetUnits;
  readonly carry: number;
  readonly autoRenew: boolean;
  readonly state: StakeState;
  readonly endCause: StakeEnd | undefined;
  readonly draftedMs: number;
  readonly nextCut: number | undefined;
  readonly restDueMs: number | undefined;
  readonly endedMs: number | undefined;
}

interface Row {
  readonly stake_id: string;
  readonly owner: string;
  readonly product_id: number;
  readonly version_id: string;
  readonly pool_id: number;
  readonly asset_id: number;
  readonly kind: StakeKind;
  readonly days: number;
  readonly apr_ppm: number;
  readonly notice_ms: string;
  readonly initial_ppm: number;
  readonly base_units: string;
  readonly principal_units: string;
  readonly whole_units: string;
  readonly posted_days: number;
  readonly posted_units: string;
  readonly carry_num: string;
  readonly auto_renew: boolean;
  readonly state: StakeState;
  readonly end_cause: StakeEnd | null;
  readonly drafted_ms: string;
  readonly start_cut: string;
  readonly next_cut: string | null;
  readonly end_cut: string | null;
  readonly rest_due_ms: string | null;
  readonly ended_ms: string | null;
}

const orNone = (value: string | null): number | undefined => (value === null ? undefined : Number(value));

const stakeOf = (row: Row): Stake => ({
  id: Number(row.stake_id),
  owner: Number(row.owner),
  product: row.product_id,
  version: Number(row.version_id),
  pool: row.pool_id,
  asset: row.asset_id,
  kind: row.kind,
  days: row.days,
  aprPpm: row.apr_ppm,
  noticeMs: Number(row.notice_ms),
  initialPpm: row.initial_ppm,
  baseUnits: Number(row.base_units) as AssetUnits,
  principalUnits: Number(row.principal_units) as AssetUnits,
  wholeUnits: Number(row.whole_units) as AssetUnits,
  postedDays: row.posted_days,
  postedUnits: Number(row.posted_units) as AssetUnits,
  carry: Number(row.carry_num),
  autoRenew: row.auto_renew,
  state: row.state,
  endCause: row.end_cause ?? undefined,
  draftedMs: Number(row.drafted_ms),
  startCut: Number(row.start_cut),
  nextCut: orNone(row.next_cut),
  endCut: orNone(row.end_cut),
  restDueMs: orNone(row.rest_due_ms),
  endedMs: orNone(row.ended_ms),
});

export interface NewStake extends StakeTerms {
  readonly autoRenew: boolean;
  readonly draftedMs: number;
  readonly firstDayEnds: number;
  /** The stake that this one continues. Such a stake is running from its start. */
  readonly renewedFrom?: number;
}

/** Returns the stake's id; undefined if the earlier stake has already been continued. */
export async function insertStake(client: PoolClient, stake: NewStake): Promise<number | undefined> {
  const { rows } = await client.query<{ stake_id: string }>(
    `insert into earn_stakes (owner, product_id, version_id, pool_id, asset_id, kind, days, apr_ppm, notice_ms,
       initial_ppm, base_units, principal_units, whole_units, auto_renew, renewed_from, state, drafted_ms, start_cut,
       next_cut, end_cut)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     on conflict (renewed_from) do nothing returning stake_id`,
    [
      stake.owner,
      stake.product,
      stake.version,
      stake.pool,
      stake.asset,
      stake.kind,
      stake.days,
      stake.aprPpm,
      stake.noticeMs,
      stake.initialPpm,
      stake.baseUnits,
      stake.wholeUnits,
      stake.autoRenew,
      stake.renewedFrom ?? null,
      stake.renewedFrom === undefined ? 'draft' : 'running',
      stake.draftedMs,
      stake.startCut,
      stake.firstDayEnds,
      stake.endCut ?? null,
    ],
  );
  return rows[0] && Number(rows[0].stake_id);
}

export async function readStake(database: Pick<Pool, 'query'>, id: number): Promise<Stake | undefined> {
  const { rows } = await database.query<Row>('select * from earn_stakes where stake_id = $1', [id]);
  return rows[0] && stakeOf(rows[0]);
}

/** Locks the row of a stake until the end of the transaction. */
export async function lockStake(client: PoolClient, id: number): Promise<Stake | undefined> {
  const { rows } = await client.query<Row>('select * from earn_stakes where stake_id = $1 for no key update', [id]);
  return rows[0] && stakeOf(rows[0]);
}

/** The client's stakes whose money has moved, newest first. */
export async function stakesOf(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  page: { readonly before?: number; readonly limit: number; readonly state?: 'open' | 'ended' | undefined },
): Promise<Stake[]> {
  const states = { open: ['running', 'notice'], ended: ['ended'] };
  const { rows } = await database.query<Row>(
    `select * from earn_stakes where owner = $1 and state = any($2) and ($3::bigint is null or stake_id < $3)
     order by stake_id desc limit $4`,
    [
      owner,
      page.state === undefined ? [...states.open, ...states.ended] : states[page.state],
      page.before ?? null,
      page.limit,
    ],
  );
  return rows.map(stakeOf);
}

/** Terms that end by `untilMs` and whose clients have not been reminded yet. Marks them as reminded. */
export async function takeUnreminded(
  client: PoolClient,
  nowMs: number,
  untilMs: number,
  limit: number,
): Promise<Stake[]> {
  const { rows } = await client.query<Row>(
    `update earn_stakes set is_reminded = true where stake_id in (
       select stake_id from earn_stakes where state = 'running' and end_cut is not null and not is_reminded
         and end_cut > $1 and end_cut <= $2 and days > 1
       order by end_cut, stake_id limit $3 for no key update skip locked) returning *`,
    [nowMs, untilMs, limit],
  );
  return rows.map(stakeOf);
}

/** SQL: a move of the stake is unresolved, or the stake is parked after a failure. */
export const isHeldUp = `(exists (select from earn_moves
    where earn_moves.stake_id = earn_stakes.stake_id and earn_moves.state = 'sent')
  or ${isSetAside('stake', 'earn_stakes.stake_id')})`;

interface DueStakes {
  readonly product: number;
  readonly kind: StakeKind;
  readonly cut: number;
  /** Restricts the result to this stake. */
  readonly stake?: number | undefined;
}

const IS_DUE = `product_id = $1 and kind = $2 and state = 'running' and next_cut = $3 and not ${isHeldUp}`;

/** The ids of the stakes with a day of interest due at this cut. */
export async function dueStakes(database: Pick<Pool, 'query'>, due: DueStakes, limit: number): Promise<number[]> {
  const { rows } = await database.query<{ stake_id: string }>(
    `select stake_id from earn_stakes where ${IS_DUE} order by stake_id limit $4`,
    [due.product, due.kind, due.cut, limit],
  );
  return rows.map(({ stake_id }) => Number(stake_id));
}

/** Locks the stakes with a day of interest due at this cut, except those with an unresolved move. */
export async function lockDueStakes(client: PoolClient, due: DueStakes, limit: number): Promise<Stake[]> {
  const { rows } = await client.query<Row>(
    `select * from earn_stakes where ${IS_DUE} and ($5::bigint is null or stake_id = $5)
     order by stake_id limit $4 for no key update skip locked`,
    [due.product, due.kind, due.cut, limit, due.stake ?? null],
  );
  const locked = rows.map(stakeOf);
  // A move may have been inserted after the statement's snapshot and before its locks. Only a new statement sees it.
  const moves = await client.query<{ stake_id: string }>(
    `select stake_id from earn_moves where stake_id = any ($1::bigint[]) and state = 'sent'`,
    [locked.map(({ id }) => id)],
  );
  const moving = new Set(moves.rows.map(({ stake_id }) => Number(stake_id)));
  return locked.filter(({ id }) => !moving.has(id));
}

/** What an event changes, besides the state. */
export interface StakeChanges {
  readonly principalUnits?: number;
  readonly endCause?: StakeEnd;
  readonly endedMs?: number;
  readonly restDueMs?: number;
  /** No further day of interest is decided. */
  readonly isStopped?: true;
}

/** Throws if the event has no effect in the stake's current state. */
export async function changeStake(
  client: PoolClient,
  id: number,
  event: StakeEvent,
  changes: StakeChanges = {},
): Promise<void> {
  const { from, to } = stakeSteps[event];
  const { rowCount } = await client.query(
    `update earn_stakes set state = $3, principal_units = coalesce($4, principal_units),
       end_cause = coalesce($5, end_cause), ended_ms = coalesce($6, ended_ms), rest_due_ms = coalesce($7, rest_due_ms),
       next_cut = case when $8 then null else next_cut end
     where stake_id = $1 and state = any($2)`,
    [
      id,
      from,
      to,
      changes.principalUnits ?? null,
      changes.endCause ?? null,
      changes.endedMs ?? null,
      changes.restDueMs ?? null,
      changes.isStopped ?? false,
    ],
  );
  if (rowCount !== 1) throw new Error(`stake ${id} is not in a state for ${event}`);
}
