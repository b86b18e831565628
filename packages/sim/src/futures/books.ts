import {
  type CoreEvent,
  type MarketId,
  type MarketStatus,
  type OrderAccepted,
  type OrderId,
  type OwnerId,
  type PerpetualTerms,
  type PositionSide,
  systemOwners,
  type Wallet,
} from '@vitrine/core';
import type { PriceTicks } from '@vitrine/money';
import { NO_POSITION, type Position, type Valuation } from './formulas.ts';

export interface BookedMarket extends Valuation {
  readonly market: MarketId;
  readonly quote: number;
  readonly status: MarketStatus;
  /** The amount that a funding settlement in progress has collected but not yet paid out. */
  readonly unpaidUnits: number;
  /** The price at which all positions are, or were to be, closed for the delisting. */
  readonly closingTicks?: PriceTicks;
}

export interface PositionKey {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: PositionSide;
}

type Order = Pick<OrderAccepted, 'order' | 'owner' | 'market' | 'side' | 'reduceOnly'>;

/** Balances, positions and open orders, derived only from events. */
export class Books {
  readonly #accounts = new Map<string, number>();
  readonly #positions = new Map<string, Position & PositionKey>();
  readonly #markets = new Map<MarketId, BookedMarket>();
  readonly #orders = new Map<OrderId, Order>();
  readonly #leverages = new Map<string, number>();

  get markets(): readonly BookedMarket[] {
    return [...this.#markets.values()];
  }

  market(id: MarketId): BookedMarket {
    const market = this.#markets.get(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }

  /** The sum of the available and the held units of an account. */
  total(owner: OwnerId, wallet: Wallet, asset: number): number {
    return this.#accounts.get(`${owner} ${wallet} ${asset}`) ?? 0;
  }

  /** The sum of all accounts of an asset. */
  sum(asset: number): number {
    let sum = 0;
    for (const [key, units] of this.#accounts) if (key.endsWith(` ${asset}`)) sum += units;
    return sum;
  }

  position(key: PositionKey): Position {
    return this.#positions.get(nameOf(key)) ?? NO_POSITION;
  }

  /** All positions with lots. */
  open(of: Partial<PositionKey> = {}): readonly (Position & PositionKey)[] {
    return [...this.#positions.values()].filter(
      (each) =>
        each.lots > 0 &&
        each.owner === (of.owner ?? each.owner) &&
        each.market === (of.market ?? each.market) &&
        each.position === (of.position ?? each.position),
    );
  }

  order(id: OrderId): Order {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`order ${id} is not open`);
    return order;
  }

  /** The number of open orders that open or close the position. */
  openOrders({ owner, market, position }: PositionKey): number {
    let count = 0;
    for (const order of this.#orders.values())
      if (order.owner === owner && order.market === market && positionOf(order) === position) count += 1;
    return count;
  }

  /** [Y3]: the leverage of the position. The terms of storms always allow the default leverage, 10. */
  leverage(key: PositionKey): number {
    return this.#leverages.get(nameOf(key)) ?? 10;
  }

  /** The fund's available balance: all but its margins, because the fund has no orders that hold units. */
  fundAvailable(asset: number): number {
    const margins = this.open({ owner: systemOwners.insurance }).reduce((sum, each) => sum + each.marginUnits, 0);
    return this.total(systemOwners.insurance, 'future', asset) - margins;
  }

  set(key: PositionKey, position: Position): void {
    const { owner, market, position: side } = key;
    this.#positions.set(nameOf(key), { ...position, owner, market, position: side });
  }

  book(event: CoreEvent): void {
    if ('market' in event) this.#bookMarket(event);
    switch (event.kind) {
      case 'TransferPosted':
        for (const { owner, wallet, asset, units } of event.legs) this.#add(owner, wallet, asset, units);
        break;
      case 'LeverageSet':
        this.#leverages.set(nameOf(event), event.leverage);
        break;
      case 'OrderAccepted':
        this.#orders.set(event.order, event);
        break;
      case 'OrderEnded':
        this.#orders.delete(event.order);
        break;
    }
  }

  /** Moves units from the margin account of `from` to an account of `to` in the same asset. */
  pay(market: MarketId, from: OwnerId, to: OwnerId, units: number, wallet: Wallet = 'future'): void {
    const { quote } = this.market(market);
    this.#add(from, 'future', quote, -units);
    this.#add(to, wallet, quote, units);
  }

  setUnpaid(market: MarketId, unpaidUnits: number): void {
    this.#markets.set(market, { ...this.market(market), unpaidUnits });
  }

  #bookMarket(event: Extract<CoreEvent, { market: MarketId }>): void {
    if (event.kind === 'PerpetualListed') {
      const { market, quote, status, markTicks, tickLotUnits } = event;
      this.#markets.set(market, { market, quote, status, markTicks, tickLotUnits, terms: event, unpaidUnits: 0 });
      return;
    }
    const change = changeIn(event);
    if (change !== undefined) this.#markets.set(event.market, { ...this.market(event.market), ...change });
  }

  #add(owner: OwnerId, wallet: Wallet, asset: number, units: number): void {
    this.#accounts.set(`${owner} ${wallet} ${asset}`, this.total(owner, wallet, asset) + units);
  }
}

function changeIn(event: CoreEvent): Partial<BookedMarket> | undefined {
  if (event.kind === 'MarkPriceSet') return { markTicks: event.markTicks };
  if (event.kind === 'MarketStatusChanged') return { status: event.status };
  if (event.kind === 'ClosingStarted') return { closingTicks: event.markTicks };
  if (event.kind === 'PerpetualTermsChanged') return { terms: event satisfies PerpetualTerms };
  return undefined;
}

/** [Y1]: the position that the order opens or closes. */
export const positionOf = ({ side, reduceOnly = false }: Pick<Order, 'side' | 'reduceOnly'>): PositionSide =>
  (side === 'buy') === !reduceOnly ? 'long' : 'short';

const nameOf = ({ owner, market, position }: PositionKey): string => `${owner} ${market} ${position}`;
