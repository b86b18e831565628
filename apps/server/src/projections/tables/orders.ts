import type {
  MarketId,
  OrderAccepted,
  OrderAmended,
  OrderEnd,
  OrderEnded,
  OrderFilled,
  OrderId,
  OrderTriggered,
  OwnerId,
  Refusal,
  Side,
  TimeInForce,
} from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { Kysely, Selectable } from 'kysely';
import type pg from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import { CopyRows } from '../projector/copy-rows.ts';
import { type At, isClient } from '../projector/projected-event.ts';
import type { OrdersTable, ReadModelTables } from './tables.ts';

/** An order with everything that became of it. Zero stands for 'none', as in the core's events. */
export interface OrderRecord {
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly clientOrderId: number;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly budgetUnits: AssetUnits;
  readonly trigger: 'none' | 'stop' | 'take_profit';
  readonly triggerTicks: PriceTicks;
  readonly triggered: boolean;
  readonly ocoOrder: OrderId;
  readonly filledLots: SizeLots;
  /** Quote units that its fills came to, fees apart. */
  readonly filledUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
  /** Undefined while it is open. */
  readonly endedBecause: OrderEnd | undefined;
  /** What was still held for it at its end: quote units of a buy, base units of a sale. */
  readonly releasedUnits: AssetUnits;
  readonly refusal: Refusal | undefined;
  readonly createdAtMs: TimeMs;
  readonly updatedAtMs: TimeMs;
  /** Of the last change. */
  readonly position: number;
}

/** What one flush changes of an order that was in the table before. */
interface Change {
  filledLots: number;
  filledUnits: number;
  feeUnits: number;
  priceTicks: number | null;
  triggerTicks: number | null;
  /** Size less what had been filled before this flush. */
  sizeBeyondFilledLots: number | null;
  triggered: boolean;
  releasedUnits: number;
  endedBecause: string | null;
  refusal: string | null;
  updatedAtMs: number;
  position: number;
}

type Draft = { accepted: OrderAccepted; at: { position: number; timeMs: number }; change: Change };
type OrderEvent = OrderAccepted | OrderTriggered | OrderFilled | OrderAmended | OrderEnded;

const columns = {
  order_id: 'bigint',
  owner_id: 'bigint',
  market_id: 'integer',
  side: 'text',
  type: 'text',
  time_in_force: 'text',
  post_only: 'boolean',
  client_order_id: 'bigint',
  price_ticks: 'bigint',
  size_lots: 'bigint',
  budget_units: 'bigint',
  trigger: 'text',
  trigger_ticks: 'bigint',
  triggered: 'boolean',
  oco_order_id: 'bigint',
  filled_lots: 'bigint',
  filled_units: 'bigint',
  fee_units: 'bigint',
  released_units: 'bigint',
  ended_because: 'text',
  refusal: 'text',
  created_ms: 'bigint',
  updated_ms: 'bigint',
  created_position: 'bigint',
  position: 'bigint',
} as const;

/** Table orders: every client's order, merged in memory so that one flush touches each row once. */
export class OrdersProjection {
  readonly #created = new Map<OrderId, Draft>();
  readonly #changed = new Map<OrderId, Change>();
  readonly #inserts = new CopyRows('orders', columns);
  readonly #updates = new BulkRows({
    order_id: 'bigint',
    filled_lots: 'bigint',
    filled_units: 'bigint',
    fee_units: 'bigint',
    price_ticks: 'bigint',
    trigger_ticks: 'bigint',
    size_beyond_filled: 'bigint',
    triggered: 'boolean',
    released_units: 'bigint',
    ended_because: 'text',
    refusal: 'text',
    updated_ms: 'bigint',
    position: 'bigint',
  });

  apply(event: OrderEvent, at: At): void {
    switch (event.kind) {
      case 'OrderAccepted':
        if (isClient(event.owner))
          this.#created.set(event.order, { accepted: event, at: { ...at }, change: noChange(at) });
        return;
      case 'OrderFilled':
        if (isClient(event.makerOwner)) this.#fill(event.makerOrder, event, event.makerFeeUnits, at);
        if (isClient(event.takerOwner)) this.#fill(event.takerOrder, event, event.takerFeeUnits, at);
        return;
      case 'OrderTriggered':
        if (isClient(event.owner)) this.#changeOf(event.order, at).triggered = true;
        return;
      case 'OrderAmended':
        if (isClient(event.owner)) this.#amend(event, at);
        return;
      case 'OrderEnded':
        if (isClient(event.owner)) {
          const change = this.#changeOf(event.order, at);
          change.releasedUnits = event.releasedUnits;
          change.endedBecause = event.end;
          change.refusal = event.refusal ?? null;
        }
    }
  }

  #fill(order: OrderId, event: OrderFilled, feeUnits: number, at: At): void {
    const change = this.#changeOf(order, at);
    change.filledLots += event.sizeLots;
    change.filledUnits += event.notionalUnits;
    change.feeUnits += feeUnits;
  }

  #amend(event: OrderAmended, at: At): void {
    const change = this.#changeOf(event.order, at);
    change.priceTicks = event.priceTicks;
    change.triggerTicks = event.triggerTicks;
    change.sizeBeyondFilledLots = change.filledLots + event.openLots;
  }

  #changeOf(order: OrderId, at: At): Change {
    let change = this.#created.get(order)?.change ?? this.#changed.get(order);
    if (change === undefined) {
      change = noChange(at);
      this.#changed.set(order, change);
    }
    change.updatedAtMs = at.timeMs;
    change.position = at.position;
    return change;
  }

  async flush(client: pg.ClientBase): Promise<void> {
    for (const draft of this.#created.values()) this.#addInsert(draft);
    for (const [order, change] of this.#changed) this.#addUpdate(order, change);
    this.#created.clear();
    this.#changed.clear();
    await this.#inserts.flush(client);
    if (this.#updates.length > 0) await this.#updates.run(client, 'update orders', updateStatement);
  }

  #addInsert({ accepted: a, at, change: c }: Draft): void {
    this.#inserts.add(
      a.order,
      a.owner,
      a.market,
      a.side,
      a.type,
      a.timeInForce,
      a.postOnly,
      a.clientOrderId,
      c.priceTicks ?? a.priceTicks,
      c.sizeBeyondFilledLots ?? a.sizeLots,
      a.budgetUnits,
      a.trigger,
      c.triggerTicks ?? a.triggerTicks,
      c.triggered,
      a.ocoOrder,
      c.filledLots,
      c.filledUnits,
      c.feeUnits,
      c.releasedUnits,
      c.endedBecause,
      c.refusal,
      at.timeMs,
      c.updatedAtMs,
      at.position,
      c.position,
    );
  }

  #addUpdate(order: OrderId, c: Change): void {
    this.#updates.add(
      order,
      c.filledLots,
      c.filledUnits,
      c.feeUnits,
      c.priceTicks,
      c.triggerTicks,
      c.sizeBeyondFilledLots,
      c.triggered,
      c.releasedUnits,
      c.endedBecause,
      c.refusal,
      c.updatedAtMs,
      c.position,
    );
  }
}

const noChange = (at: At): Change => ({
  filledLots: 0,
  filledUnits: 0,
  feeUnits: 0,
  priceTicks: null,
  triggerTicks: null,
  sizeBeyondFilledLots: null,
  triggered: false,
  releasedUnits: 0,
  endedBecause: null,
  refusal: null,
  updatedAtMs: at.timeMs,
  position: at.position,
});

const updateStatement = `
update orders o set
  filled_lots = o.filled_lots + r.filled_lots,
  filled_units = o.filled_units + r.filled_units,
  fee_units = o.fee_units + r.fee_units,
  price_ticks = coalesce(r.price_ticks, o.price_ticks),
  trigger_ticks = coalesce(r.trigger_ticks, o.trigger_ticks),
  size_lots = coalesce(o.filled_lots + r.size_beyond_filled, o.size_lots),
  triggered = o.triggered or r.triggered,
  released_units = r.released_units,
  ended_because = r.ended_because,
  refusal = r.refusal,
  updated_ms = r.updated_ms,
  position = r.position
from rows r where o.order_id = r.order_id`;

/** Ended orders of one owner, newest first, those created before order `key`. */
export async function selectEndedOrders(
  database: Kysely<ReadModelTables>,
  filter: { readonly owner: OwnerId; readonly market: MarketId | undefined },
  key: readonly number[] | undefined,
  limit: number,
): Promise<OrderRecord[]> {
  let query = database
    .selectFrom('orders')
    .selectAll()
    .where('owner_id', '=', String(filter.owner))
    .where('ended_because', 'is not', null);
  if (filter.market !== undefined) query = query.where('market_id', '=', filter.market);
  if (key !== undefined) query = query.where('order_id', '<', String(key[0]));
  const rows = await query.orderBy('order_id', 'desc').limit(limit).execute();
  return rows.map(orderRecord);
}

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

/** One owner's orders that the command at a position ended. */
export async function selectOrdersEndedAt(
  database: Kysely<ReadModelTables>,
  owner: OwnerId,
  position: number,
): Promise<OrderRecord[]> {
  const rows = await database
    .selectFrom('orders')
    .selectAll()
    .where('owner_id', '=', String(owner))
    .where('ended_because', 'is not', null)
    .where('position', '=', String(position))
    .execute();
  return rows.map(orderRecord);
}

/** Every open order, oldest first. */
export async function selectOpenOrders(database: Kysely<ReadModelTables>): Promise<OrderRecord[]> {
  const rows = await database
    .selectFrom('orders')
    .selectAll()
    .where('ended_because', 'is', null)
    .orderBy('order_id')
    .execute();
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
    clientOrderId: Number(row.client_order_id),
    priceTicks: Number(row.price_ticks) as PriceTicks,
    sizeLots: Number(row.size_lots) as SizeLots,
    budgetUnits: Number(row.budget_units) as AssetUnits,
    trigger: row.trigger as OrderRecord['trigger'],
    triggerTicks: Number(row.trigger_ticks) as PriceTicks,
    triggered: row.triggered,
    ocoOrder: Number(row.oco_order_id),
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
