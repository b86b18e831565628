import type { StreamBalance, StreamMessage } from '@vitrine/contract';
import type { OwnOrder } from './own-order.ts';

/** A message on the private channel, with its orders mapped to OwnOrder. */
type Own<M> = M extends unknown ? Omit<M, 'orders'> & { readonly orders: readonly OwnOrder[] } : never;
type PrivateMessage = Own<Extract<StreamMessage, { type: 'private' | 'private_snapshot' }>>;

/** Changes received after a snapshot that has only the newest orders, kept until the older orders are loaded. */
interface AwaitedOlder {
  /** The id of the oldest order in the snapshot; the orders still to be loaded are older. */
  readonly after: number;
  /** The log position of the snapshot. */
  readonly position: number;
  readonly changed: Map<string, OwnOrder>;
}

/**
 * The client's open orders and spot balances, each with its log position. Fed by the private channel and by REST;
 * whichever is newer wins, so that a slow response never restores an order that has ended.
 */
export class OwnState {
  #orders: ReadonlyMap<string, OwnOrder> = new Map();
  #balances: ReadonlyMap<string, StreamBalance> = new Map();
  #ordersReady = false;
  #balancesReady = false;
  #ordersPosition = -1;
  #balancesPosition = -1;
  #list: readonly OwnOrder[] = [];
  #awaited: AwaitedOlder | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #endListeners = new Set<(orders: readonly OwnOrder[]) => void>();
  readonly #fillListeners = new Set<(side: 'BUY' | 'SELL') => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Calls `listener` when orders have ended or traded, so that histories have new entries; passes the orders that have
   * ended.
   */
  readonly onTraded = (listener: (orders: readonly OwnOrder[]) => void): (() => void) => {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  };

  /** Calls `listener` once for each message with fills, with the side of the client's order in the first fill. */
  readonly onFilled = (listener: (side: 'BUY' | 'SELL') => void): (() => void) => {
    this.#fillListeners.add(listener);
    return () => this.#fillListeners.delete(listener);
  };

  /** Newest first; undefined until first known. Returns the same array until the next update. */
  readonly orders = (): readonly OwnOrder[] | undefined => (this.#ordersReady ? this.#list : undefined);

  /** Spot balances by coin; undefined until first known. Returns the same map until the next update. */
  readonly balances = (): ReadonlyMap<string, StreamBalance> | undefined =>
    this.#balancesReady ? this.#balances : undefined;

  /** The log position of the open orders. */
  get position(): number {
    return this.#ordersPosition;
  }

  take(message: PrivateMessage): void {
    if (message.type === 'private') {
      this.#merge(message);
    } else {
      this.#setBalances(message.position, spotByCoin(new Map(), message.balances));
      const after = message.next_cursor === undefined ? undefined : Number(message.next_cursor);
      // Older orders are shown as last known until they are loaded.
      const older = after === undefined ? [] : this.#list.filter(({ id }) => Number(id) < after);
      this.#load(message.position, [...message.orders, ...older]);
      if (after !== undefined) this.#awaited = { after, position: message.position, changed: new Map() };
    }
  }

  /** Whether the orders before this cursor (the id of the oldest order in the snapshot) are still missing. */
  awaits(cursor: string): boolean {
    return this.#awaited?.after === Number(cursor);
  }

  /** Adds the open orders older than the snapshot's, from REST calls at `position` or later. */
  loadOlder(cursor: string, position: number, orders: readonly OwnOrder[]): void {
    if (this.#awaited === undefined || !this.awaits(cursor) || position < this.#awaited.position) return;
    const { after, changed } = this.#awaited;
    const newest = this.#list.filter(({ id }) => Number(id) >= after);
    const older = orders.map((order) => newerOf(order, changed.get(order.id))).filter(isOpen);
    this.#load(this.#ordersPosition, [...newest, ...older]);
  }

  /** Takes over the open orders from a REST call, unless newer ones are known. */
  loadOrders(position: number, orders: readonly OwnOrder[]): void {
    if (position >= this.#ordersPosition) this.#load(position, orders);
  }

  /** Applies the spot balances of a REST response, unless newer ones are known. */
  loadBalances(position: number, balances: readonly StreamBalance[]): void {
    if (position < this.#balancesPosition) return;
    this.#setBalances(position, spotByCoin(new Map(), balances));
    this.#notify();
  }

  /** Forgets everything about the client, as at sign-out. */
  clear(): void {
    this.#awaited = undefined;
    this.#ordersReady = false;
    this.#balancesReady = false;
    this.#ordersPosition = -1;
    this.#balancesPosition = -1;
    this.#setOrders(new Map());
    this.#balances = new Map();
    this.#notify();
  }

  #load(position: number, orders: readonly OwnOrder[]): void {
    const before = this.#orders;
    this.#awaited = undefined;
    this.#ordersPosition = position;
    this.#setOrders(new Map(orders.map((order) => [order.id, order])));
    this.#ordersReady = true;
    this.#notify();
    const gone = [...before.values()].filter((order) => !this.#orders.has(order.id));
    if (gone.length > 0) this.#notifyTraded(gone);
  }

  /** Orders and balances may come from responses of different ages, so each is compared with its own position. */
  #merge(message: Extract<PrivateMessage, { type: 'private' }>): void {
    const { position, orders, balances, fills } = message;
    if (this.#balancesReady && position >= this.#balancesPosition && balances.length > 0)
      this.#setBalances(position, spotByCoin(this.#balances, balances));
    if (this.#ordersReady && position >= this.#ordersPosition) {
      this.#ordersPosition = position;
      if (orders.length > 0) this.#setOrders(withChanges(this.#orders, orders));
      for (const order of orders) this.#awaited?.changed.set(order.id, order);
    }
    this.#notify();
    const ended = orders.filter((order) => !isOpen(order));
    if (ended.length > 0 || fills.length > 0) this.#notifyTraded(ended);
    const [fill] = fills;
    if (fill) for (const listener of this.#fillListeners) listener(fill.side);
  }

  #setBalances(position: number, balances: ReadonlyMap<string, StreamBalance>): void {
    this.#balances = balances;
    this.#balancesPosition = position;
    this.#balancesReady = true;
  }

  #setOrders(orders: ReadonlyMap<string, OwnOrder>): void {
    this.#orders = orders;
    this.#list = [...orders.values()].sort((a, b) => b.created_at - a.created_at || Number(b.id) - Number(a.id));
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #notifyTraded(orders: readonly OwnOrder[]): void {
    for (const listener of this.#endListeners) listener(orders);
  }
}

/** Orders in any other state are removed from the list of open orders. */
const isOpen = ({ state }: OwnOrder): boolean => state === 'open';

const newerOf = (order: OwnOrder, change: OwnOrder | undefined): OwnOrder =>
  change !== undefined && change.position >= order.position ? change : order;

const withChanges = (
  before: ReadonlyMap<string, OwnOrder>,
  changed: readonly OwnOrder[],
): ReadonlyMap<string, OwnOrder> => {
  const next = new Map(before);
  for (const order of changed) {
    if (isOpen(order)) next.set(order.id, order);
    else next.delete(order.id);
  }
  return next;
};

const spotByCoin = (
  before: ReadonlyMap<string, StreamBalance>,
  changed: readonly StreamBalance[],
): ReadonlyMap<string, StreamBalance> => {
  const next = new Map(before);
  for (const balance of changed) if (balance.wallet === 'spot') next.set(balance.coin, balance);
  return next;
};
