import type { AssetId, MarketId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { DualSide } from './rules.ts';

export type DualState = 'draft' | 'running' | 'ended' | 'void';
/** `unpriced`: no index was confirmed in time, so the deposit was returned. */
export type DualOutcome = 'returned' | 'converted' | 'unpriced';

/** A client's dual investment; its terms never change. */
export interface NewDual {
  readonly owner: OwnerId;
  readonly offer: number;
  readonly market: MarketId;
  readonly side: DualSide;
  readonly pool: number;
  readonly asset: AssetId;
  readonly otherAsset: AssetId;
  readonly strikeUnits: number;
  readonly aprPpm: number;
  readonly expiresMs: number;
  readonly days: number;
  readonly principalUnits: AssetUnits;
  readonly yieldUnits: AssetUnits;
  readonly convertedUnits: AssetUnits;
  readonly draftedMs: number;
}

/** The settlement price of a market and expiry. Without one, deposits are returned. */
export interface Settlement {
  readonly priceUnits: number | undefined;
  readonly windowEndMs: number | undefined;
  readonly minutes: number | undefined;
}

export interface Dual extends NewDual {
  readonly id: number;
  readonly state: DualState;
  readonly outcome: DualOutcome | undefined;
  readonly endedMs: number | undefined;
  /** Undefined until decided. */
  readonly settlement: Settlement | undefined;
}

interface Row {
  readonly dual_id: string;
  readonly owner: string;
  readonly offer_id: string;
  readonly market_id: number;
  readonly side: DualSide;
  readonly pool_id: number;
  readonly asset_id: number;
  readonly other_asset_id: number;
  readonly strike_units: string;
  readonly apr_ppm: number;
  readonly expires_ms: string;
  readonly days: number;
  readonly principal_units: string;
  readonly yield_units: string;
  readonly converted_units: string;
  readonly state: DualState;
  readonly outcome: DualOutcome | null;
  readonly drafted_ms: string;
  readonly ended_ms: string | null;
  readonly decided_ms: string | null;
  readonly price_units: string | null;
  readonly window_end_ms: string | null;
  readonly minutes: number | null;
}

const orNone = (value: string | number | null): number | undefined => (value === null ? undefined : Number(value));

const dualOf = (row: Row): Dual => ({
  id: Number(row.dual_id),
  owner: Number(row.owner),
  offer: Number(row.offer_id),
  market: row.market_id,
  side: row.side,
  pool: row.pool_id,
  asset: row.asset_id,
  otherAsset: row.other_asset_id,
  strikeUnits: Number(row.strike_units),
  aprPpm: row.apr_ppm,
  expiresMs: Number(row.expires_ms),
  days: row.days,
  principalUnits: Number(row.principal_units) as AssetUnits,
  yieldUnits: Number(row.yield_units) as AssetUnits,
  convertedUnits: Number(row.converted_units) as AssetUnits,
  draftedMs: Number(row.drafted_ms),
  state: row.state,
  outcome: row.outcome ?? undefined,
  endedMs: orNone(row.ended_ms),
  settlement:
    row.decided_ms === null
      ? undefined
      : { priceUnits: orNone(row.price_units), windowEndMs: orNone(row.window_end_ms), minutes: orNone(row.minutes) },
});

const SELECT = `select dual.*, settlement.decided_ms, settlement.price_units, settlement.window_end_ms, settlement.minutes
  from dual_investments dual left join dual_settlements settlement using (market_id, expires_ms)`;

export async function insertDual(client: PoolClient, dual: NewDual): Promise<number> {
  const { rows } = await client.query<{ dual_id: string }>(
    `insert into dual_investments (owner, offer_id, market_id, side, pool_id, asset_id, other_asset_id, strike_units,
       apr_ppm, expires_ms, days, principal_units, yield_units, converted_units, drafted_ms, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'draft') returning dual_id`,
    [
      dual.owner,
      dual.offer,
      dual.market,
      dual.side,
      dual.pool,
      dual.asset,
      dual.otherAsset,
      dual.strikeUnits,
      dual.aprPpm,
      dual.expiresMs,
      dual.days,
      dual.principalUnits,
      dual.yieldUnits,
      dual.convertedUnits,
      dual.draftedMs,
    ],
  );
  return Number(rows[0]?.dual_id);
}

export async function readDual(database: Pick<Pool, 'query'>, id: number): Promise<Dual> {
  const { rows } = await database.query<Row>(`${SELECT} where dual_id = $1`, [id]);
  if (rows[0] === undefined) throw new Error(`dual investment ${id} does not exist`);
  return dualOf(rows[0]);
}

/** Locks the row until the end of the transaction. */
export async function lockDual(client: PoolClient, id: number): Promise<Dual> {
  await client.query('select from dual_investments where dual_id = $1 for no key update', [id]);
  return readDual(client, id);
}

/** The client's investments whose money has moved, newest first. */
export async function dualsOf(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  page: { readonly before?: number; readonly limit: number; readonly state?: 'open' | 'ended' | undefined },
): Promise<Dual[]> {
  const states = { open: ['running'], ended: ['ended'] };
  const { rows } = await database.query<Row>(
    `${SELECT} where owner = $1 and state = any($2) and ($3::bigint is null or dual_id < $3)
     order by dual_id desc limit $4`,
    [
      owner,
      page.state === undefined ? [...states.open, ...states.ended] : states[page.state],
      page.before ?? null,
      page.limit,
    ],
  );
  return rows.map(dualOf);
}

/**
 * Changes the state: from `draft` to `running` if the ledger has moved the principal, otherwise to `void`; from
 * `running` to `ended` after the settlement's payment. Throws in any other state.
 */
export async function changeDual(
  client: PoolClient,
  id: number,
  change:
    | { readonly to: 'running' }
    | { readonly to: 'void'; readonly endedMs: number }
    | { readonly to: 'ended'; readonly endedMs: number; readonly outcome: DualOutcome },
): Promise<void> {
  const from = change.to === 'ended' ? 'running' : 'draft';
  const { rowCount } = await client.query(
    `update dual_investments set state = $3, outcome = $4, ended_ms = $5 where dual_id = $1 and state = $2`,
    [
      id,
      from,
      change.to,
      change.to === 'ended' ? change.outcome : null,
      change.to === 'running' ? null : change.endedMs,
    ],
  );
  if (rowCount !== 1) throw new Error(`dual investment ${id} is not ${from}`);
}
