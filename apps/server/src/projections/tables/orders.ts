import type {
  MarketId,
  OrderAccepted,
  OrderAmended,
  OrderEnd,
  OrderEnded,
  OrderFilled,
  OrderId,
  OrderProtected,
  OrderTriggered,
  OwnerId,
  PositionSide,
  Refusal,
  Side,
  TimeInForce,
} from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Place } from '../cursor-page.ts';
import { BulkRows } from '../projector/bulk-rows.ts';
import { CopyRows } from '../projector/copy-rows.ts';
import { type At, isClient } from '../projector/projected-event.ts';
import { all, beside, direction, type LogRange, type Markets, ofLog, ofMarkets } from './paged-rows.ts';
import type { OrdersTable, ReadModelTables } from './tables.ts';
import { ofTimes, type TimeRange } from './time-range.ts';

/** An order with its current state. Zero means 'none', as in the core's events. */
export interface OrderRecord {
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Perpetual markets only: the order only closes a position. */
  readonly reduceOnly: boolean;
  readonly clientOrderId: number;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly budgetUnits: AssetUnits;
  readonly trigger: 'none' | 'stop' | 'take_profit';
  readonly triggerTicks: PriceTicks;
  readonly triggered: boolean;
  readonly ocoOrder: OrderId;
  /** The attached take-profit and stop-loss. */
  readonly takeProfitTicks: PriceTicks;
  readonly stopLossTicks: PriceTicks;
  readonly filledLots: SizeLots;
  /** The value of the order's fills in units of the quote asset, without fees. */
  readonly filledUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
  /** Undefined while the order is open. */
  readonly endedBecause: OrderEnd | undefined;
  /**
   * The units that were on hold when the order ended, in units of the quote asset for a buy or in a perpetual market,
   * and of the base asset for a sell.
   */
  readonly releasedUnits: AssetUnits;
  readonly refusal: Refusal | undefined;
  readonly createdAtMs: TimeMs;
  readonly updatedAtMs: TimeMs;
  /** The log position of the order's last change. */
  readonly position: number;
}

/** The changes to an order since the last flush or, if the order is not in the table yet, all its changes. */
interface Change {
  readonly owner: OwnerId;
  filledLots: number;
  filledUnits: number;
  feeUnits: number;
  priceTicks: number | null;
  triggerTicks: number | null;
  /** The order's size without the fills that are already in the table; null if this flush does not amend the size. */
  sizeBeyondFilledLots: number | null;
  triggered: boolean;
  releasedUnits: number;
  end: OrderEnd | undefined;
  refusal: string | null;
  updatedAtMs: number;
  position: number;
}

type Attached = Pick<OrderProtected, 'takeProfitTicks' | 'stopLossTicks'>;
type Draft = {
  accepted: OrderAccepted;
  attached?: Attached;
  at: Pick<At, 'position' | 'timeMs' | 'afterPosition'>;
  change: Change;
};
type OrderEvent = OrderAccepted | OrderProtected | OrderTriggered | OrderFilled | OrderAmended | OrderEnded;

/**
 * The orders that are not in the tables yet: the first of them, and the log position after which startup must replay
 * to restore them.
 */
export interface YoungOrders {
  readonly replayPosition: number;
  readonly firstOrder: OrderId | null;
}

/** An open order is written to the tables at this age: most orders have ended by then, and are written only once. */
export const YOUNG_MS = 1_000;

// The numbers stored in the column `traits`, which the views of 0400_perpetuals.sql translate into words. Never change
// a number; append new numbers.
const SIDES: Readonly<Record<Side, number>> = { buy: 0, sell: 1 };
const TYPES = { limit: 0, market: 1 } as const;
const TIMES_IN_FORCE: Readonly<Record<TimeInForce, number>> = { gtc: 0, ioc: 1, fok: 2 };
const TRIGGERS = { none: 0, stop: 1, take_profit: 2 } as const;
const TRIGGERED = 128;
const ENDED = 256;
const REDUCE_ONLY = 65_536;
const ENDS: Readonly<Record<OrderEnd, number>> = {
  filled: 1,
  cancelled: 2,
  unfilled: 3,
  self_trade: 4,
  oco: 5,
  frozen: 6,
  trigger_refused: 7,
  beyond_protection: 8,
  position_closed: 9,
  would_liquidate: 10,
  beyond_bankruptcy: 11,
  liquidated: 12,
  open_interest_limit: 13,
};

const traitsOf = ({ side, type, timeInForce, postOnly, trigger, reduceOnly }: OrderAccepted): number =>
  SIDES[side] |
  (TYPES[type] << 1) |
  (TIMES_IN_FORCE[timeInForce] << 2) |
  (Number(postOnly) << 4) |
  (TRIGGERS[trigger] << 5) |
  (reduceOnly ? REDUCE_ONLY : 0);

/** The bits that a change sets in `traits`. */
const traitsOfChange = ({ triggered, end }: Change): number =>
  (triggered ? TRIGGERED : 0) | (end === undefined ? 0 : ENDS[end] * ENDED);

const orNull = (amount: number): number | null => (amount === 0 ? null : amount);
const unless = (usual: number, value: number): number | null => (value === usual ? null : value);

const columns = {
  owner_id: 'bigint',
  order_id: 'bigint',
  position: 'bigint',
  created_position: 'bigint',
  updated_ms: 'bigint',
  created_ms: 'bigint',
  market_id: 'integer',
  traits: 'integer',
  client_order_id: 'bigint',
  price_ticks: 'bigint',
  size_lots: 'bigint',
  budget_units: 'bigint',
  trigger_ticks: 'bigint',
  oco_order_id: 'bigint',
  filled_lots: 'bigint',
  filled_units: 'bigint',
  fee_units: 'bigint',
  released_units: 'bigint',
  refusal: 'text',
  take_profit_ticks: 'bigint',
  stop_loss_ticks: 'bigint',
} as const;

const changeColumns = {
  owner_id: 'bigint',
  order_id: 'bigint',
  position: 'bigint',
  updated_ms: 'bigint',
  traits: 'integer',
  price_ticks: 'bigint',
  size_beyond_filled: 'bigint',
  trigger_ticks: 'bigint',
  filled_lots: 'bigint',
  filled_units: 'bigint',
  fee_units: 'bigint',
  released_units: 'bigint',
  refusal: 'text',
} as const;

/**
 * Tables ended_orders and resting_orders, which the view `orders` combines: every order of a client that has ended or
 * is at least a second old. Changes between flushes are merged in memory, so that a flush touches each row once.
 */
export class OrdersProjection {
  /** Open orders not in the tables, oldest first. */
  readonly #young = new Map<OrderId, Draft>();
  readonly #ended: Draft[] = [];
  #newest: OrderId | null = null;
  /** Changes to orders in resting_orders. */
  readonly #changed = new Map<OrderId, Change>();
  readonly #endedRows = new CopyRows('ended_orders', columns);
  readonly #restingRows = new CopyRows('resting_orders', columns);
  readonly #updates = new BulkRows(changeColumns);
  readonly #ends = new BulkRows(changeColumns);

  apply(event: OrderEvent, at: At): void {
    switch (event.kind) {
      case 'OrderAccepted':
        this.#newest = event.order;
        if (isClient(event.owner))
          this.#young.set(event.order, { accepted: event, at: { ...at }, change: noChange(event.owner, at) });
        return;
      case 'OrderProtected': {
        // The first OrderProtected event comes right after the order’s acceptance. Later ones have the same prices and
        // change nothing.
        const draft = this.#young.get(event.order);
        if (draft !== undefined) draft.attached = event;
        return;
      }
      case 'OrderFilled':
        this.#fill(event.makerOwner, event.makerOrder, event, event.makerFeeUnits, at);
        this.#fill(event.takerOwner, event.takerOrder, event, event.takerFeeUnits, at);
        return;
      case 'OrderTriggered':
        if (isClient(event.owner)) this.#changeOf(event.owner, event.order, at).triggered = true;
        return;
      case 'OrderAmended':
        if (isClient(event.owner)) this.#amend(event, at);
        return;
      case 'OrderEnded':
        if (isClient(event.owner)) this.#end(event, at);
    }
  }

  #fill(owner: OwnerId, order: OrderId, event: OrderFilled, feeUnits: number, at: At): void {
    if (!isClient(owner)) return;
    const change = this.#changeOf(owner, order, at);
    change.filledLots += event.sizeLots;
    change.filledUnits += event.notionalUnits;
    change.feeUnits += feeUnits;
  }

  #amend(event: OrderAmended, at: At): void {
    const change = this.#changeOf(event.owner, event.order, at);
    change.priceTicks = event.priceTicks;
    change.triggerTicks = event.triggerTicks;
    change.sizeBeyondFilledLots = change.filledLots + event.openLots;
  }

  #end({ owner, order, releasedUnits, end, refusal }: OrderEnded, at: At): void {
    const change = this.#changeOf(owner, order, at);
    change.releasedUnits = releasedUnits;
    change.end = end;
    change.refusal = refusal ?? null;
    const draft = this.#young.get(order);
    if (draft === undefined) return;
    this.#young.delete(order);
    this.#ended.push(draft);
  }

  #changeOf(owner: OwnerId, order: OrderId, at: At): Change {
    let change = this.#young.get(order)?.change ?? this.#changed.get(order);
    if (change === undefined) {
      change = noChange(owner, at);
      this.#changed.set(order, change);
    }
    change.updatedAtMs = at.timeMs;
    change.position = at.position;
    return change;
  }

  /**
   * Call this when the replay has reached the position of the tables. From then on, the tables lack only orders created
   * less than YOUNG_MS before.
   */
  forgetWritten(): void {
    this.#ended.length = 0;
    this.#changed.clear();
  }

  /** The newest order of any owner; null if there is none yet. */
  get newest(): OrderId | null {
    return this.#newest;
  }

  get hasYoung(): boolean {
    return this.#young.size > 0;
  }

  /**
   * Queues open orders created up to `untilMs` for the next flush. Returns the orders that remain to be written after
   * that flush.
   */
  settle(position: number, untilMs: number): YoungOrders {
    for (const [order, draft] of this.#young) {
      if (draft.at.timeMs > untilMs) return { replayPosition: draft.at.afterPosition, firstOrder: order };
      this.#young.delete(order);
      this.#addRow(this.#restingRows, draft, draft.at.position);
    }
    return { replayPosition: position, firstOrder: null };
  }

  async flush(client: pg.ClientBase): Promise<void> {
    for (const draft of this.#ended)
      this.#addRow(this.#endedRows, draft, unless(draft.change.position, draft.at.position));
    for (const [order, change] of this.#changed)
      this.#addChange(change.end === undefined ? this.#updates : this.#ends, order, change);
    this.forgetWritten();
    await this.#restingRows.flush(client);
    await this.#endedRows.flush(client);
    if (this.#updates.length > 0) await this.#updates.run(client, 'update resting_orders', UPDATE);
    if (this.#ends.length > 0) await this.#ends.run(client, 'end resting_orders', END);
  }

  #addRow(
    rows: CopyRows<keyof typeof columns>,
    { accepted: a, attached, at, change: c }: Draft,
    createdPosition: number | null,
  ) {
    rows.add(
      a.owner,
      a.order,
      c.position,
      createdPosition,
      unless(at.timeMs, c.updatedAtMs),
      at.timeMs,
      a.market,
      traitsOf(a) | traitsOfChange(c),
      orNull(a.clientOrderId),
      orNull(c.priceTicks ?? a.priceTicks),
      orNull(c.sizeBeyondFilledLots ?? a.sizeLots),
      orNull(a.budgetUnits),
      orNull(c.triggerTicks ?? a.triggerTicks),
      orNull(a.ocoOrder),
      orNull(c.filledLots),
      orNull(c.filledUnits),
      orNull(c.feeUnits),
      orNull(c.releasedUnits),
      c.refusal,
      orNull(attached?.takeProfitTicks ?? 0),
      orNull(attached?.stopLossTicks ?? 0),
    );
  }

  #addChange(rows: BulkRows<keyof typeof changeColumns>, order: OrderId, c: Change): void {
    rows.add(
      c.owner,
      order,
      c.position,
      c.updatedAtMs,
      traitsOfChange(c),
      c.priceTicks,
      c.sizeBeyondFilledLots,
      c.triggerTicks,
      orNull(c.filledLots),
      orNull(c.filledUnits),
      orNull(c.feeUnits),
      orNull(c.releasedUnits),
      c.refusal,
    );
  }
}

const noChange = (owner: OwnerId, at: At): Change => ({
  owner,
  filledLots: 0,
  filledUnits: 0,
  feeUnits: 0,
  priceTicks: null,
  triggerTicks: null,
  sizeBeyondFilledLots: null,
  triggered: false,
  releasedUnits: 0,
  end: undefined,
  refusal: null,
  updatedAtMs: at.timeMs,
  position: at.position,
});

const added = (column: string): string => `coalesce(o.${column} + r.${column}, o.${column}, r.${column})`;

/** SQL expressions for the columns of order `o` after the change `r`. */
const changed: Readonly<Partial<Record<keyof typeof columns, string>>> = {
  position: 'r.position',
  updated_ms: 'r.updated_ms',
  traits: 'o.traits | r.traits',
  price_ticks: 'coalesce(r.price_ticks, o.price_ticks)',
  size_lots: 'coalesce(coalesce(o.filled_lots, 0) + r.size_beyond_filled, o.size_lots)',
  trigger_ticks: 'coalesce(r.trigger_ticks, o.trigger_ticks)',
  filled_lots: added('filled_lots'),
  filled_units: added('filled_units'),
  fee_units: added('fee_units'),
  released_units: 'r.released_units',
  refusal: 'r.refusal',
};
const names = Object.keys(columns) as (keyof typeof columns)[];
const sameOrder = 'o.owner_id = r.owner_id and o.order_id = r.order_id';

const UPDATE = `update resting_orders o set ${Object.entries(changed).map(([name, value]) => `${name} = ${value}`)}
  from rows r where ${sameOrder}`;

const END = `, gone as (
    delete from resting_orders o using rows r where ${sameOrder}
    returning ${names.map((name) => `${changed[name] ?? `o.${name}`} as ${name}`)}
  ) insert into ended_orders (${names}) select * from gone`;

/** Selects orders that have ended. */
export interface OrdersFilter extends TimeRange, LogRange {
  readonly owner: OwnerId;
  /** Undefined selects all spot or all perpetual markets. */
  readonly market?: Markets | undefined;
  readonly isPerpetual: boolean;
  readonly side?: Side | undefined;
  readonly type?: Pick<OrderRecord, 'type' | 'trigger'> | undefined;
  /** Perpetual markets only: the position that the order opens or closes. */
  readonly positionSide?: PositionSide | undefined;
  readonly reduceOnly?: boolean | undefined;
  /** True selects filled orders, false selects orders that ended otherwise; undefined selects both. */
  readonly isFilled?: boolean | undefined;
}

/** One owner's ended orders, sorted by creation: at most `limit` next to a place, nearest first. */
export async function selectEndedOrders(
  database: Kysely<ReadModelTables>,
  filter: OrdersFilter,
  place: Place,
  limit: number,
): Promise<OrderRecord[]> {
  const { owner, market, isPerpetual, side, type, positionSide, reduceOnly, isFilled } = filter;
  const conditions = all([
    sql`owner_id = ${owner}`,
    sql`ended_because is not null`,
    market === undefined ? sql`market_id = ${marketsOf(isPerpetual)}` : ofMarkets(market),
    side !== undefined && sql`side = ${side}`,
    type !== undefined && sql`type = ${type.type} and trigger = ${type.trigger}`,
    positionSide !== undefined && sql`((side = 'buy') <> reduce_only) = ${positionSide === 'long'}`,
    reduceOnly !== undefined && sql`reduce_only = ${reduceOnly}`,
    isFilled !== undefined && sql`(ended_because = 'filled') = ${isFilled}`,
    ...ofTimes(filter, sql`created_ms`, sql`order_id`, 'last_order'),
    ofLog(filter),
    beside(sql`order_id`, place),
  ]);
  const { rows } = await sql<Selectable<OrdersTable>>`
    select * from orders where ${conditions} order by order_id ${direction(place)} limit ${limit}`.execute(database);
  return rows.map(orderRecord);
}

/**
 * An SQL array of the ids of all spot or all perpetual markets. An array is read once, whereas a subquery of `in` would
 * be read for each of the client's orders.
 */
const marketsOf = (isPerpetual: boolean) =>
  sql<number>`any(array(select market_id from markets where is_perpetual = ${isPerpetual}))`;

/** One owner's order, open or ended. */
export async function selectOrder(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  order: OrderId,
): Promise<OrderRecord | undefined> {
  const row = await database
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', String(order))
    .where('owner_id', '=', String(owner))
    .executeTakeFirst();
  return row && orderRecord(row);
}

/** The number of ended orders of one market and side, and the units that they released. */
export interface EndedOrders extends Pick<OrderRecord, 'market' | 'side' | 'releasedUnits'> {
  readonly orders: number;
}

/** One owner's orders that were ended by the command at a log position, by market and side. */
export async function selectOrdersEndedAt(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  position: number,
): Promise<EndedOrders[]> {
  const rows = await database
    .selectFrom('orders')
    .select(({ fn }) => [
      'market_id',
      'side',
      fn.sum<string>('released_units').as('released_units'),
      fn.countAll<string>().as('orders'),
    ])
    .where('owner_id', '=', String(owner))
    .where('ended_because', 'is not', null)
    .where('position', '=', String(position))
    .groupBy(['market_id', 'side'])
    .execute();
  return rows.map(({ market_id, side, released_units, orders }) => ({
    market: market_id,
    side: side as Side,
    releasedUnits: Number(released_units) as AssetUnits,
    orders: Number(orders),
  }));
}

/** Every open order that is in the tables, oldest first. */
export async function selectOpenOrders(database: Kysely<ReadModelTables>): Promise<OrderRecord[]> {
  const rows = await database.selectFrom('open_orders').selectAll().orderBy('order_id').execute();
  return rows.map(orderRecord);
}

export function orderRecord(row: Selectable<OrdersTable>): OrderRecord {
  return {
    order: Number(row.order_id),
    owner: Number(row.owner_id),
    market: row.market_id,
    side: row.side as Side,
    type: row.type as OrderRecord['type'],
    timeInForce: row.time_in_force as TimeInForce,
    postOnly: row.post_only,
    reduceOnly: row.reduce_only,
    clientOrderId: Number(row.client_order_id),
    priceTicks: Number(row.price_ticks) as PriceTicks,
    sizeLots: Number(row.size_lots) as SizeLots,
    budgetUnits: Number(row.budget_units) as AssetUnits,
    trigger: row.trigger as OrderRecord['trigger'],
    triggerTicks: Number(row.trigger_ticks) as PriceTicks,
    triggered: row.triggered,
    ocoOrder: Number(row.oco_order_id),
    takeProfitTicks: Number(row.take_profit_ticks) as PriceTicks,
    stopLossTicks: Number(row.stop_loss_ticks) as PriceTicks,
    filledLots: Number(row.filled_lots) as SizeLots,
    filledUnits: Number(row.filled_units) as AssetUnits,
    feeUnits: Number(row.fee_units) as AssetUnits,
    releasedUnits: Number(row.released_units) as AssetUnits,
    endedBecause: (row.ended_because ?? undefined) as OrderEnd | undefined,
    refusal: (row.refusal ?? undefined) as Refusal | undefined,
    createdAtMs: Number(row.created_ms) as TimeMs,
    updatedAtMs: Number(row.updated_ms) as TimeMs,
    position: Number(row.position),
  };
}
