import type { LiquidationStarted, MarketId, OrderId, OwnerId, PositionSettled, PositionSide } from '@vitrine/core';
import type { PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Place } from '../cursor-page.ts';
import { CopyRows } from '../projector/copy-rows.ts';
import type { At } from '../projector/projected-event.ts';
import { all, beside, direction, type LogRange, type Markets, ofLog, ofMarkets } from './paged-rows.ts';
import type { LiquidationsTable, ReadModelTables } from './tables.ts';
import { ofTimes, type TimeRange } from './time-range.ts';

/** A part of a position whose liquidation has begun. */
export interface LiquidationRecord {
  readonly position: number;
  readonly line: number;
  readonly timeMs: TimeMs;
  readonly market: MarketId;
  readonly owner: OwnerId;
  readonly side: PositionSide;
  readonly order: OrderId;
  readonly sizeLots: SizeLots;
  readonly bankruptcyTicks: PriceTicks;
  readonly markTicks: PriceTicks;
}

/** Tables liquidations and settlements, of all clients. */
export class LiquidationsProjection {
  readonly #rows = new CopyRows('liquidations', {
    position: 'bigint',
    line: 'integer',
    time_ms: 'bigint',
    market_id: 'integer',
    owner_id: 'bigint',
    side: 'text',
    order_id: 'bigint',
    size_lots: 'bigint',
    bankruptcy_ticks: 'bigint',
    mark_ticks: 'bigint',
  });
  readonly #settlements = new CopyRows('settlements', {
    position: 'bigint',
    line: 'integer',
    time_ms: 'bigint',
    market_id: 'integer',
    owner_id: 'bigint',
    counter_owner_id: 'bigint',
    side: 'text',
    means: 'text',
    price_ticks: 'bigint',
    size_lots: 'bigint',
    notional_units: 'bigint',
    fee_units: 'bigint',
  });
  /** The newest liquidation order of each market. At most one is open at a time. */
  readonly #orders: Map<MarketId, OrderId>;

  private constructor(orders: Map<MarketId, OrderId>) {
    this.#orders = orders;
  }

  static async load(client: pg.ClientBase): Promise<LiquidationsProjection> {
    const { rows } = await client.query<{ market_id: number; order_id: string }>(
      `select distinct on (market_id) market_id, order_id from liquidations
       order by market_id, position desc, line desc`,
    );
    return new LiquidationsProjection(new Map(rows.map((row) => [row.market_id, Number(row.order_id)])));
  }

  /** Whether this order liquidates a position. If so, its fees go to the insurance fund. */
  isOrder(market: MarketId, order: OrderId): boolean {
    return this.#orders.get(market) === order;
  }

  apply(e: LiquidationStarted | PositionSettled, at: At): void {
    const { position, timeMs } = at;
    const line = at.line++;
    if (e.kind === 'LiquidationStarted') {
      this.#orders.set(e.market, e.order);
      const { market, owner, position: side, order, sizeLots, bankruptcyTicks, markTicks } = e;
      this.#rows.add(position, line, timeMs, market, owner, side, order, sizeLots, bankruptcyTicks, markTicks);
      return;
    }
    const { market, owner, counterOwner, position: side, means, priceTicks, sizeLots, notionalUnits, feeUnits } = e;
    this.#settlements.add(
      position,
      line,
      timeMs,
      market,
      owner,
      counterOwner,
      side,
      means,
      priceTicks,
      sizeLots,
      notionalUnits,
      feeUnits,
    );
  }

  async flush(client: pg.ClientBase): Promise<void> {
    await this.#rows.flush(client);
    await this.#settlements.flush(client);
  }
}

export interface LiquidationsFilter extends TimeRange, LogRange {
  readonly market?: Markets | undefined;
  readonly owner?: OwnerId | undefined;
  readonly side?: PositionSide | undefined;
}

/** Liquidations of all owners or of one owner: at most `limit` next to a place, nearest first. */
export async function selectLiquidations(
  database: Kysely<ReadModelTables>,
  filter: LiquidationsFilter,
  place: Place,
  limit: number,
): Promise<LiquidationRecord[]> {
  const { market, owner, side } = filter;
  const conditions = all([
    sql`true`,
    ofMarkets(market),
    owner !== undefined && sql`owner_id = ${owner}`,
    side !== undefined && sql`side = ${side}`,
    ...ofTimes(filter, sql`time_ms`, sql`position`),
    ofLog(filter),
    beside(sql`position, line`, place),
  ]);
  const way = direction(place);
  const { rows } = await sql<Selectable<LiquidationsTable>>`
    select * from liquidations where ${conditions} order by position ${way}, line ${way} limit ${limit}`.execute(
    database,
  );
  return rows.map(liquidationRecord);
}

export const liquidationRecord = (row: Selectable<LiquidationsTable>): LiquidationRecord => ({
  position: Number(row.position),
  line: row.line,
  timeMs: Number(row.time_ms) as TimeMs,
  market: row.market_id,
  owner: Number(row.owner_id),
  side: row.side as PositionSide,
  order: Number(row.order_id),
  sizeLots: Number(row.size_lots) as SizeLots,
  bankruptcyTicks: Number(row.bankruptcy_ticks) as PriceTicks,
  markTicks: Number(row.mark_ticks) as PriceTicks,
});
