import type { MarketId, OrderFilled, OrderId, OwnerId, Side } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import { CopyRows } from '../projector/copy-rows.ts';
import type { At } from '../projector/projected-event.ts';
import type { FillsTable, ReadModelTables } from './tables.ts';

/** A client's side of one trade. */
export interface FillRecord {
  readonly position: number;
  readonly line: number;
  readonly market: MarketId;
  readonly trade: number;
  readonly order: OrderId;
  readonly side: Side;
  readonly role: 'maker' | 'taker';
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly notionalUnits: AssetUnits;
  /** In the quote asset. */
  readonly feeUnits: AssetUnits;
  readonly timeMs: TimeMs;
}

/** The number of account changes per fill. The view ledger_lines numbers them, starting with the fill's line number. */
export const LINES_OF_FILL = 3;

/** Table fills; its rows come from AccountBalancesProjection, which knows the balances. */
export class FillsProjection {
  readonly #rows = new CopyRows('fills', {
    owner_id: 'bigint',
    position: 'bigint',
    line: 'integer',
    market_id: 'integer',
    trade: 'bigint',
    order_id: 'bigint',
    side: 'text',
    role: 'text',
    price_ticks: 'bigint',
    size_lots: 'bigint',
    notional_units: 'bigint',
    fee_units: 'bigint',
    time_ms: 'bigint',
    base_after_units: 'bigint',
    quote_after_units: 'bigint',
  });

  /** `baseAfterUnits` and `quoteAfterUnits` are the client's spot balances after the fill. */
  add(
    e: OrderFilled,
    at: Readonly<At>,
    role: 'maker' | 'taker',
    baseAfterUnits: number,
    quoteAfterUnits: number,
  ): void {
    const isTaker = role === 'taker';
    this.#rows.add(
      isTaker ? e.takerOwner : e.makerOwner,
      at.position,
      at.line,
      e.market,
      e.trade,
      isTaker ? e.takerOrder : e.makerOrder,
      isTaker === (e.takerSide === 'buy') ? 'buy' : 'sell',
      role,
      e.priceTicks,
      e.sizeLots,
      e.notionalUnits,
      isTaker ? e.takerFeeUnits : e.makerFeeUnits,
      at.timeMs,
      baseAfterUnits,
      quoteAfterUnits,
    );
  }

  async flush(client: pg.ClientBase): Promise<void> {
    await this.#rows.flush(client);
  }
}

/** Fills of one owner before the row with key (position, line), newest first. */
export async function selectFills(
  database: Kysely<ReadModelTables>,
  filter: { readonly owner: OwnerId; readonly market: MarketId | undefined; readonly order: OrderId | undefined },
  key: readonly number[] | undefined,
  limit: number,
): Promise<FillRecord[]> {
  let query = database.selectFrom('fills').selectAll().where('owner_id', '=', String(filter.owner));
  if (filter.market !== undefined) query = query.where('market_id', '=', filter.market);
  if (filter.order !== undefined) {
    const order = String(filter.order);
    // An order's fills lie between its creation and its last change, a range of the primary key. An order not yet in
    // the tables was created after the replay position.
    const ofOrder = sql`from orders where owner_id = ${filter.owner} and order_id = ${order}`;
    query = query
      .where('order_id', '=', order)
      .where(sql<boolean>`position >= coalesce((select created_position ${ofOrder}), (select replay_position from projector_position))
        and position <= coalesce((select position ${ofOrder}), (select position from projector_position))`);
  }
  if (key !== undefined) {
    const [position, line] = [String(key[0]), key[1] as number];
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('position', 'line'), '<', tuple(position, line)));
  }
  const rows = await query.orderBy('position', 'desc').orderBy('line', 'desc').limit(limit).execute();
  return rows.map(fillRecord);
}

/** The totals of the fills of one order. */
export interface Filled {
  readonly filledLots: SizeLots;
  readonly filledUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
}

/**
 * The part of one owner's order that was filled by the command at a log position, in a spot or perpetual market: there
 * may be a thousand counterparties.
 */
export async function selectFilledAt(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  order: OrderId,
  position: number,
): Promise<Filled> {
  const ofOrder = { owner_id: String(owner), position: String(position), order_id: String(order) };
  const inSpot = database
    .selectFrom('fills')
    .select(['size_lots', 'notional_units', 'fee_units'])
    .where(({ and }) => and(ofOrder));
  const inPerpetuals = database
    .selectFrom('position_changes')
    .select(['traded_lots as size_lots', 'notional_units', 'fee_units'])
    .where(({ and }) => and(ofOrder));
  const { lots, notional, fee } = await database
    .selectFrom(inSpot.unionAll(inPerpetuals).as('filled'))
    .select(({ fn }) => [
      fn.sum<string | null>('size_lots').as('lots'),
      fn.sum<string | null>('notional_units').as('notional'),
      fn.sum<string | null>('fee_units').as('fee'),
    ])
    .executeTakeFirstOrThrow();
  return {
    filledLots: Number(lots ?? 0) as SizeLots,
    filledUnits: Number(notional ?? 0) as AssetUnits,
    feeUnits: Number(fee ?? 0) as AssetUnits,
  };
}

function fillRecord(row: Selectable<FillsTable>): FillRecord {
  return {
    position: Number(row.position),
    line: row.line,
    market: row.market_id,
    trade: Number(row.trade),
    order: Number(row.order_id),
    side: row.side as Side,
    role: row.role as FillRecord['role'],
    priceTicks: Number(row.price_ticks) as PriceTicks,
    sizeLots: Number(row.size_lots) as SizeLots,
    notionalUnits: Number(row.notional_units) as AssetUnits,
    feeUnits: Number(row.fee_units) as AssetUnits,
    timeMs: Number(row.time_ms) as TimeMs,
  };
}
