import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { isSetAside } from '../faults.ts';

export type DualKind = 'dual_subscribe' | 'dual_return' | 'dual_sell' | 'dual_buy';
export type MoveKind = 'subscribe' | 'redeem' | 'unlock' | 'rest' | 'payout' | 'renew' | 'close' | DualKind;

/** `refused`: by the ledger. `abandoned`: it never entered the log, and no longer can. */
export type MoveState = 'sent' | 'done' | 'refused' | 'abandoned';

/** For moves of dual investments: the asset that a conversion pays, and how much of it is reserved. */
export interface DualPart {
  readonly id: number;
  readonly otherAsset: AssetId;
  readonly otherUnits: AssetUnits;
}

export interface NewMove {
  /** 0 for moves of dual investments. */
  readonly stake: number;
  readonly dual?: DualPart | undefined;
  readonly owner: OwnerId;
  readonly pool: number;
  readonly asset: AssetId;
  readonly kind: MoveKind;
  readonly units: AssetUnits;
  readonly postedUnits: AssetUnits;
  readonly promisedUnits: AssetUnits;
  /** For renewals: the version whose terms the next stake gets. */
  readonly version?: number | undefined;
}

export interface Move extends NewMove {
  readonly id: number;
  readonly state: MoveState;
  readonly epoch: number;
  readonly request: string;
  readonly draftedMs: number;
  readonly position: number | undefined;
}

/** Moves that a client requested. They are resubmitted only if the client repeats the request. */
export const isOfClient = ({ kind }: Pick<Move, 'kind'>): boolean =>
  kind === 'subscribe' || kind === 'redeem' || kind === 'unlock' || kind === 'dual_subscribe';

interface Row {
  readonly move_id: string;
  readonly stake_id: string | null;
  readonly dual_id: string | null;
  readonly other_asset_id: number | null;
  readonly other_units: string | null;
  readonly owner: string;
  readonly pool_id: number;
  readonly asset_id: number;
  readonly kind: MoveKind;
  readonly units: string;
  readonly posted_units: string;
  readonly promised_units: string;
  readonly version_id: string | null;
  readonly state: MoveState;
  readonly epoch: string;
  readonly request: string;
  readonly drafted_ms: string;
  readonly position: string | null;
}

const dualOf = (row: Row): DualPart | undefined =>
  row.dual_id === null
    ? undefined
    : {
        id: Number(row.dual_id),
        otherAsset: Number(row.other_asset_id),
        otherUnits: Number(row.other_units) as AssetUnits,
      };

const moveOf = (row: Row): Move => ({
  id: Number(row.move_id),
  stake: Number(row.stake_id),
  dual: dualOf(row),
  owner: Number(row.owner),
  pool: row.pool_id,
  asset: row.asset_id,
  kind: row.kind,
  units: Number(row.units) as AssetUnits,
  postedUnits: Number(row.posted_units) as AssetUnits,
  promisedUnits: Number(row.promised_units) as AssetUnits,
  version: row.version_id === null ? undefined : Number(row.version_id),
  state: row.state,
  epoch: Number(row.epoch),
  request: row.request,
  draftedMs: Number(row.drafted_ms),
  position: row.position === null ? undefined : Number(row.position),
});

export interface MoveTerms {
  readonly epoch: number;
  readonly nowMs: number;
  readonly key?: string | undefined;
  /** The client's request, to recognize a repetition. */
  readonly request?: string;
}

/** Stores a move before its money moves. */
export async function insertMove(client: PoolClient, move: NewMove, terms: MoveTerms): Promise<Move> {
  const { rows } = await client.query<Row>(
    `insert into earn_moves (stake_id, owner, pool_id, asset_id, kind, units, posted_units, promised_units, state,
       epoch, idempotency_key, request, drafted_ms, version_id, dual_id, other_asset_id, other_units)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'sent', $9, $10, $11, $12, $13, $14, $15, $16) returning *`,
    [
      move.dual === undefined ? move.stake : null,
      move.owner,
      move.pool,
      move.asset,
      move.kind,
      move.units,
      move.postedUnits,
      move.promisedUnits,
      terms.epoch,
      terms.key ?? null,
      terms.request ?? '',
      terms.nowMs,
      move.version ?? null,
      move.dual?.id ?? null,
      move.dual?.otherAsset ?? null,
      move.dual?.otherUnits ?? null,
    ],
  );
  return moveOf(rows[0] as Row);
}

export async function moveByKey(client: PoolClient, owner: OwnerId, key: string): Promise<Move | undefined> {
  const { rows } = await client.query<Row>('select * from earn_moves where owner = $1 and idempotency_key = $2', [
    owner,
    key,
  ]);
  return rows[0] && moveOf(rows[0]);
}

/** Releases the key for reuse: its move did not take place. */
export async function releaseKey(client: PoolClient, move: number): Promise<void> {
  await client.query('update earn_moves set idempotency_key = null where move_id = $1', [move]);
}

export async function readMove(database: Pick<Pool, 'query'>, id: number): Promise<Move> {
  const { rows } = await database.query<Row>('select * from earn_moves where move_id = $1', [id]);
  if (rows[0] === undefined) throw new Error(`move ${id} does not exist`);
  return moveOf(rows[0]);
}

/**
 * Moves without a stored outcome: of earlier leases, or older than some seconds. Parked moves are left out and block no
 * others.
 */
export async function unresolvedMoves(database: Pick<Pool, 'query'>, epoch: number, limit: number): Promise<Move[]> {
  const { rows } = await database.query<Row>(
    `select * from earn_moves where state = 'sent' and (epoch < $1 or drafted_at < now() - interval '5 seconds')
       and not ${isSetAside('move', 'move_id')}
     order by move_id limit $2`,
    [epoch, limit],
  );
  return rows.map(moveOf);
}

/** The unresolved moves of a pool that reserve interest. */
export async function settingAside(database: Pick<Pool, 'query'>, pool: number, asset: AssetId): Promise<Move[]> {
  const { rows } = await database.query<Row>(
    `select * from earn_moves where state = 'sent' and pool_id = $1 and asset_id = $2
       and kind in ('subscribe', 'renew') and promised_units > 0`,
    [pool, asset],
  );
  return rows.map(moveOf);
}

/**
 * SQL: this process holds the lease, and the move is not of a later lease, about which this process knows nothing. `$2`
 * is the process's epoch.
 */
const IS_OURS = 'epoch <= $2 and exists (select from log_lease where log_lease.epoch = $2)';

/**
 * Stores the outcome. Returns whether the move was unresolved until now; false also if another process has the lease.
 */
export async function endMove(
  client: PoolClient,
  move: number,
  epoch: number,
  end: { readonly state: Exclude<MoveState, 'sent'>; readonly position?: number; readonly refusal?: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `with cleared as (delete from earn_faults where kind = 'move' and subject = $1)
     update earn_moves set state = $3, position = $4, refusal = $5 where move_id = $1 and state = 'sent' and ${IS_OURS}`,
    [move, epoch, end.state, end.position ?? null, end.refusal ?? null],
  );
  return rowCount === 1;
}

/** Turns a renewal into a pay-out, because the pool cannot cover the interest of the new term. */
export async function payOutInstead(database: Pick<Pool, 'query'>, move: number, epoch: number): Promise<void> {
  await database.query(
    `update earn_moves set kind = 'payout', promised_units = 0, version_id = null
     where move_id = $1 and kind = 'renew' and state = 'sent' and ${IS_OURS}`,
    [move, epoch],
  );
}
