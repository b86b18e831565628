import { type AssetUnits, assetUnits, type PriceTicks, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import { expect } from 'vitest';
import type { Command } from '../src/commands/all.ts';
import type { ListMarket } from '../src/commands/list-market.ts';
import type { PlaceOrder } from '../src/commands/place-order.ts';
import {
  CommandBatch,
  Core,
  type CoreEvent,
  type CoreSettings,
  EventBuffer,
  type HoldView,
  type Refusal,
  RULES_VERSION,
} from '../src/index.ts';
import type { MarketRules, Wallet } from '../src/vocabulary/terms.ts';
import { Oracle } from './oracle/oracle.ts';

export const BTC = 1;
export const USDT = 2;
export const MARKET = 1;
export const ALICE = 1000;
export const BOB = 1001;
export const CAROL = 1002;

/** Core and oracle side by side: every command goes to both, and both must return the same events. */
export class Exchange {
  core: Core;
  readonly oracle: Oracle;
  private readonly events = new EventBuffer();
  private readonly batch = new CommandBatch();
  timeMs = 1_700_000_000_000;
  private readonly settings: CoreSettings;

  constructor(settings: CoreSettings = {}) {
    this.settings = settings;
    this.core = new Core(settings);
    this.oracle = new Oracle(settings);
  }

  /**
   * Applies one command and returns its events. If the time has not advanced, the core's `check` must have predicted
   * the outcome.
   */
  do(command: Command): CoreEvent[] {
    this.events.clear();
    this.batch.clear();
    this.batch.push(command);
    this.oracle.startBatch(this.timeMs);
    const foreseen = this.core.timeMs === this.oracle.state.timeMs ? this.core.check(command) : undefined;
    const wasForeseen = this.core.timeMs === this.oracle.state.timeMs;
    this.core.applyBatch(this.batch, timeMs(this.timeMs), this.events);
    const events = this.events.eventsOf(0);
    const expected = this.oracle.apply(command);
    expect(events).toEqual(expected);
    if (wasForeseen) expect(foreseen).toBe(refusalIn(events));
    return events;
  }

  accept(command: Command): CoreEvent[] {
    const events = this.do(command);
    expect(refusalIn(events)).toBeUndefined();
    return events;
  }

  refuse(command: Command): Refusal | undefined {
    return refusalIn(this.do(command));
  }

  /**
   * Compares the states of core and oracle by their hashes and pending holds. Checks that each asset's balances sum to
   * zero.
   */
  verify(): void {
    expect(this.core.stateHash()).toBe(this.oracle.hash());
    for (const { asset } of this.core.assets()) expect(this.core.assetSum(asset)).toBe(0);
    const holds = this.pendingHolds();
    for (const owner of [1, 3, 8, ALICE, BOB, CAROL])
      expect(this.core.pendingHoldsOf(owner)).toEqual(
        holds.filter(({ fromOwner, toOwner }) => fromOwner === owner || toOwner === owner),
      );
  }

  /** All pending holds, in order of id. */
  pendingHolds(): HoldView[] {
    return [...this.core.pendingHolds()].sort((a, b) => a.hold - b.hold);
  }

  restart(settings: CoreSettings = {}): void {
    const hash = this.core.stateHash();
    this.core = Core.restore(structuredClone(this.core.takeSnapshot()), { ...this.settings, ...settings });
    expect(this.core.stateHash()).toBe(hash);
  }

  balance(owner: number, asset: number, wallet: Wallet = 'spot'): [available: number, held: number] {
    const { availableUnits, heldUnits } = this.core.balance(owner, wallet, asset);
    return [availableUnits, heldUnits];
  }

  deposit(owner: number, asset: number, units: number, wallet: Wallet = 'spot'): void {
    this.accept({
      kind: 'Transfer',
      by: 1,
      purpose: 'deposit',
      legs: [
        { owner: 1, wallet: 'spot', asset, units: assetUnits(-units) },
        { owner, wallet, asset, units: assetUnits(units) },
      ],
    });
  }
}

export const refusalIn = (events: readonly CoreEvent[]): Refusal | undefined => {
  const [first] = events;
  return first?.kind === 'CommandRefused' ? first.refusal : undefined;
};

export const plainRules: MarketRules = {
  tickLotUnits: assetUnits(1),
  lotUnits: assetUnits(1),
  minSizeLots: sizeLots(1),
  maxSizeLots: sizeLots(1_000_000_000),
  minNotionalUnits: assetUnits(1),
  maxNotionalUnits: assetUnits(1e14),
  bandPpm: ratePpm(500_000),
  maxOpenOrders: 100,
};

export const listing = (over: Partial<ListMarket> = {}): ListMarket => ({
  kind: 'ListMarket',
  market: MARKET,
  base: BTC,
  quote: USDT,
  referenceTicks: priceTicks(100),
  status: 'open',
  ...plainRules,
  ...over,
});

/**
 * The newest rules, two assets, one market at 100 with a tick and a lot of one unit, and three clients with 1,000,000
 * units of each asset.
 */
export const opened = (
  over: Partial<ListMarket> = {},
  fees?: { maker: number; taker: number },
  settings?: CoreSettings,
  rules = RULES_VERSION,
): Exchange => {
  const exchange = new Exchange(settings);
  exchange.accept({ kind: 'ActivateRules', version: rules });
  exchange.accept({ kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 });
  exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
  exchange.accept(listing(over));
  if (fees !== undefined)
    exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(fees.maker), takerPpm: ratePpm(fees.taker) });
  for (const owner of [ALICE, BOB, CAROL]) {
    exchange.deposit(owner, BTC, 1_000_000);
    exchange.deposit(owner, USDT, 1_000_000);
  }
  return exchange;
};

type Options = Partial<Omit<PlaceOrder, 'kind' | 'owner' | 'side'>>;

export const limit = (
  owner: number,
  side: 'buy' | 'sell',
  size: number,
  price: number,
  o: Options = {},
): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  market: MARKET,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  sizeLots: sizeLots(size),
  priceTicks: price as PriceTicks,
  ...o,
});

export const market = (owner: number, side: 'buy' | 'sell', size: number, o: Options = {}): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  market: MARKET,
  side,
  type: 'market',
  timeInForce: 'ioc',
  sizeLots: sizeLots(size),
  ...o,
});

export const budget = (owner: number, side: 'buy' | 'sell', units: number, o: Options = {}): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  market: MARKET,
  side,
  type: 'market',
  timeInForce: 'ioc',
  budgetUnits: units as AssetUnits,
  ...o,
});

export const trigger = (kind: 'stop' | 'take_profit', at: number) => ({ trigger: { kind, ticks: at as PriceTicks } });

/** Fills as [maker order, price, size]. */
export const fillsIn = (events: readonly CoreEvent[]): [number, number, number][] =>
  events.flatMap((e) => (e.kind === 'OrderFilled' ? [[e.makerOrder, e.priceTicks, e.sizeLots]] : [])) as [
    number,
    number,
    number,
  ][];

/** The id of the first order that these events accept. */
export const orderIn = (events: readonly CoreEvent[]): number => {
  const accepted = events.find((e) => e.kind === 'OrderAccepted');
  if (accepted?.kind !== 'OrderAccepted')
    throw new Error(`no OrderAccepted event was emitted: ${JSON.stringify(events)}`);
  return accepted.order;
};

export const endsIn = (events: readonly CoreEvent[]): [order: number, end: string][] =>
  events.flatMap((e) => (e.kind === 'OrderEnded' ? [[e.order, e.end] as [number, string]] : []));
