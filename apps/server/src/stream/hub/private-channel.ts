import type { AssetId, Core, CoreEvent, MarketId, OrderFilled, OrderId, OwnerId, Wallet } from '@vitrine/core';
import { openPositions } from '../../futures/positions/open-positions.ts';
import type { Instruments } from '../../kit/instruments.ts';
import type { OpenOrders } from '../../projections/tables/open-orders.ts';
import type { OrderRecord } from '../../projections/tables/orders.ts';
import { SnapshotLine } from './snapshot-line.ts';
import { type Subscriber, Subscribers } from './subscribers.ts';
import type { AccountBalance, OwnFill } from './topic-message.ts';

/** The maximum number of open orders in a snapshot, which is also the length of one page of the list. */
const SNAPSHOT_ORDERS = 200;

/** One client's connections, and the changes that the current batch made for that client. */
interface Audience {
  readonly owner: OwnerId;
  readonly subscribers: Subscribers;
  readonly orders: Set<OrderId>;
  readonly accounts: Map<string, { readonly wallet: Wallet; readonly asset: AssetId }>;
  fills: OwnFill[];
  arePositionsChanged: boolean;
}

/**
 * Each client's orders, balances, fills and positions, sent after each batch, only to the client's own signed-in
 * connections.
 */
export class PrivateChannel {
  readonly #core: () => Core;
  readonly #openOrders: OpenOrders;
  readonly #instruments: Instruments;
  readonly #line = new SnapshotLine((owner, subscribers) => this.#sendSnapshot(owner, subscribers));
  readonly #audiences = new Map<OwnerId, Audience>();
  readonly #changed = new Set<Audience>();
  /**
   * The core whose batches are being applied. Calling `core` throws while another process might have written more to
   * the log, but the effects of a durable batch can be sent even then.
   */
  #applying: Core | undefined;

  constructor(core: () => Core, openOrders: OpenOrders, instruments: Instruments) {
    this.#core = core;
    this.#openOrders = openOrders;
    this.#instruments = instruments;
  }

  /**
   * Sends the snapshot immediately, or soon if the client has just received one on any connection; then every change.
   */
  subscribe(subscriber: Subscriber, owner: OwnerId): void {
    this.#line.join(subscriber, owner);
  }

  unsubscribe(subscriber: Subscriber, owner: OwnerId): void {
    this.#line.leave(subscriber, owner);
    const audience = this.#audiences.get(owner);
    audience?.subscribers.delete(subscriber);
    if (audience?.subscribers.isEmpty) this.#audiences.delete(owner);
  }

  #sendSnapshot(owner: OwnerId, subscribers: readonly Subscriber[]): number {
    const core = this.#core();
    this.#applying = core;
    const open = this.#openOrders.of(owner);
    const orders = open.slice(-SNAPSHOT_ORDERS).reverse();
    const balances = core.balances(owner).map(({ wallet, asset }) => this.#balance(core, owner, wallet, asset));
    const items = orders.length + balances.length;
    const newcomers = new Subscribers();
    const audience = this.#audienceOf(owner);
    for (const subscriber of subscribers) {
      subscriber.charge(items);
      newcomers.add(subscriber);
      audience.subscribers.add(subscriber);
    }
    const isCut = orders.length < open.length;
    const positions = openPositions(core, owner, open);
    newcomers.broadcast({ kind: 'private_snapshot', position: core.position, orders, isCut, balances, positions });
    return items;
  }

  #audienceOf(owner: OwnerId): Audience {
    const known = this.#audiences.get(owner);
    if (known !== undefined) return known;
    const audience = {
      owner,
      subscribers: new Subscribers(),
      orders: new Set<OrderId>(),
      accounts: new Map(),
      fills: [],
      arePositionsChanged: false,
    };
    this.#audiences.set(owner, audience);
    return audience;
  }

  apply(event: CoreEvent): void {
    if (this.#audiences.size === 0) return;
    switch (event.kind) {
      case 'OrderAccepted':
      case 'OrderProtected':
      case 'OrderTriggered':
      case 'OrderAmended':
      case 'OrderEnded':
        this.#touch(event.owner, event.order, event.market);
        return;
      case 'OrderFilled':
        this.#fill(event, event.makerOwner, event.makerOrder);
        this.#fill(event, event.takerOwner, event.takerOrder);
        return;
      case 'PositionChanged':
      case 'MarginChanged':
      case 'FundingSettled':
      case 'LeverageSet':
        this.#changePosition(event.owner, event.market);
        return;
      case 'TransferPosted':
        for (const leg of event.legs) this.#account(leg.owner, leg.wallet, leg.asset);
        return;
      case 'HoldPending':
      case 'HoldPosted':
      case 'HoldVoided':
        this.#account(event.fromOwner, event.fromWallet, event.asset);
        this.#account(event.toOwner, event.toWallet, event.asset);
    }
  }

  /** Sends the changes made by the batch that ends at `position`. */
  send(position: number): void {
    const core = this.#applying;
    if (core === undefined) return;
    for (const { owner, subscribers, orders, accounts, fills, arePositionsChanged } of this.#changed)
      subscribers.broadcast({
        kind: 'private',
        position,
        orders: [...orders].map((order) => this.#order(owner, order)),
        balances: [...accounts.values()].map(({ wallet, asset }) => this.#balance(core, owner, wallet, asset)),
        fills,
        positions: arePositionsChanged ? openPositions(core, owner, this.#openOrders.of(owner)) : undefined,
      });
    for (const audience of this.#changed) {
      audience.orders.clear();
      audience.accounts.clear();
      audience.fills = [];
      audience.arePositionsChanged = false;
    }
    this.#changed.clear();
  }

  #touch(owner: OwnerId, order: OrderId, market: MarketId): Audience | undefined {
    const audience = this.#audiences.get(owner);
    if (audience === undefined) return undefined;
    const { base, quote, isPerpetual } = this.#instruments.byMarket(market);
    const wallet = isPerpetual ? 'future' : 'spot';
    for (const { asset } of isPerpetual ? [quote] : [base, quote])
      audience.accounts.set(`${wallet}/${asset}`, { wallet, asset });
    audience.orders.add(order);
    if (isPerpetual) audience.arePositionsChanged = true;
    this.#changed.add(audience);
    return audience;
  }

  #fill(event: OrderFilled, owner: OwnerId, order: OrderId): void {
    const audience = this.#touch(owner, order, event.market);
    if (audience === undefined) return;
    const instrument = this.#instruments.byMarket(event.market);
    const isBuy = (order === event.takerOrder) === (event.takerSide === 'buy');
    const { priceTicks, sizeLots } = event;
    audience.fills.push({ order, instrument, side: isBuy ? 'buy' : 'sell', priceTicks, sizeLots });
  }

  #changePosition(owner: OwnerId, market: MarketId): void {
    this.#account(owner, 'future', this.#instruments.byMarket(market).quote.asset);
    const audience = this.#audiences.get(owner);
    if (audience !== undefined) audience.arePositionsChanged = true;
  }

  #account(owner: OwnerId, wallet: Wallet, asset: AssetId): void {
    const audience = this.#audiences.get(owner);
    if (audience === undefined) return;
    audience.accounts.set(`${wallet}/${asset}`, { wallet, asset });
    this.#changed.add(audience);
  }

  #order(owner: OwnerId, id: OrderId): OrderRecord {
    const order = this.#openOrders.find(owner, id);
    if (order === undefined) throw new Error(`Order ${id} changed, but is not among the open orders`);
    return order;
  }

  #balance(core: Core, owner: OwnerId, wallet: Wallet, asset: AssetId): AccountBalance {
    const { availableUnits, heldUnits } = core.balance(owner, wallet, asset);
    return { asset: this.#instruments.asset(asset), wallet, availableUnits, heldUnits };
  }
}
