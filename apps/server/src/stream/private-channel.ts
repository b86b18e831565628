import type { StreamBalance, StreamMessage } from '@vitrine/contract';
import type { AssetId, Core, CoreEvent, MarketId, OrderFilled, OrderId, OwnerId, Wallet } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import type { Instruments } from '../kit/instruments.ts';
import type { OpenOrders } from '../projections/tables/open-orders.ts';
import { orderOnWire, priceText, sizeText } from '../projections/wire.ts';
import type { Connection } from './connection.ts';
import { frameOf } from './frame.ts';
import { SnapshotLine } from './snapshot-line.ts';
import { Subscribers } from './subscribers.ts';

/** Open orders in a snapshot: as many as a page of them has. */
const SNAPSHOT_ORDERS = 200;

/** Called with the work a connection has caused: so many orders and balances read for it. */
export type Charge = (connection: Connection, items: number) => void;

type Fill = Extract<StreamMessage, { type: 'private' }>['fills'][number];

/** One client's connections, and what the present batch changed for them. */
interface Audience {
  readonly owner: OwnerId;
  readonly subscribers: Subscribers;
  readonly orders: Set<OrderId>;
  readonly accounts: Map<string, { readonly wallet: Wallet; readonly asset: AssetId }>;
  fills: Fill[];
}

/**
 * Each client's orders, balances and fills, sent to nobody but the client's own signed-in connections after each batch.
 */
export class PrivateChannel {
  readonly #core: () => Core;
  readonly #openOrders: OpenOrders;
  readonly #instruments: Instruments;
  readonly #charge: Charge;
  readonly #line = new SnapshotLine((owner, connections) => this.#sendSnapshot(owner, connections));
  readonly #audiences = new Map<OwnerId, Audience>();
  readonly #changed = new Set<Audience>();
  /**
   * The core whose batches arrive. `core` refuses it while another process might have written what is not in it;
   * telling
   * what a durable batch did is right even then.
   */
  #applying: Core | undefined;

  constructor(core: () => Core, openOrders: OpenOrders, instruments: Instruments, charge: Charge) {
    this.#core = core;
    this.#openOrders = openOrders;
    this.#instruments = instruments;
    this.#charge = charge;
  }

  /** The snapshot comes at once, or soon where the client had one on any connection; from then on what changes. */
  subscribe(connection: Connection, owner: OwnerId): void {
    this.#line.join(connection, owner);
  }

  unsubscribe(connection: Connection, owner: OwnerId): void {
    this.#line.leave(connection, owner);
    const audience = this.#audiences.get(owner);
    audience?.subscribers.delete(connection);
    if (audience?.subscribers.size === 0) this.#audiences.delete(owner);
  }

  #sendSnapshot(owner: OwnerId, connections: readonly Connection[]): number {
    const core = this.#core();
    this.#applying = core;
    const open = this.#openOrders.of(owner);
    const orders = open.slice(-SNAPSHOT_ORDERS).reverse();
    const oldest = orders.at(-1);
    const balances = core.balances(owner).map(({ wallet, asset }) => this.#balance(core, owner, wallet, asset));
    const frame = frameOf({
      type: 'private_snapshot',
      position: core.position,
      orders: orders.map((order) => orderOnWire(this.#instruments, order)),
      ...(oldest === undefined || orders.length === open.length ? {} : { next_cursor: String(oldest.order) }),
      balances,
    });
    const items = orders.length + balances.length;
    const audience = this.#audienceOf(owner);
    for (const connection of connections) {
      this.#charge(connection, items);
      connection.sendFrame(frame);
      audience.subscribers.add(connection);
    }
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
    };
    this.#audiences.set(owner, audience);
    return audience;
  }

  apply(event: CoreEvent): void {
    if (this.#audiences.size === 0) return;
    switch (event.kind) {
      case 'OrderAccepted':
      case 'OrderTriggered':
      case 'OrderAmended':
      case 'OrderEnded':
        this.#order(event.owner, event.order, event.market);
        return;
      case 'OrderFilled':
        this.#fill(event, event.makerOwner, event.makerOrder);
        this.#fill(event, event.takerOwner, event.takerOrder);
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

  /** Sends what the batch up to `position` changed. */
  send(position: number): void {
    const core = this.#applying;
    if (core === undefined) return;
    for (const { owner, subscribers, orders, accounts, fills } of this.#changed)
      subscribers.broadcast({
        type: 'private',
        position,
        orders: [...orders].map((order) => this.#orderItem(owner, order)),
        balances: [...accounts.values()].map(({ wallet, asset }) => this.#balance(core, owner, wallet, asset)),
        fills,
      });
    for (const audience of this.#changed) {
      audience.orders.clear();
      audience.accounts.clear();
      audience.fills = [];
    }
    this.#changed.clear();
  }

  #order(owner: OwnerId, order: OrderId, market: MarketId): Audience | undefined {
    const audience = this.#audiences.get(owner);
    if (audience === undefined) return undefined;
    const { base, quote } = this.#instruments.byMarket(market);
    for (const { asset } of [base, quote]) audience.accounts.set(`spot/${asset}`, { wallet: 'spot', asset });
    audience.orders.add(order);
    this.#changed.add(audience);
    return audience;
  }

  #fill(event: OrderFilled, owner: OwnerId, order: OrderId): void {
    const audience = this.#order(owner, order, event.market);
    if (audience === undefined) return;
    const instrument = this.#instruments.byMarket(event.market);
    const isBuy = (order === event.takerOrder) === (event.takerSide === 'buy');
    audience.fills.push({
      order_id: String(order),
      name: instrument.name,
      side: isBuy ? 'BUY' : 'SELL',
      px: priceText(instrument, event.priceTicks),
      sz: sizeText(instrument, event.sizeLots),
    });
  }

  #account(owner: OwnerId, wallet: Wallet, asset: AssetId): void {
    const audience = this.#audiences.get(owner);
    if (audience === undefined) return;
    audience.accounts.set(`${wallet}/${asset}`, { wallet, asset });
    this.#changed.add(audience);
  }

  #orderItem(owner: OwnerId, id: OrderId) {
    const order = this.#openOrders.find(owner, id);
    if (order === undefined) throw new Error(`Order ${id} changed, but the open orders do not know it`);
    return orderOnWire(this.#instruments, order);
  }

  #balance(core: Core, owner: OwnerId, wallet: Wallet, asset: AssetId): StreamBalance {
    const { code, scale } = this.#instruments.asset(asset);
    const { availableUnits, heldUnits } = core.balance(owner, wallet, asset);
    return {
      coin: code,
      wallet,
      available: formatDecimal(availableUnits, scale),
      frozen: formatDecimal(heldUnits, scale),
    };
  }
}
