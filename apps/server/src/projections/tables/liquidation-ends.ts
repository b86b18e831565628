import type { PositionSide } from '@vitrine/core';
import type { AssetUnits, SizeLots } from '@vitrine/money';
import { type Kysely, sql } from 'kysely';
import { type LiquidationRecord, liquidationRecord } from './liquidations.ts';
import type { LiquidationsTable, ReadModelTables } from './tables.ts';

/** A liquidation, and how its lots were closed. */
export interface EndedLiquidation extends LiquidationRecord {
  readonly inBookLots: SizeLots;
  readonly ownLots: SizeLots;
  readonly fundLots: SizeLots;
  readonly deleveragedLots: SizeLots;
  /**
   * Undefined if the fee of the liquidation order is not recorded: the tables contain no orders of the exchange's own
   * accounts.
   */
  readonly feeUnits: AssetUnits | undefined;
}

interface EndedRow extends Record<keyof LiquidationsTable, string> {
  readonly filled_lots: string | null;
  readonly filled_fee_units: string | null;
  readonly own_lots: string;
  readonly fund_lots: string;
  readonly deleveraged_lots: string;
  readonly settled_fee_units: string;
}

/**
 * The newest liquidations of all owners, newest first. A market liquidates one position at a time, so settlements of the
 * position before the market's next liquidation belong to it. Those of other positions after the last liquidation belong
 * to a delisting.
 */
export async function selectEndedLiquidations(
  database: Kysely<ReadModelTables>,
  limit: number,
): Promise<EndedLiquidation[]> {
  const { rows } = await sql<EndedRow>`
    select l.*, o.filled_lots, o.fee_units as filled_fee_units,
      s.own_lots, s.fund_lots, s.deleveraged_lots, s.settled_fee_units
    from (select * from liquidations order by position desc, line desc limit ${limit}) l
    left join orders o on o.owner_id = l.owner_id and o.order_id = l.order_id
    left join lateral (
      select position, line from liquidations
      where market_id = l.market_id and (position, line) > (l.position, l.line)
      order by position, line limit 1
    ) next on true
    cross join lateral (
      select coalesce(sum(size_lots) filter (where means = 'own_position'), 0) as own_lots,
        coalesce(sum(size_lots) filter (where means = 'insurance_fund'), 0) as fund_lots,
        coalesce(sum(size_lots) filter (where means = 'deleveraging'), 0) as deleveraged_lots,
        coalesce(sum(fee_units), 0) as settled_fee_units
      from settlements
      where market_id = l.market_id and owner_id = l.owner_id and side = l.side
        and (position, line) > (l.position, l.line)
        and (next.position is null or (position, line) < (next.position, next.line))
    ) s
    order by l.position desc, l.line desc`.execute(database);
  return rows.map(endedLiquidation);
}

function endedLiquidation(row: EndedRow): EndedLiquidation {
  const [ownLots, fundLots, deleveragedLots] = [row.own_lots, row.fund_lots, row.deleveraged_lots].map(Number) as [
    SizeLots,
    SizeLots,
    SizeLots,
  ];
  const rest = Number(row.size_lots) - ownLots - fundLots - deleveragedLots;
  return {
    ...liquidationRecord({ ...row, line: Number(row.line), market_id: Number(row.market_id) }),
    side: row.side as PositionSide,
    inBookLots: (row.filled_lots === null ? rest : Number(row.filled_lots)) as SizeLots,
    ownLots,
    fundLots,
    deleveragedLots,
    feeUnits:
      row.filled_fee_units === null
        ? undefined
        : ((Number(row.filled_fee_units) + Number(row.settled_fee_units)) as AssetUnits),
  };
}

/** Sums over liquidations. The `…Units` fields are in the quote asset, the same in all perpetual markets. */
export interface LiquidationSums {
  readonly count: number;
  /** The value of the liquidated parts, at the mark prices at which their liquidations began. */
  readonly valueUnits: bigint;
  readonly takenOverUnits: bigint;
  readonly deleveragedUnits: bigint;
  /** The fees for parts that were closed outside the order book. */
  readonly feeUnits: bigint;
  /** When a position was last closed by deleveraging, at any time; 0 if never. */
  readonly lastDeleveragingMs: number;
}

export async function selectLiquidationSums(
  database: Kysely<ReadModelTables>,
  fromMs: number,
): Promise<LiquidationSums> {
  const { rows } = await sql<Record<'count' | 'value' | 'taken_over' | 'deleveraged' | 'fees' | 'last', string>>`
    select b.count, b.value, s.taken_over, s.deleveraged, s.fees,
      coalesce((select max(time_ms) from settlements where means = 'deleveraging'), 0) as last
    from (
      select count(*) as count, coalesce(sum(size_lots::numeric * mark_ticks * tick_lot_units), 0) as value
      from liquidations join markets using (market_id) where time_ms >= ${fromMs}
    ) b cross join (
      select coalesce(sum(notional_units) filter (where means = 'insurance_fund'), 0) as taken_over,
        coalesce(sum(notional_units) filter (where means = 'deleveraging'), 0) as deleveraged,
        coalesce(sum(fee_units), 0) as fees
      from settlements where time_ms >= ${fromMs}
    ) s`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('the query for the sums of liquidations returned no row');
  return {
    count: Number(row.count),
    valueUnits: BigInt(row.value),
    takenOverUnits: BigInt(row.taken_over),
    deleveragedUnits: BigInt(row.deleveraged),
    feeUnits: BigInt(row.fees),
    lastDeleveragingMs: Number(row.last),
  };
}
