import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { isSetAside } from '../faults.ts';

/** `paid`: to clients. `accrued`: within the pool, for terms that are paid out at their end. */
export type BatchKind = 'paid' | 'accrued';

export interface NewBatch {
  readonly kind: BatchKind;
  readonly pool: number;
  readonly asset: AssetId;
  readonly cut: number;
  readonly units: AssetUnits;
  /** For paid batches: the clients, each once, and the amount for each. */
  readonly owners: readonly OwnerId[];
  readonly amounts: readonly number[];
}

export interface Batch extends NewBatch {
  readonly id: number;
  readonly isUnfunded: boolean;
  /** The lease under which it may have been submitted; undefined if it is certainly not in the log. */
  readonly epoch: number | undefined;
}

interface Row {
  readonly batch_id: string;
  readonly kind: BatchKind;
  readonly pool_id: number;
  readonly asset_id: number;
  readonly cut: string;
  readonly units: string;
  readonly owners: readonly string[];
  readonly amounts: readonly string[];
  readonly is_unfunded: boolean;
  readonly epoch: string | null;
}

const batchOf = (row: Row): Batch => ({
  id: Number(row.batch_id),
  kind: row.kind,
  pool: row.pool_id,
  asset: row.asset_id,
  cut: Number(row.cut),
  units: Number(row.units) as AssetUnits,
  owners: row.owners.map(Number),
  amounts: row.amounts.map(Number),
  isUnfunded: row.is_unfunded,
  epoch: row.epoch === null ? undefined : Number(row.epoch),
});

/** Returns the batch's id. A paid batch is unfunded from the start if the pool still owes an earlier one. */
export async function insertBatch(client: PoolClient, batch: NewBatch): Promise<number> {
  const { rows } = await client.query<{ batch_id: string }>(
    `insert into earn_batches (kind, pool_id, asset_id, cut, units, owners, amounts, state, is_unfunded)
     select $1, $2, $3, $4, $5, $6, $7, 'sent', $1 = 'paid' and exists (
       select from earn_batches where state = 'sent' and is_unfunded and pool_id = $2 and asset_id = $3)
     returning batch_id`,
    [batch.kind, batch.pool, batch.asset, batch.cut, batch.units, batch.owners, batch.amounts],
  );
  return Number(rows[0]?.batch_id);
}

const IS_READY = `state = 'sent' and not ${isSetAside('posting', 'batch_id')}`;

/**
 * The batches to submit, oldest first: at most `limit` that nothing blocks, plus the oldest of each pool that could not
 * pay. Parked batches are left out and block no others.
 */
export async function sentBatches(database: Pick<Pool, 'query'>, limit: number): Promise<Batch[]> {
  const { rows } = await database.query<Row>(
    `(select * from earn_batches where ${IS_READY} and not is_unfunded order by batch_id limit $1)
     union all
     (select distinct on (pool_id, asset_id) * from earn_batches where ${IS_READY} and is_unfunded
      order by pool_id, asset_id, batch_id)
     order by batch_id`,
    [limit],
  );
  return rows.map(batchOf);
}

/** The batches to submit that contain interest of this stake, oldest first. */
export async function sentBatchesOf(database: Pick<Pool, 'query'>, stake: number, limit: number): Promise<Batch[]> {
  const { rows } = await database.query<Row>(
    `select * from earn_batches where ${IS_READY} and not is_unfunded
       and batch_id in (select batch_id from earn_interest where stake_id = $1)
     order by batch_id limit $2`,
    [stake, limit],
  );
  return rows.map(batchOf);
}

/** Marks these batches as possibly in the log. Called before they are submitted. */
export async function markSubmitted(
  database: Pick<Pool, 'query'>,
  batches: readonly number[],
  epoch: number,
): Promise<void> {
  await database.query(`update earn_batches set epoch = $2 where batch_id = any ($1::bigint[]) and state = 'sent'`, [
    batches,
    epoch,
  ]);
}

/** Stores that the ledger refused the batch: it is not in the log. */
export async function markRefused(database: Pick<Pool, 'query'>, batch: number): Promise<void> {
  await database.query(`update earn_batches set epoch = null where batch_id = $1 and state = 'sent'`, [batch]);
}

/** Which of these batches are in the log according to the histories, and at which position. */
export async function postedBatches(
  database: Pick<Pool, 'query'>,
  batches: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await database.query<{ record: string; position: string }>(
    `select distinct record, position from money_records where purpose = 'interest' and record = any ($1::bigint[])`,
    [batches],
  );
  return new Map(rows.map(({ record, position }) => [Number(record), Number(position)]));
}

export async function markPosted(database: Pick<Pool, 'query'>, batch: number, position: number): Promise<void> {
  await database.query(
    `with cleared as (delete from earn_faults where kind = 'posting' and subject = $1)
     update earn_batches set state = 'done', is_unfunded = false, position = $2 where batch_id = $1 and state = 'sent'`,
    [batch, position],
  );
}

/** Marks this batch and the pool's later ones as pending until the pool can pay. */
export async function markUnfunded(database: Pick<Pool, 'query'>, { id, pool, asset }: Batch): Promise<void> {
  await database.query(
    `update earn_batches set is_unfunded = true, epoch = case when batch_id = $1 then null else epoch end
     where state = 'sent' and kind = 'paid' and pool_id = $2 and asset_id = $3 and batch_id >= $1`,
    [id, pool, asset],
  );
}
