import type { AssetUnits, PriceTicks, SizeLots } from '@vitrine/money';
import type { ListMarket } from '../../src/commands/list-market.ts';
import type { RegisterAsset } from '../../src/commands/register-asset.ts';
import type { CoreEvent } from '../../src/vocabulary/events.ts';
import type { MarketRules, SelfTrade, Side, TimeInForce, TransferPurpose, Wallet } from '../../src/vocabulary/terms.ts';
import type { Perpetual } from './oracle-perpetual.ts';

export const MAX = 2n ** 53n - 1n;
export const isSystem = (owner: number): boolean => owner < 1000;
export const isFund = (owner: number): boolean => owner >= 100 && owner <= 899;

export interface Account {
  available: number;
  held: number;
}

export interface OracleOrder {
  readonly id: number;
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly?: boolean;
  /** Whether the order is a market order whose own price is the worst price at which it may trade. */
  readonly isProtected?: boolean;
  readonly selfTrade: SelfTrade;
  readonly trigger: 'none' | 'stop' | 'take_profit';
  readonly budget: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly clientOrderId: number;
  /** Attached prices; absent or 0 for none. */
  readonly takeProfit?: number;
  readonly stopLoss?: number;
  /** Whether the order is a protection of [H2]. */
  readonly isProtection?: boolean;
  /** The id of the order whose fills this one protects; that order may have ended. */
  protects?: number;
  readonly acceptedAt: number;
  /** The limit; for a market order, the worst price at which it may trade. */
  price: number;
  size: number;
  open: number;
  held: number;
  triggerTicks: number;
  oco: number;
  firedAt: number;
  place: 'resting' | 'waiting' | 'fired' | 'taking' | 'arming';
  /** The sequence number of the order's addition to the book or the trigger index: lower numbers have priority. */
  entered: number;
}

export interface OracleMarket extends MarketRules {
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  readonly listedTicks: number;
  status: ListMarket['status'];
  reference: number;
  last: number;
  trades: number;
  levelChanges: number;
  /** The taking order that has to continue, and the remainder of its budget. */
  continuing?: OracleOrder | undefined;
  budgetLeft: bigint;
  /** Prices (of trades or the mark price) that were reached and whose triggers have not all fired yet. */
  reached: number[];
  /** [X8]: during an opening pause, and after one that was cut off, the time from which it can end; else 0. */
  firesFrom: number;
  /** The additional state of a perpetual market; absent for a spot market. */
  readonly perpetual?: Perpetual;
}

export interface OracleHold {
  readonly id: number;
  readonly fromOwner: number;
  readonly fromWallet: Wallet;
  readonly toOwner: number;
  readonly toWallet: Wallet;
  readonly asset: number;
  readonly purpose: TransferPurpose;
  readonly units: number;
  readonly expiresAt: number;
  readonly record: number;
}

export interface Remembered {
  readonly words: readonly number[];
  readonly content: readonly [high: number, low: number];
  readonly position: number;
  readonly result: number;
  readonly timeMs: number;
}

/**
 * The state of the exchange as plain objects and lists, without any indexes: everything is found by searching from the
 * beginning.
 */
export class OracleState {
  rulesVersion = 1;
  stepsPerCommand = 1000;
  /** The number of steps that the current command has left. */
  steps = 0;
  /** The number of resting orders that takers have examined. */
  looked = 0;
  position = 0;
  batchTimeMs = 0;
  clockOffsetMs = 0;
  timeMs = 0;
  nextOrder = 1;
  nextHold = 1;
  entries = 0;
  accounts = new Map<string, Account>();
  assets: RegisterAsset[] = [];
  markets: OracleMarket[] = [];
  tiers = new Map<number, { makerPpm: number; takerPpm: number }>();
  tierOf = new Map<number, number>();
  frozen = new Set<number>();
  restrictions = new Map<number, { tradeUntil: number; withdrawUntil: number }>();
  anchor = { sequence: 0, hash: '' };
  orders: OracleOrder[] = [];
  holds: OracleHold[] = [];
  uses: { owner: number; hold: number; units: number; timeMs: number }[] = [];
  sweeps: { owner: number; market: number; end: 'cancelled' | 'frozen'; upToOrder: number }[] = [];
  references: { client: Remembered[]; outside: Remembered[] } = { client: [], outside: [] };
  events: CoreEvent[] = [];

  /**
   * A copy of the state on which orders can be tried. The parts that orders do not change are shared with the original.
   */
  copy(): OracleState {
    const { accounts, markets, orders } = structuredClone({
      accounts: this.accounts,
      markets: this.markets,
      orders: this.orders,
    });
    return Object.assign(new OracleState(), this, { accounts, markets, orders, events: [] });
  }

  /** Withdrawals of the last 24 hours that were not voided. */
  countingUses(): { owner: number; hold: number; units: number; timeMs: number }[] {
    return this.uses.filter((use) => use.timeMs > this.timeMs - 24 * 3_600_000);
  }

  withdrawalUse(owner: number): bigint {
    return this.countingUses()
      .filter((use) => use.owner === owner)
      .reduce((sum, use) => sum + BigInt(use.units), 0n);
  }

  account(owner: number, wallet: Wallet, asset: number): Account {
    const key = `${owner} ${wallet} ${asset}`;
    let account = this.accounts.get(key);
    if (account === undefined) {
      account = { available: 0, held: 0 };
      this.accounts.set(key, account);
    }
    return account;
  }

  available(owner: number, wallet: Wallet, asset: number): number {
    return this.accounts.get(`${owner} ${wallet} ${asset}`)?.available ?? 0;
  }

  /** The sum of the negative balances of the exchange's own accounts in an asset. */
  issued(asset: number): bigint {
    let sum = 0n;
    for (const [key, { available }] of this.accounts)
      if (key.endsWith(` ${asset}`) && available < 0) sum -= BigInt(available);
    return sum;
  }

  /**
   * [B1]: the number of steps that a command may take, and of resting orders that an all-or-nothing order may examine.
   */
  get stepLimit(): number {
    return this.rulesVersion === 1 ? Number.POSITIVE_INFINITY : this.stepsPerCommand;
  }

  isRestricted(owner: number, what: 'tradeUntil' | 'withdrawUntil'): boolean {
    return (this.restrictions.get(owner)?.[what] ?? 0) > this.timeMs;
  }

  market(id: number): OracleMarket | undefined {
    return this.markets.find((market) => market.id === id);
  }

  order(id: number): OracleOrder | undefined {
    return this.orders.find((order) => order.id === id);
  }

  /** The resting orders of one side, in the order in which they will trade. */
  book(market: number, side: Side): OracleOrder[] {
    const direction = side === 'buy' ? -1 : 1;
    return this.orders
      .filter((order) => order.market === market && order.place === 'resting' && order.side === side)
      .sort((a, b) => direction * (a.price - b.price) || a.entered - b.entered);
  }

  levelTotal(market: number, side: Side, price: number): number {
    return this.book(market, side)
      .filter((order) => order.price === price)
      .reduce((sum, order) => sum + order.open, 0);
  }

  emit(event: CoreEvent): void {
    this.events.push(event);
  }

  emitLevel(market: OracleMarket, side: Side, price: number): void {
    market.levelChanges++;
    this.emit({
      kind: 'LevelChanged',
      market: market.id,
      number: market.levelChanges,
      side,
      priceTicks: price as PriceTicks,
      sizeLots: this.levelTotal(market.id, side, price) as SizeLots,
    });
  }
}

export const units = (n: number | bigint): AssetUnits => Number(n) as AssetUnits;
export const ticks = (n: number): PriceTicks => n as PriceTicks;
export const lots = (n: number): SizeLots => n as SizeLots;

export const feeCeil = (notional: bigint, ppm: number): bigint => (notional * BigInt(ppm) + 999_999n) / 1_000_000n;

export const notionalOf = (market: OracleMarket, price: number, size: number): bigint =>
  BigInt(price) * BigInt(size) * BigInt(market.tickLotUnits);

/**
 * The hold that a buy needs: its notional at its limit, plus the fee on this notional at the higher of the order's
 * maker and taker rates.
 */
export const buyHold = (market: OracleMarket, price: number, size: number, ppm: number): bigint => {
  const notional = notionalOf(market, price, size);
  return notional + feeCeil(notional, ppm);
};

export const lastOrListed = (market: OracleMarket): number => (market.last === 0 ? market.listedTicks : market.last);

/** [X7]: whether triggers in this market fire by its mark price. */
export const firesByMark = (s: OracleState, market: OracleMarket): boolean =>
  market.perpetual !== undefined && s.rulesVersion >= 5;

/** The price that triggers are compared with. */
export const triggering = (s: OracleState, market: OracleMarket): number =>
  firesByMark(s, market) ? market.reference : lastOrListed(market);

/** Whether a waiting order with this trigger fires at this price. */
export const isReachedAt = (o: Pick<OracleOrder, 'side' | 'trigger' | 'triggerTicks'>, price: number): boolean =>
  firesAbove(o.side, o.trigger) ? price >= o.triggerTicks : price <= o.triggerTicks;

/** [X7] [X8]: whether no trigger may fire in this market now. */
export const holdsTriggers = (s: OracleState, market: OracleMarket): boolean =>
  firesByMark(s, market) && (market.status !== 'open' || market.firesFrom !== 0);

/** [X7] [X8]: what a perpetual market does after its mark price was set, or when its opening pause may end. */
export const reachMark = (s: OracleState, market: OracleMarket): void => {
  if (!firesByMark(s, market)) return;
  if (market.status === 'open' && s.timeMs >= market.firesFrom) market.firesFrom = 0;
  const { id, reference } = market;
  const isReached = s.orders.some((o) => o.market === id && o.place === 'waiting' && isReachedAt(o, reference));
  if (isReached && !holdsTriggers(s, market)) market.reached.push(reference);
};

/**
 * [M2] [X8]: sets the status. A perpetual that opens begins its opening pause, or continues one that was cut off
 * recently.
 */
export const changeStatus = (s: OracleState, market: OracleMarket, status: OracleMarket['status']): void => {
  const stays = status === 'open' && market.status === 'open';
  market.status = status;
  // [V1]: a halt abandons the liquidation in progress.
  if (status === 'halted' && s.rulesVersion >= 5 && market.perpetual) market.perpetual.liquidation = undefined;
  if (stays || !firesByMark(s, market)) return;
  market.reached = [];
  if (status === 'delisted') market.firesFrom = 0;
  if (status !== 'open') return;
  const goesOn = market.firesFrom !== 0 && s.timeMs < market.firesFrom + 60_000;
  if (!goesOn) market.firesFrom = s.timeMs + 10_000;
};

export const centreOf = (market: OracleMarket): number =>
  market.reference === 0 ? lastOrListed(market) : market.reference;

export const bandLow = (centre: number, ppm: number): number => {
  if (ppm >= 1_000_000) return 1;
  const low = (BigInt(centre) * BigInt(1_000_000 - ppm) + 999_999n) / 1_000_000n;
  return low < 1n ? 1 : Number(low);
};

export const bandHigh = (centre: number, ppm: number): number => {
  const whole = BigInt(2 + Math.floor(ppm / 1_000_000));
  if (BigInt(centre) > MAX / whole) return Number(MAX);
  return Number((BigInt(centre) * BigInt(1_000_000 + ppm)) / 1_000_000n);
};

/** Whether the order fires at its trigger price or above, rather than at that price or below. */
export const firesAbove = (side: Side, trigger: 'none' | 'stop' | 'take_profit'): boolean =>
  (side === 'buy') === (trigger === 'stop');
