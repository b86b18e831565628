import type {
  FundingSettled,
  MarginChanged,
  MarketId,
  OrderFilled,
  OrderId,
  OwnerId,
  PositionChanged,
  PositionClosed,
  PositionSettled,
  PositionSide,
  PositionView,
  Side,
} from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { BooksProjection } from '../books/books-projection.ts';
import type { PositionEntry } from '../books/entries.ts';
import type { Place } from '../cursor-page.ts';
import { BulkRows } from '../projector/bulk-rows.ts';
import { CopyRows } from '../projector/copy-rows.ts';
import { type At, isClient } from '../projector/projected-event.ts';
import type { LiquidationsProjection } from './liquidations.ts';
import { all, beside, type Condition, direction, type LogRange, type Markets, ofLog, ofMarkets } from './paged-rows.ts';
import type { PositionChangesTable, ReadModelTables } from './tables.ts';
import { ofTimes, type TimeRange } from './time-range.ts';

/** `settled`: closed outside the book. `profit`: profit that was realized to pay funding. */
export type PositionChangeKind = 'fill' | 'settled' | 'funding' | 'profit' | 'margin';

/**
 * The owner's role: maker or taker of a trade, owner of a liquidated position, counterparty of its settlement, or owner
 * of a position that a delisting closed.
 */
export type PositionRole = 'maker' | 'taker' | 'liquidated' | 'counterparty' | 'delisted' | 'none';

/** The effect of one event on a position. The `…Units` fields are in the market’s quote asset. */
interface Change {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly kind: PositionChangeKind;
  readonly position: number;
  readonly line: number;
  readonly timeMs: TimeMs;
  /** The order that caused the change; 0 if no order did. */
  readonly order: OrderId;
  readonly role: PositionRole;
  readonly closes: boolean;
  readonly priceTicks: PriceTicks;
  readonly tradedLots: SizeLots;
  readonly notionalUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
  /** The profit of the closed part, without the fee. */
  readonly realizedUnits: AssetUnits;
  /** Funding received, or paid if negative. */
  readonly fundingUnits: AssetUnits;
  readonly marginChangeUnits: AssetUnits;
}

/** A position as it is after a change. Changes of kind `funding` or `margin` do not affect its size and cost. */
interface Holding {
  readonly sizeLots: SizeLots;
  readonly costUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
}

/** Sums over all changes since the position was opened. */
interface Totals {
  readonly openedPosition: number;
  readonly openedMs: TimeMs;
  readonly entryLots: SizeLots;
  readonly entryUnits: AssetUnits;
  readonly exitLots: SizeLots;
  readonly exitUnits: AssetUnits;
  readonly totalRealizedUnits: AssetUnits;
  readonly totalFeeUnits: AssetUnits;
  readonly totalFundingUnits: AssetUnits;
  /** Margin added by the owner, less margin removed. */
  readonly totalMarginChangeUnits: AssetUnits;
  readonly liquidatedLots: SizeLots;
}

/** A change to a client's position, the position after it, and its sums since it was opened. */
export interface PositionChangeRecord extends Change, Holding, Totals {}

type Draft = Change & { readonly after: Partial<Holding>; readonly isLiquidation: boolean };

export type PositionEvent =
  | OrderFilled
  | PositionSettled
  | PositionClosed
  | PositionChanged
  | FundingSettled
  | MarginChanged;

const columns = {
  owner_id: 'bigint',
  position: 'bigint',
  line: 'integer',
  market_id: 'integer',
  side: 'text',
  kind: 'text',
  time_ms: 'bigint',
  order_id: 'bigint',
  role: 'text',
  closes: 'boolean',
  price_ticks: 'bigint',
  traded_lots: 'bigint',
  notional_units: 'bigint',
  fee_units: 'bigint',
  realized_units: 'bigint',
  funding_units: 'bigint',
  margin_change_units: 'bigint',
  size_lots: 'bigint',
  cost_units: 'bigint',
  margin_units: 'bigint',
  opened_position: 'bigint',
  opened_ms: 'bigint',
  entry_lots: 'bigint',
  entry_units: 'bigint',
  exit_lots: 'bigint',
  exit_units: 'bigint',
  total_realized_units: 'bigint',
  total_fee_units: 'bigint',
  total_funding_units: 'bigint',
  total_margin_change_units: 'bigint',
  liquidated_lots: 'bigint',
} as const;

/** The number of positions whose newest state is cached between flushes. */
const CACHED_POSITIONS = 100_000;

const keyOf = (owner: OwnerId, market: MarketId, side: PositionSide): string => `${owner} ${market} ${side}`;

const nothing = {
  order: 0,
  role: 'none',
  closes: false,
  priceTicks: 0 as PriceTicks,
  tradedLots: 0 as SizeLots,
  notionalUnits: 0 as AssetUnits,
  feeUnits: 0 as AssetUnits,
  realizedUnits: 0 as AssetUnits,
  fundingUnits: 0 as AssetUnits,
  marginChangeUnits: 0 as AssetUnits,
  isLiquidation: false,
} as const;

/** Table position_changes: every change to a client's position. */
export class PositionChangesProjection {
  readonly #liquidations: Pick<LiquidationsProjection, 'isOrder'>;
  readonly #books: Pick<BooksProjection, 'add'>;
  /** The event that announces position events: a fill or settlement is followed by two, a closing by one. */
  #pending: { readonly event: OrderFilled | PositionSettled | PositionClosed; isSecond: boolean } | undefined;
  #drafts: Draft[] = [];
  readonly #newest = new Map<string, (Holding & Totals) | undefined>();
  readonly #wanted = new BulkRows({ owner_id: 'bigint', market_id: 'integer', side: 'text' });
  readonly #rows = new CopyRows('position_changes', columns);

  constructor(liquidations: Pick<LiquidationsProjection, 'isOrder'>, books: Pick<BooksProjection, 'add'>) {
    this.#liquidations = liquidations;
    this.#books = books;
  }

  apply(e: PositionEvent, at: At): void {
    switch (e.kind) {
      case 'OrderFilled':
      case 'PositionSettled':
      case 'PositionClosed':
        this.#pending = { event: e, isSecond: false };
        return;
      case 'PositionChanged':
        this.#changed(e, at);
        return;
      case 'FundingSettled': {
        const fundingUnits = (e.receivedUnits - e.paidUnits) as AssetUnits;
        this.#add(e, at, { ...nothing, kind: 'funding', fundingUnits, after: { marginUnits: e.marginUnits } });
        return;
      }
      case 'MarginChanged': {
        const marginChangeUnits = (e.change === 'add' ? e.units : -e.units) as AssetUnits;
        this.#add(e, at, { ...nothing, kind: 'margin', marginChangeUnits, after: { marginUnits: e.marginUnits } });
      }
    }
  }

  #changed(e: PositionChanged, at: At): void {
    const { sizeLots, costUnits, marginUnits, realizedUnits } = e;
    const after = { sizeLots, costUnits, marginUnits };
    const pending = this.#pending;
    if (pending === undefined) {
      this.#add(e, at, { ...nothing, kind: 'profit', realizedUnits, after });
      return;
    }
    const { event, isSecond } = pending;
    const isLast = isSecond || event.kind === 'PositionClosed';
    this.#pending = isLast ? undefined : { event, isSecond: true };
    const traded = this.#traded(event, isSecond, e.position);
    const { priceTicks, notionalUnits } = event;
    this.#add(e, at, {
      ...nothing,
      ...traded,
      priceTicks,
      tradedLots: event.sizeLots,
      notionalUnits,
      realizedUnits,
      after,
    });
  }

  #traded(event: OrderFilled | PositionSettled | PositionClosed, isSecond: boolean, side: PositionSide) {
    if (event.kind === 'OrderFilled') return this.#filled(event, isSecond, side);
    return event.kind === 'PositionSettled' ? settled(event, isSecond) : delisted;
  }

  /** The event of the taker's position precedes that of the maker's. */
  #filled(e: OrderFilled, isMaker: boolean, side: PositionSide) {
    const takerSells = e.takerSide === 'sell';
    return {
      kind: 'fill',
      order: isMaker ? e.makerOrder : e.takerOrder,
      role: isMaker ? 'maker' : 'taker',
      closes: isClosing(isMaker === takerSells ? 'buy' : 'sell', side),
      feeUnits: isMaker ? e.makerFeeUnits : e.takerFeeUnits,
      isLiquidation: !isMaker && this.#liquidations.isOrder(e.market, e.takerOrder),
    } as const;
  }

  #add(
    { owner, market, position: side }: Pick<PositionChanged, 'owner' | 'market' | 'position'>,
    at: At,
    change: Omit<Draft, 'owner' | 'market' | 'side' | 'position' | 'line' | 'timeMs'>,
  ): void {
    if (!isClient(owner)) return;
    const timeMs = at.timeMs as TimeMs;
    this.#drafts.push({ ...change, owner, market, side, position: at.position, line: at.line++, timeMs });
  }

  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#drafts.length === 0) return;
    await this.#load(client);
    for (const draft of this.#drafts) this.#write(draft);
    this.#drafts = [];
    await this.#rows.flush(client);
    for (const key of this.#newest.keys()) {
      if (this.#newest.size <= CACHED_POSITIONS) return;
      this.#newest.delete(key);
    }
  }

  async #load(client: pg.ClientBase): Promise<void> {
    for (const { owner, market, side } of this.#drafts) {
      const key = keyOf(owner, market, side);
      if (this.#newest.has(key)) continue;
      this.#newest.set(key, undefined);
      this.#wanted.add(owner, market, side);
    }
    if (this.#wanted.length === 0) return;
    const { rows } = await this.#wanted.run(
      client,
      'load positions',
      `select newest.* from rows r cross join lateral (
         select * from position_changes p where p.owner_id = r.owner_id and p.market_id = r.market_id and p.side = r.side
         order by position desc, line desc limit 1) newest`,
    );
    for (const row of rows as Selectable<PositionChangesTable>[]) {
      const record = positionChange(row);
      this.#newest.set(keyOf(record.owner, record.market, record.side), record);
    }
  }

  #write(draft: Draft): void {
    const key = keyOf(draft.owner, draft.market, draft.side);
    const before = this.#newest.get(key);
    const isOpening = before === undefined || before.sizeLots === 0;
    const after = { ...(isOpening ? NO_HOLDING : before), ...draft.after };
    const totals = addedTotals(isOpening ? opened(draft) : before, draft);
    this.#newest.set(key, { ...after, ...totals });
    if (draft.kind !== 'funding' && draft.kind !== 'margin') this.#books.add(draft.owner, positionEntry(draft, after));
    this.#rows.add(
      draft.owner,
      draft.position,
      draft.line,
      draft.market,
      draft.side,
      draft.kind,
      draft.timeMs,
      draft.order,
      draft.role,
      draft.closes,
      draft.priceTicks,
      draft.tradedLots,
      draft.notionalUnits,
      draft.feeUnits,
      draft.realizedUnits,
      draft.fundingUnits,
      draft.marginChangeUnits,
      after.sizeLots,
      after.costUnits,
      after.marginUnits,
      totals.openedPosition,
      totals.openedMs,
      totals.entryLots,
      totals.entryUnits,
      totals.exitLots,
      totals.exitUnits,
      totals.totalRealizedUnits,
      totals.totalFeeUnits,
      totals.totalFundingUnits,
      totals.totalMarginChangeUnits,
      totals.liquidatedLots,
    );
  }
}

/** Whether an order on this side closes a position rather than opening one. */
const isClosing = (order: Side, position: PositionSide): boolean => (order === 'buy') === (position === 'short');

/**
 * The event of the liquidated position precedes that of the counterparty. If the insurance fund takes over the
 * position, the fund opens a position of its own.
 */
const settled = ({ feeUnits }: PositionSettled, isCounterparty: boolean) =>
  ({
    kind: 'settled',
    role: isCounterparty ? 'counterparty' : 'liquidated',
    closes: true,
    feeUnits: isCounterparty ? (0 as AssetUnits) : feeUnits,
    isLiquidation: !isCounterparty,
  }) as const;

/** A position that was closed because its market was delisted. */
const delisted = { kind: 'settled', role: 'delisted', closes: true } as const;

const positionEntry = (draft: Draft, { sizeLots, costUnits }: Holding): PositionEntry => ({
  kind: 'position',
  position: draft.position,
  line: draft.line,
  timeMs: draft.timeMs,
  market: draft.market,
  side: draft.side,
  sizeLots,
  costUnits,
  tradedUnits: draft.kind === 'fill' && draft.feeUnits > 0 ? draft.notionalUnits : 0,
});

const NO_HOLDING: Holding = {
  sizeLots: 0 as SizeLots,
  costUnits: 0 as AssetUnits,
  marginUnits: 0 as AssetUnits,
};

const opened = ({ position, timeMs }: Draft): Totals => ({
  openedPosition: position,
  openedMs: timeMs,
  entryLots: 0 as SizeLots,
  entryUnits: 0 as AssetUnits,
  exitLots: 0 as SizeLots,
  exitUnits: 0 as AssetUnits,
  totalRealizedUnits: 0 as AssetUnits,
  totalFeeUnits: 0 as AssetUnits,
  totalFundingUnits: 0 as AssetUnits,
  totalMarginChangeUnits: 0 as AssetUnits,
  liquidatedLots: 0 as SizeLots,
});

function addedTotals(t: Totals, d: Draft): Totals {
  const [entered, exited] = d.closes ? [0, 1] : [1, 0];
  return {
    openedPosition: t.openedPosition,
    openedMs: t.openedMs,
    entryLots: (t.entryLots + entered * d.tradedLots) as SizeLots,
    entryUnits: (t.entryUnits + entered * d.notionalUnits) as AssetUnits,
    exitLots: (t.exitLots + exited * d.tradedLots) as SizeLots,
    exitUnits: (t.exitUnits + exited * d.notionalUnits) as AssetUnits,
    totalRealizedUnits: (t.totalRealizedUnits + d.realizedUnits) as AssetUnits,
    totalFeeUnits: (t.totalFeeUnits + d.feeUnits) as AssetUnits,
    totalFundingUnits: (t.totalFundingUnits + d.fundingUnits) as AssetUnits,
    totalMarginChangeUnits: (t.totalMarginChangeUnits + d.marginChangeUnits) as AssetUnits,
    liquidatedLots: (t.liquidatedLots + (d.isLiquidation ? d.tradedLots : 0)) as SizeLots,
  };
}

export type PositionId = Pick<PositionView, 'market' | 'position'>;
/** The fields of a position's newest change that are shown in lists of open positions. */
export type NewestPosition = Pick<PositionChangeRecord, 'market' | 'side' | 'openedMs' | 'totalMarginChangeUnits'>;
type NewestRow = Pick<
  Selectable<PositionChangesTable>,
  'market_id' | 'side' | 'opened_ms' | 'total_margin_change_units'
>;

export interface PositionChangesFilter extends TimeRange, LogRange {
  readonly owner: OwnerId;
  readonly market?: Markets | undefined;
  readonly side?: PositionSide | undefined;
  /** Trades, fundings, or changes that closed a position. */
  readonly kind: 'trade' | 'funding' | 'end';
  /** Trades only: whether they closed a part of the position. */
  readonly closes?: boolean | undefined;
  readonly role?: PositionRole | undefined;
}

/**
 * SQL conditions by kind. Fundings, ends and settlements each have an index with the same condition
 * (0407_position_histories.sql, 0410_position_settlements.sql).
 */
const kindConditions: Readonly<Record<PositionChangesFilter['kind'] | 'settlement', Condition>> = {
  trade: sql`kind in ('fill', 'settled')`,
  settlement: sql`kind = 'settled'`,
  funding: sql`kind = 'funding'`,
  end: sql`size_lots = 0 and kind in ('fill', 'settled')`,
};

/** The roles in changes that were not made by trades in the book. */
const settledRoles: ReadonlySet<PositionRole | undefined> = new Set(['liquidated', 'counterparty', 'delisted']);

/** Changes of one owner's positions: at most `limit` next to a place, nearest first. */
export async function selectPositionChanges(
  database: Kysely<ReadModelTables>,
  filter: PositionChangesFilter,
  place: Place,
  limit: number,
): Promise<PositionChangeRecord[]> {
  const { owner, market, side, kind, closes, role } = filter;
  const conditions = all([
    sql`owner_id = ${owner}`,
    kindConditions[kind === 'trade' && settledRoles.has(role) ? 'settlement' : kind],
    ofMarkets(market),
    side !== undefined && sql`side = ${side}`,
    closes !== undefined && sql`closes = ${closes}`,
    role !== undefined && sql`role = ${role}`,
    ...ofTimes(filter, sql`time_ms`, sql`position`),
    ofLog(filter),
    beside(sql`position, line`, place),
  ]);
  const way = direction(place);
  const { rows } = await sql<Selectable<PositionChangesTable>>`
    select * from position_changes where ${conditions} order by position ${way}, line ${way} limit ${limit}`.execute(
    database,
  );
  return rows.map(positionChange);
}

/**
 * For each of these positions of one owner, the time when it was opened and its totals, in any order. Positions that
 * were never opened are missing.
 */
export async function selectNewestPositions(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  positions: readonly PositionId[],
): Promise<NewestPosition[]> {
  const markets = positions.map(({ market }) => market);
  const sides = positions.map(({ position }) => position);
  const { rows } = await sql<NewestRow>`
    select newest.* from unnest(${markets}::integer[], ${sides}::text[]) wanted (market, side) cross join lateral (
      select market_id, side, opened_ms, total_margin_change_units from position_changes
      where owner_id = ${String(owner)} and market_id = wanted.market and side = wanted.side
      order by position desc, line desc limit 1) newest`.execute(database);
  return rows.map(({ market_id, side, opened_ms, total_margin_change_units }) => ({
    market: market_id,
    side: side as PositionSide,
    openedMs: Number(opened_ms) as TimeMs,
    totalMarginChangeUnits: Number(total_margin_change_units) as AssetUnits,
  }));
}

/** One owner's position changes by the command at a log position. */
export async function selectPositionChangesAt(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  position: number,
): Promise<PositionChangeRecord[]> {
  const rows = await database
    .selectFrom('position_changes')
    .selectAll()
    .where('owner_id', '=', String(owner))
    .where('position', '=', String(position))
    .orderBy('line')
    .execute();
  return rows.map(positionChange);
}

export const positionChange = (row: Selectable<PositionChangesTable>): PositionChangeRecord => ({
  owner: Number(row.owner_id),
  position: Number(row.position),
  line: row.line,
  market: row.market_id,
  side: row.side as PositionSide,
  kind: row.kind as PositionChangeKind,
  timeMs: Number(row.time_ms) as TimeMs,
  order: Number(row.order_id),
  role: row.role as PositionRole,
  closes: row.closes,
  priceTicks: Number(row.price_ticks) as PriceTicks,
  tradedLots: Number(row.traded_lots) as SizeLots,
  notionalUnits: Number(row.notional_units) as AssetUnits,
  feeUnits: Number(row.fee_units) as AssetUnits,
  realizedUnits: Number(row.realized_units) as AssetUnits,
  fundingUnits: Number(row.funding_units) as AssetUnits,
  marginChangeUnits: Number(row.margin_change_units) as AssetUnits,
  sizeLots: Number(row.size_lots) as SizeLots,
  costUnits: Number(row.cost_units) as AssetUnits,
  marginUnits: Number(row.margin_units) as AssetUnits,
  openedPosition: Number(row.opened_position),
  openedMs: Number(row.opened_ms) as TimeMs,
  entryLots: Number(row.entry_lots) as SizeLots,
  entryUnits: Number(row.entry_units) as AssetUnits,
  exitLots: Number(row.exit_lots) as SizeLots,
  exitUnits: Number(row.exit_units) as AssetUnits,
  totalRealizedUnits: Number(row.total_realized_units) as AssetUnits,
  totalFeeUnits: Number(row.total_fee_units) as AssetUnits,
  totalFundingUnits: Number(row.total_funding_units) as AssetUnits,
  totalMarginChangeUnits: Number(row.total_margin_change_units) as AssetUnits,
  liquidatedLots: Number(row.liquidated_lots) as SizeLots,
});
