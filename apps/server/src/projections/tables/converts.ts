import type { AssetId, Converted, OrderId, OwnerId } from '@vitrine/core';
import type { AssetUnits, TimeMs } from '@vitrine/money';
import type { Kysely, Selectable } from 'kysely';
import type pg from 'pg';
import { CopyRows } from '../projector/copy-rows.ts';
import { type At, isClient } from '../projector/projected-event.ts';
import type { ConvertsTable, ReadModelTables } from './tables.ts';

/** An executed conversion. */
export interface ConvertRecord {
  readonly position: number;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly quote: AssetId;
  readonly spentUnits: AssetUnits;
  readonly receivedUnits: AssetUnits;
  /** In units of the quote asset. */
  readonly feeUnits: AssetUnits;
  /** The orders that made the conversion: one or two. */
  readonly orders: readonly OrderId[];
  /** Number of the limit conversion; 0 for none. */
  readonly record: number;
  readonly timeMs: TimeMs;
}

/** Table converts: clients' executed conversions. */
export class ConvertsProjection {
  readonly #rows = new CopyRows('converts', {
    owner_id: 'bigint',
    position: 'bigint',
    from_asset_id: 'integer',
    to_asset_id: 'integer',
    quote_asset_id: 'integer',
    spent_units: 'bigint',
    received_units: 'bigint',
    fee_units: 'bigint',
    first_order: 'bigint',
    second_order: 'bigint',
    record: 'bigint',
    time_ms: 'bigint',
  });

  apply(e: Converted, { position, timeMs }: At): void {
    if (!isClient(e.owner)) return;
    const amounts = [e.spentUnits, e.receivedUnits, e.feeUnits] as const;
    this.#rows.add(e.owner, position, e.from, e.to, e.quote, ...amounts, e.firstOrder, e.secondOrder, e.record, timeMs);
  }

  async flush(client: pg.ClientBase): Promise<void> {
    await this.#rows.flush(client);
  }
}

/** Conversions of one owner before the row at position `key`, newest first. */
export async function selectConverts(
  database: Kysely<ReadModelTables>,
  { owner }: { readonly owner: OwnerId },
  key: readonly number[] | undefined,
  limit: number,
): Promise<ConvertRecord[]> {
  let query = database.selectFrom('converts').selectAll().where('owner_id', '=', String(owner));
  if (key !== undefined) query = query.where('position', '<', String(key[0]));
  const rows = await query.orderBy('position', 'desc').limit(limit).execute();
  return rows.map(convertRecord);
}

/** The conversion that the command at a log position made for one owner. */
export async function selectConvertAt(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  position: number,
): Promise<ConvertRecord | undefined> {
  const row = await database
    .selectFrom('converts')
    .selectAll()
    .where('owner_id', '=', String(owner))
    .where('position', '=', String(position))
    .executeTakeFirst();
  return row && convertRecord(row);
}

function convertRecord(row: Selectable<ConvertsTable>): ConvertRecord {
  return {
    position: Number(row.position),
    from: row.from_asset_id,
    to: row.to_asset_id,
    quote: row.quote_asset_id,
    spentUnits: Number(row.spent_units) as AssetUnits,
    receivedUnits: Number(row.received_units) as AssetUnits,
    feeUnits: Number(row.fee_units) as AssetUnits,
    orders: [Number(row.first_order), Number(row.second_order)].filter((order) => order !== 0),
    record: Number(row.record),
    timeMs: Number(row.time_ms) as TimeMs,
  };
}
