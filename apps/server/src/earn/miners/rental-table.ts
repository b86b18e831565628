import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';

/** `void`: the ledger refused it, or it was never submitted. */
export type RentalState = 'draft' | 'running' | 'ended' | 'void';

export interface NewRental {
  readonly owner: OwnerId;
  readonly product: number;
  readonly version: number;
  readonly pool: number;
  readonly asset: AssetId;
  readonly priceAsset: AssetId;
  readonly priceUnits: AssetUnits;
  readonly days: number;
  readonly dailyUnits: AssetUnits;
  readonly startCut: number;
  readonly endCut: number;
  readonly firstDayEnds: number;
}

export interface Rental extends Omit<NewRental, 'firstDayEnds'> {
  readonly id: number;
  readonly state: RentalState;
  readonly epoch: number;
  readonly request: string;
  readonly draftedMs: number;
  /** The log position of the price payment. */
  readonly position: number | undefined;
  readonly nextCut: number | undefined;
  readonly paidDays: number;
  readonly endedMs: number | undefined;
}

interface Row {
  readonly rental_id: string;
  readonly owner: string;
  readonly product_id: number;
  readonly version_id: string;
  readonly pool_id: number;
  readonly asset_id: number;
  readonly price_asset_id: number;
  readonly price_units: string;
  readonly days: number;
  readonly daily_units: string;
  readonly state: RentalState;
  readonly epoch: string;
  readonly request: string;
  readonly drafted_ms: string;
  readonly position: string | null;
  readonly start_cut: string;
  readonly next_cut: string | null;
  readonly end_cut: string;
  readonly paid_days: number;
  readonly ended_ms: string | null;
}

const orNone = (value: string | null): number | undefined => (value === null ? undefined : Number(value));

const rentalOf = (row: Row): Rental => ({
  id: Number(row.rental_id),
  owner: Number(row.owner),
  product: row.product_id,
  version: Number(row.version_id),
  pool: row.pool_id,
  asset: row.asset_id,
  priceAsset: row.price_asset_id,
  priceUnits: Number(row.price_units) as AssetUnits,
  days: row.days,
  dailyUnits: Number(row.daily_units) as AssetUnits,
  state: row.state,
  epoch: Number(row.epoch),
  request: row.request,
  draftedMs: Number(row.drafted_ms),
  position: orNone(row.position),
  startCut: Number(row.start_cut),
  nextCut: orNone(row.next_cut),
  endCut: Number(row.end_cut),
  paidDays: row.paid_days,
  endedMs: orNone(row.ended_ms),
});

export interface RentalTerms {
  readonly epoch: number;
  readonly nowMs: number;
  readonly key: string | undefined;
  /** The client's request, to recognize a repetition. */
  readonly request: string;
}

/** Stores a rental before its price is paid. */
export async function insertRental(client: PoolClient, rental: NewRental, terms: RentalTerms): Promise<Rental> {
  const { rows } = await client.query<Row>(
    `insert into miner_rentals (owner, product_id, version_id, pool_id, asset_id, price_asset_id, price_units, days,
       daily_units, state, epoch, idempotency_key, request, drafted_ms, start_cut, next_cut, end_cut)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'draft', $10, $11, $12, $13, $14, $15, $16) returning *`,
    [
      rental.owner,
      rental.product,
      rental.version,
      rental.pool,
      rental.asset,
      rental.priceAsset,
      rental.priceUnits,
      rental.days,
      rental.dailyUnits,
      terms.epoch,
      terms.key ?? null,
      terms.request,
      terms.nowMs,
      rental.startCut,
      rental.firstDayEnds,
      rental.endCut,
    ],
  );
  return rentalOf(rows[0] as Row);
}

export async function rentalByKey(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  key: string,
): Promise<Rental | undefined> {
  const { rows } = await database.query<Row>('select * from miner_rentals where owner = $1 and idempotency_key = $2', [
    owner,
    key,
  ]);
  return rows[0] && rentalOf(rows[0]);
}

/** Releases the key for reuse: its rental did not take place. */
export async function releaseRentalKey(client: PoolClient, rental: number): Promise<void> {
  await client.query('update miner_rentals set idempotency_key = null where rental_id = $1', [rental]);
}

export async function readRental(database: Pick<Pool, 'query'>, id: number): Promise<Rental> {
  const { rows } = await database.query<Row>('select * from miner_rentals where rental_id = $1', [id]);
  if (rows[0] === undefined) throw new Error(`rental ${id} does not exist`);
  return rentalOf(rows[0]);
}

/** Rentals without a stored outcome: of earlier leases, or of this one and older than some seconds. */
export async function draftRentals(database: Pick<Pool, 'query'>, epoch: number, limit: number): Promise<number[]> {
  const { rows } = await database.query<{ rental_id: string }>(
    `select rental_id from miner_rentals
     where state = 'draft' and (epoch < $1 or epoch = $1 and drafted_at < now() - interval '5 seconds')
     order by rental_id limit $2`,
    [epoch, limit],
  );
  return rows.map(({ rental_id }) => Number(rental_id));
}

/** Ends a draft: its price was paid at this log position, or was not paid. */
export async function endDraft(
  client: PoolClient,
  rental: number,
  end: { readonly position: number } | { readonly refusal: string },
): Promise<void> {
  if ('position' in end)
    await client.query(
      `update miner_rentals set state = 'running', position = $2 where rental_id = $1 and state = 'draft'`,
      [rental, end.position],
    );
  else
    await client.query(
      `update miner_rentals set state = 'void', refusal = $2, next_cut = null where rental_id = $1 and state = 'draft'`,
      [rental, end.refusal],
    );
}

/** The client's rentals whose price was paid, newest first; with `isRunning`, only those that have not ended. */
export async function rentalsOf(
  database: Pick<Pool, 'query'>,
  owner: OwnerId,
  page: { readonly before?: number; readonly limit: number; readonly isRunning?: boolean },
): Promise<Rental[]> {
  const { rows } = await database.query<Row>(
    `select * from miner_rentals
     where owner = $1 and (state = 'running' or (state = 'ended' and not $4))
       and ($2::bigint is null or rental_id < $2) order by rental_id desc limit $3`,
    [owner, page.before ?? null, page.limit, page.isRunning ?? false],
  );
  return rows.map(rentalOf);
}

/** Locks the rentals of a product whose next day of output ends at this cut. */
export async function lockDueRentals(
  client: PoolClient,
  due: { readonly product: number; readonly cut: number },
  limit: number,
): Promise<Rental[]> {
  const { rows } = await client.query<Row>(
    `select * from miner_rentals where product_id = $1 and next_cut = $2 and state = 'running'
     order by rental_id limit $3 for no key update skip locked`,
    [due.product, due.cut, limit],
  );
  return rows.map(rentalOf);
}
