import type { CoreEvent, OrderAccepted, OrderFilled, OrderId, OwnerId } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { Kysely } from 'kysely';
import type { EventBatch } from '../projector/event-batch.ts';
import { isClient } from '../projector/projected-event.ts';
import { type OrderRecord, selectOpenOrders } from './orders.ts';
import type { ReadModelTables } from './tables.ts';

type Changing<T> = { -readonly [K in keyof T]: T[K] };
type ChangeEvent = Extract<
  CoreEvent,
  { kind: 'OrderProtected' | 'OrderTriggered' | 'OrderFilled' | 'OrderAmended' | 'OrderEnded' }
>;

/** Clients' open orders with their fills, as of the last batch. The core keeps only the unfilled remainder. */
export class OpenOrders {
  readonly #byOwner = new Map<OwnerId, Map<OrderId, Changing<OrderRecord>>>();
  /** Orders that the last batch ended. */
  readonly #ended = new Map<OrderId, OrderRecord>();
  #position = 0;
  /** For orders with ids below `before`, the tables include every change up to `position`. */
  #loaded = { position: 0, before: 0 };

  /** Loads the open orders from the tables. After this, call `apply` for every batch after `position`, in order. */
  static async load(database: Kysely<ReadModelTables>): Promise<OpenOrders> {
    const openOrders = new OpenOrders();
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        const { position, replay_position, young_order } = await snapshot
          .selectFrom('projector_position')
          .selectAll()
          .executeTakeFirstOrThrow();
        openOrders.#position = Number(replay_position);
        openOrders.#loaded = { position: Number(position), before: Number(young_order ?? 0) };
        for (const order of await selectOpenOrders(snapshot)) openOrders.#add(order);
      });
    return openOrders;
  }

  /** The last log position applied; orders loaded from the tables may be newer. */
  get position(): number {
    return this.#position;
  }

  /** One owner's open orders, oldest first. */
  of(owner: OwnerId): readonly OrderRecord[] {
    return [...(this.#byOwner.get(owner)?.values() ?? [])];
  }

  /** An order that is open, or that the last batch ended. */
  find(owner: OwnerId, order: OrderId): OrderRecord | undefined {
    return this.#byOwner.get(owner)?.get(order) ?? this.#ended.get(order);
  }

  apply({ firstPosition, count, timeMs, events }: EventBatch): void {
    if (firstPosition + count - 1 <= this.#position) return;
    this.#position = firstPosition + count - 1;
    this.#ended.clear();
    events.forEach((index, event) => {
      switch (event.kind) {
        case 'OrderAccepted':
          if (isClient(event.owner) && !this.#hasLoaded(event.order))
            this.#add(acceptedOrder(event, firstPosition + index, timeMs));
          return;
        case 'OrderProtected':
        case 'OrderTriggered':
        case 'OrderAmended':
        case 'OrderEnded':
          this.#change(event.owner, event.order, event, firstPosition + index, timeMs);
          return;
        case 'OrderFilled':
          this.#fill(event, firstPosition + index, timeMs);
      }
    });
  }

  #hasLoaded(order: OrderId): boolean {
    return this.#position <= this.#loaded.position && order < this.#loaded.before;
  }

  #fill(event: OrderFilled, position: number, timeMs: TimeMs): void {
    this.#change(event.makerOwner, event.makerOrder, event, position, timeMs);
    this.#change(event.takerOwner, event.takerOrder, event, position, timeMs);
  }

  #add(order: Changing<OrderRecord>): void {
    const orders = this.#byOwner.get(order.owner);
    if (orders === undefined) this.#byOwner.set(order.owner, new Map([[order.order, order]]));
    else orders.set(order.order, order);
  }

  #change(owner: OwnerId, id: OrderId, event: ChangeEvent, position: number, timeMs: TimeMs): void {
    if (!isClient(owner) || this.#hasLoaded(id)) return;
    const orders = this.#byOwner.get(owner);
    const order = orders?.get(id);
    if (orders === undefined || order === undefined)
      throw new Error(`Order ${id} changed, but was not among its owner’s open orders`);
    order.position = position;
    order.updatedAtMs = timeMs;
    switch (event.kind) {
      case 'OrderProtected':
        order.takeProfitTicks = event.takeProfitTicks;
        order.stopLossTicks = event.stopLossTicks;
        return;
      case 'OrderTriggered':
        order.triggered = true;
        return;
      case 'OrderFilled':
        order.filledLots = (order.filledLots + event.sizeLots) as SizeLots;
        order.filledUnits = (order.filledUnits + event.notionalUnits) as AssetUnits;
        order.feeUnits = (order.feeUnits + feeOf(event, id)) as AssetUnits;
        return;
      case 'OrderAmended':
        order.priceTicks = event.priceTicks;
        order.triggerTicks = event.triggerTicks;
        order.sizeLots = (order.filledLots + event.openLots) as SizeLots;
        return;
      case 'OrderEnded':
        order.releasedUnits = event.releasedUnits;
        order.endedBecause = event.end;
        order.refusal = event.refusal;
        orders.delete(id);
        if (orders.size === 0) this.#byOwner.delete(owner);
        this.#ended.set(id, order);
    }
  }
}

const feeOf = (event: OrderFilled, order: OrderId): number =>
  event.makerOrder === order ? event.makerFeeUnits : event.takerFeeUnits;

function acceptedOrder(e: OrderAccepted, position: number, timeMs: TimeMs): Changing<OrderRecord> {
  return {
    order: e.order,
    owner: e.owner,
    market: e.market,
    side: e.side,
    type: e.type,
    timeInForce: e.timeInForce,
    postOnly: e.postOnly,
    reduceOnly: e.reduceOnly === true,
    clientOrderId: e.clientOrderId,
    priceTicks: e.priceTicks,
    sizeLots: e.sizeLots,
    budgetUnits: e.budgetUnits,
    trigger: e.trigger,
    triggerTicks: e.triggerTicks,
    triggered: false,
    ocoOrder: e.ocoOrder,
    takeProfitTicks: 0 as PriceTicks,
    stopLossTicks: 0 as PriceTicks,
    filledLots: 0 as SizeLots,
    filledUnits: 0 as AssetUnits,
    feeUnits: 0 as AssetUnits,
    releasedUnits: 0 as AssetUnits,
    endedBecause: undefined,
    refusal: undefined,
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
    position,
  };
}
