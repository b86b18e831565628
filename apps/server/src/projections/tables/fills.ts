import type { MarketId, OrderFilled, OrderId, OwnerId, Side } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Place } from '../cursor-page.ts';
import { CopyRows } from '../projector/copy-rows.ts';
import type { At } from '../projector/projected-event.ts';
import { all, beside, type Condition, direction, type LogRange, type Markets, ofLog, ofMarkets } from './paged-rows.ts';
import type { FillsTable, ReadModelTables } from './tables.ts';
import { ofTimes, type TimeRange } from './time-range.ts';

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

export interface FillsFilter extends TimeRange, LogRange {
  readonly owner: OwnerId;
  readonly market?: Markets | undefined;
  readonly order?: OrderId | undefined;
  readonly side?: Side | undefined;
}

/**
 * The fills of an order are between its creation and its last change, which is a range of the primary key. If the order
 * is not in the tables yet, it was created after the replay position.
 */
const ofOrder = (owner: OwnerId, order: OrderId): Condition => {
  const row = sql`from orders where owner_id = ${owner} and order_id = ${order}`;
  return sql`order_id = ${order}
    and position >= coalesce((select created_position ${row}), (select replay_position from projector_position))
    and position <= coalesce((select position ${row}), (select position from projector_position))`;
};

/** Fills of one owner: at most `limit` next to a place, nearest first. */
export async function selectFills(
  database: Kysely<ReadModelTables>,
  filter: FillsFilter,
  place: Place,
  limit: number,
): Promise<FillRecord[]> {
  const { owner, market, order, side } = filter;
  const conditions = all([
    sql`owner_id = ${owner}`,
    ofMarkets(market),
    order !== undefined && ofOrder(owner, order),
    side !== undefined && sql`side = ${side}`,
    ...ofTimes(filter, sql`time_ms`, sql`position`),
    ofLog(filter),
    beside(sql`position, line`, place),
  ]);
  const way = direction(place);
  const { rows } = await sql<Selectable<FillsTable>>`
    select * from fills where ${conditions} order by position ${way}, line ${way} limit ${limit}`.execute(database);
  return rows.map(fillRecord);
}

/** The totals of the fills of one order. */
export interface Filled {
  readonly filledLots: SizeLots;
  readonly filledUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
}

/**
 * The part of one owner's order that was filled by the command at a log position, in a spot or perpetual market. Summed
 * in SQL, because there may be a thousand fills.
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
