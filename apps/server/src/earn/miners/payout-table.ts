import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';

/** A day's output of many rentals, in one ledger entry. */
export interface Payout {
  readonly id: number;
  readonly pool: number;
  readonly asset: AssetId;
  readonly cut: number;
  readonly units: AssetUnits;
  /** Its clients, each once, and the amount for each. */
  readonly owners: readonly OwnerId[];
  readonly amounts: readonly number[];
}

interface Row {
  readonly payout_id: string;
  readonly pool_id: number;
  readonly asset_id: number;
  readonly cut: string;
  readonly units: string;
  readonly owners: readonly string[];
  readonly amounts: readonly string[];
}

const payoutOf = (row: Row): Payout => ({
  id: Number(row.payout_id),
  pool: row.pool_id,
  asset: row.asset_id,
  cut: Number(row.cut),
  units: Number(row.units) as AssetUnits,
  owners: row.owners.map(Number),
  amounts: row.amounts.map(Number),
});

/** Stores a posting together with the rentals whose day it pays. Fails if a day is already in another posting. */
export async function insertPayout(
  client: PoolClient,
  payout: Omit<Payout, 'id'>,
  rentals: readonly number[],
): Promise<void> {
  await client.query(
    `with payout as (
       insert into miner_payouts (pool_id, asset_id, cut, units, owners, amounts, state)
       values ($1, $2, $3, $4, $5, $6, 'sent') returning payout_id)
     insert into miner_days (rental_id, cut, payout_id)
     select rental_id, $3, payout_id from payout cross join unnest($7::bigint[]) rental_id`,
    [payout.pool, payout.asset, payout.cut, payout.units, payout.owners, payout.amounts, rentals],
  );
}

/** The postings to submit, oldest first, except those that failed recently. */
export async function sentPayouts(
  database: Pick<Pool, 'query'>,
  limit: number,
  without: readonly number[],
): Promise<Payout[]> {
  const { rows } = await database.query<Row>(
    `select * from miner_payouts where state = 'sent' and payout_id <> all($2::bigint[]) order by payout_id limit $1`,
    [limit, without],
  );
  return rows.map(payoutOf);
}

/** A rental that has ended with its last day. */
export interface EndedRental {
  readonly id: number;
  readonly owner: OwnerId;
  readonly days: number;
  readonly dailyUnits: number;
}

/** Marks a posting and its rentals' days as paid. Returns the rentals that have ended with it. */
export async function markPaid(
  client: PoolClient,
  payout: number,
  paid: { readonly position: number; readonly nowMs: number },
): Promise<EndedRental[]> {
  const { rowCount } = await client.query(
    `update miner_payouts set state = 'done', position = $2 where payout_id = $1 and state = 'sent'`,
    [payout, paid.position],
  );
  if (rowCount !== 1) return [];
  const { rows } = await client.query<{
    rental_id: string;
    owner: string;
    state: string;
    days: number;
    daily_units: string;
  }>(
    `update miner_rentals rental set paid_days = paid_days + 1,
       state = case when paid_days + 1 = days then 'ended' else state end,
       ended_ms = case when paid_days + 1 = days then $2::bigint end
     from miner_days day where day.payout_id = $1 and day.rental_id = rental.rental_id
     returning rental.rental_id, owner, state, days, daily_units`,
    [payout, paid.nowMs],
  );
  return rows
    .filter(({ state }) => state === 'ended')
    .map(({ rental_id, owner, days, daily_units }) => ({
      id: Number(rental_id),
      owner: Number(owner),
      days,
      dailyUnits: Number(daily_units),
    }));
}
