import type { AssetId, MarketId, OrderId, OwnerId } from '@vitrine/core';
import type { Kysely } from 'kysely';
import { type Page, type PagePlace, pageOfTables, readKey } from './cursor-page.ts';
import { type Candle, intervalMs, type MarketCandle, selectCandlesOf, selectExtremes } from './tables/candles.ts';
import { type ConvertRecord, selectConvertAt, selectConverts } from './tables/converts.ts';
import { type Filled, type FillRecord, type FillsFilter, selectFilledAt, selectFills } from './tables/fills.ts';
import {
  type FundingRecord,
  type MarkPriceRecord,
  selectFundings,
  selectMarkPrices,
  selectNewestFundings,
} from './tables/fundings.ts';
import { type LedgerLine, selectLedgerLines } from './tables/ledger-lines.ts';
import {
  type EndedLiquidation,
  type LiquidationSums,
  selectEndedLiquidations,
  selectLiquidationSums,
} from './tables/liquidation-ends.ts';
import { type LiquidationRecord, type LiquidationsFilter, selectLiquidations } from './tables/liquidations.ts';
import { type OpenInterestSample, selectOpenInterest } from './tables/open-interest.ts';
import {
  type EndedOrders,
  type OrderRecord,
  type OrdersFilter,
  selectEndedOrders,
  selectOrder,
  selectOrdersEndedAt,
} from './tables/orders.ts';
import {
  type NewestPosition,
  type PositionChangeRecord,
  type PositionChangesFilter,
  type PositionId,
  selectNewestPositions,
  selectPositionChanges,
  selectPositionChangesAt,
} from './tables/position-changes.ts';
import type { ReadModelTables } from './tables/tables.ts';
import { type Flow, selectFlowByPeriod, selectFlowBySize } from './tables/taker-flow.ts';

interface PageQuery {
  readonly owner: OwnerId;
  /** Where the previous page ended; undefined starts with the newest row. */
  readonly cursor: string | undefined;
  readonly limit: number;
}
export interface FundingsQuery extends Omit<PageQuery, 'owner'> {
  readonly market: MarketId;
}
export interface StatementQuery extends PageQuery {
  readonly asset: AssetId | undefined;
}

type Found<Row> = Promise<Page<Row> | 'bad_cursor'>;

/**
 * Clients' histories, from the tables that the projector fills. The result is 'bad_cursor' if the cursor is invalid.
 * Lists with a `PagePlace` can be paged in both directions and begin at either end; the others only from newest to
 * oldest.
 */
export interface Histories {
  /** The log position that the tables reflect. */
  readonly position: number;
  /** Waits until the tables reflect this log position; false when that takes longer than `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean>;
  /** Orders that have ended. */
  orders(query: OrdersFilter & PagePlace): Found<OrderRecord>;
  /** An order of this owner, open or ended. */
  order(owner: OwnerId, order: OrderId): Promise<OrderRecord | undefined>;
  /** Orders of this owner that were ended by the command at a log position. */
  ordersEndedAt(owner: OwnerId, position: number): Promise<readonly EndedOrders[]>;
  /** The part of an order that was filled by the command at a log position. */
  filledAt(owner: OwnerId, order: OrderId, position: number): Promise<Filled>;
  /** The conversion that the command at a log position made for this owner. */
  convertAt(owner: OwnerId, position: number): Promise<ConvertRecord | undefined>;
  fills(query: FillsFilter & PagePlace): Found<FillRecord>;
  /** The client's conversions. */
  converts(query: PageQuery): Found<ConvertRecord>;
  /** Changes to the client's positions in perpetual markets. */
  positionChanges(query: PositionChangesFilter & PagePlace): Found<PositionChangeRecord>;
  /** For each of these positions of the client, the time when it was opened and its totals, in any order. */
  newestPositions(owner: OwnerId, positions: readonly PositionId[]): Promise<readonly NewestPosition[]>;
  /** The changes to the client's positions by the command at a log position. */
  positionChangesAt(owner: OwnerId, position: number): Promise<readonly PositionChangeRecord[]>;
  /** Liquidations of all clients, or of one client. */
  liquidations(query: LiquidationsFilter & PagePlace): Found<LiquidationRecord>;
  /** The newest liquidations of all clients and how they ended, newest first. */
  endedLiquidations(limit: number): Promise<readonly EndedLiquidation[]>;
  /** Sums over all liquidations since this time. */
  liquidationSums(fromMs: number): Promise<LiquidationSums>;
  fundings(query: FundingsQuery): Found<FundingRecord>;
  /** The newest funding settlement of each market that has had one. */
  newestFundings(): Promise<readonly FundingRecord[]>;
  markPrices(market: MarketId, beforeMs: number, limit: number): Promise<readonly MarkPriceRecord[]>;
  /**
   * A market's candles of the days with the highest and the lowest price. Reads a row for each day, so share the result
   * between callers.
   */
  extremes(market: MarketId): Promise<readonly Candle[]>;
  /** Stored candles of several markets that open at or after `fromMs`, oldest first. */
  candlesOf(markets: readonly MarketId[], lengthMs: number, fromMs: number): Promise<readonly MarketCandle[]>;
  /** The taker flow since `fromMs`, by trade size. Reads up to six rows for every five minutes since then. */
  flowBySize(market: MarketId, fromMs: number): Promise<readonly Flow[]>;
  flowByPeriod(market: MarketId, fromMs: number, lengthMs: number): Promise<ReadonlyMap<number, Flow>>;
  openInterest(market: MarketId, fromMs: number): Promise<readonly OpenInterestSample[]>;
  /** Every change to the client's accounts. */
  statement(query: StatementQuery): Found<LedgerLine>;
}

/** What the histories need to know about the projector. */
export interface ProjectorProgress {
  readonly position: number;
  reached(position: number, timeoutMs: number): Promise<boolean>;
}

export function createHistories(database: Kysely<ReadModelTables>, progress: ProjectorProgress): Histories {
  const page = pagerOf(progress);
  return {
    get position() {
      return progress.position;
    },
    reached: (position, timeoutMs) => progress.reached(position, timeoutMs),
    extremes: (market) => selectExtremes(database, market, intervalMs['1d']),
    candlesOf: (markets, lengthMs, fromMs) => selectCandlesOf(database, markets, lengthMs, fromMs),
    flowBySize: (market, fromMs) => selectFlowBySize(database, market, fromMs),
    flowByPeriod: (market, fromMs, lengthMs) => selectFlowByPeriod(database, market, fromMs, lengthMs),
    openInterest: (market, fromMs) => selectOpenInterest(database, market, fromMs),
    orders: (query) =>
      pageOfTables(progress, {
        ...query,
        keyLength: 1,
        keyOf: (row) => [row.order],
        select: (place, limit) => selectEndedOrders(database, query, place, limit),
      }),
    order: (owner, order) => selectOrder(database, owner, order),
    ordersEndedAt: (owner, position) => selectOrdersEndedAt(database, owner, position),
    filledAt: (owner, order, position) => selectFilledAt(database, owner, order, position),
    convertAt: (owner, position) => selectConvertAt(database, owner, position),
    fills: (query) =>
      pageOfTables(progress, {
        ...query,
        ...byLine,
        select: (place, limit) => selectFills(database, query, place, limit),
      }),
    converts: (query) =>
      page(
        query,
        1,
        (key, limit) => selectConverts(database, query, key, limit),
        (row) => [row.position],
      ),
    ...perpetualHistories(database, progress, page),
    statement: (query) =>
      page(
        query,
        2,
        (key, limit) => selectLedgerLines(database, query, key, limit),
        (row) => [row.position, row.line],
      ),
  };
}

const byLine = {
  keyLength: 2,
  keyOf: ({ position, line }: { readonly position: number; readonly line: number }) => [position, line],
} as const;

type Pager = <Row>(
  query: Omit<PageQuery, 'owner'>,
  keyLength: number,
  select: (key: readonly number[] | undefined, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => readonly number[],
) => Found<Row>;

const pagerOf =
  (progress: ProjectorProgress): Pager =>
  async (query, keyLength, select, keyOf) => {
    // A cursor is the key of the last row on the previous page, joined by underscores.
    const key = query.cursor === undefined ? undefined : readKey(query.cursor.split('_'), keyLength);
    if (key === 'bad_cursor') return key;
    // The position is read before the rows, so that the rows are at least as new as the position.
    const { position } = progress;
    const rows = await select(key, query.limit + 1);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    const nextCursor = last === undefined ? undefined : keyOf(last).join('_');
    return { rows: shown, nextCursor, previousCursor: undefined, position };
  };

type PerpetualHistories = Pick<
  Histories,
  | 'positionChanges'
  | 'newestPositions'
  | 'positionChangesAt'
  | 'liquidations'
  | 'endedLiquidations'
  | 'liquidationSums'
  | 'fundings'
  | 'newestFundings'
  | 'markPrices'
>;

const perpetualHistories = (
  database: Kysely<ReadModelTables>,
  progress: ProjectorProgress,
  page: Pager,
): PerpetualHistories => ({
  positionChanges: (query) =>
    pageOfTables(progress, {
      ...query,
      ...byLine,
      select: (place, limit) => selectPositionChanges(database, query, place, limit),
    }),
  newestPositions: (owner, positions) => selectNewestPositions(database, owner, positions),
  positionChangesAt: (owner, position) => selectPositionChangesAt(database, owner, position),
  liquidations: (query) =>
    pageOfTables(progress, {
      ...query,
      ...byLine,
      select: (place, limit) => selectLiquidations(database, query, place, limit),
    }),
  endedLiquidations: (limit) => selectEndedLiquidations(database, limit),
  liquidationSums: (fromMs) => selectLiquidationSums(database, fromMs),
  newestFundings: () => selectNewestFundings(database),
  fundings: (query) =>
    page(
      query,
      1,
      (key, limit) => selectFundings(database, query.market, key, limit),
      (row) => [row.position],
    ),
  markPrices: (market, beforeMs, limit) => selectMarkPrices(database, market, beforeMs, limit),
});
