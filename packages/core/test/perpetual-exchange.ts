import { assetUnits, type PriceTicks, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import { expect } from 'vitest';
import type { Command } from '../src/commands/all.ts';
import type { PlaceOrder } from '../src/commands/place-order.ts';
import {
  CommandBatch,
  Core,
  type CoreEvent,
  type CoreSettings,
  EventBuffer,
  type ListPerpetual,
  type PerpetualTerms,
  type PositionSide,
  type PositionView,
  type Refusal,
  RULES_VERSION,
  systemOwners,
} from '../src/index.ts';
import { OPENING_PAUSE_MS } from '../src/vocabulary/rules.ts';
import { plainRules, refusalIn } from './exchange.ts';

const BTC = 1;
export const USDT = 2;
export const PERPETUAL = 5;
export const ALICE = 1000;
export const BOB = 1001;
export const CAROL = 1002;
export const DAVE = 1003;
const CLIENTS = [ALICE, BOB, CAROL, DAVE];

/** Maintenance rate 1%, plus 1% for each further 100,000 of cost after the first; liquidation fee 0.5%. */
export const terms: PerpetualTerms = {
  maxLeverage: 20,
  maintenancePpm: ratePpm(10_000),
  riskLimitUnits: assetUnits(100_000),
  riskStepUnits: assetUnits(100_000),
  riskStepPpm: ratePpm(10_000),
  liquidationFeePpm: ratePpm(5_000),
  maxPositionLots: sizeLots(10_000),
  maxOpenInterestLots: sizeLots(100_000),
};

export const listing = (over: Partial<ListPerpetual> = {}): ListPerpetual => ({
  kind: 'ListPerpetual',
  market: PERPETUAL,
  base: BTC,
  quote: USDT,
  markTicks: priceTicks(1000),
  status: 'open',
  ...plainRules,
  ...terms,
  ...over,
});

/** A core with one perpetual. After each command it checks that the balances and positions are consistent. */
export class PerpetualExchange {
  core: Core;
  timeMs = 1_700_000_000_000;
  private readonly settings: CoreSettings;
  private readonly events = new EventBuffer();
  private readonly batch = new CommandBatch();
  /** The owners whose positions `verify` adds up. */
  owners: readonly number[] = [...CLIENTS, systemOwners.insurance, systemOwners.house];

  /** [Q4]: whether all positions are being closed. Until that is finished, the lots of the two sides differ. */
  private isClosing = false;

  constructor(settings: CoreSettings = {}) {
    this.settings = settings;
    this.core = new Core(settings);
  }

  do(command: Command): CoreEvent[] {
    this.events.clear();
    this.batch.clear();
    this.batch.push(command);
    const foreseen = this.core.check(command);
    this.core.applyBatch(this.batch, timeMs(this.timeMs), this.events);
    const events = this.events.eventsOf(0);
    expect(refusalIn(events)).toBe(foreseen);
    if (events.some(({ kind }) => kind === 'ClosingStarted')) this.isClosing = true;
    if (!this.isDue()) this.isClosing = false;
    this.verify();
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

  /** [L1] [X5]: accounts sum to zero, both sides have the same lots, and the clearing account balances them. */
  verify(): void {
    for (const { asset } of this.core.assets()) expect(this.core.assetSum(asset)).toBe(0);
    const perpetual = this.core.perpetual(PERPETUAL);
    if (perpetual === undefined) return;
    const all = this.owners.flatMap((owner) => this.core.positions(owner));
    const sum = (side: PositionSide, of: 'sizeLots' | 'costUnits') =>
      all.reduce((total, each) => total + (each.position === side ? each[of] : 0), 0);
    expect(perpetual.openInterestLots).toBe(sum('long', 'sizeLots'));
    if (this.isClosing) return;
    expect(sum('long', 'sizeLots')).toBe(sum('short', 'sizeLots'));
    expect(this.core.balance(systemOwners.clearing, 'future', USDT).availableUnits).toBe(
      sum('short', 'costUnits') - sum('long', 'costUnits') + perpetual.unpaidFundingUnits,
    );
  }

  /** Whether a Tick has something to do now. */
  isDue(): boolean {
    return (this.core.nextDueMs() ?? Number.POSITIVE_INFINITY) <= this.timeMs;
  }

  /** [X8]: lets the opening pause pass. */
  passPause(): CoreEvent[] {
    this.timeMs += OPENING_PAUSE_MS;
    return this.accept({ kind: 'Tick' });
  }

  /** Submits Ticks until nothing is due. Returns the events of all of them. */
  finish(): CoreEvent[] {
    const events: CoreEvent[] = [];
    for (let ticks = 0; this.isDue(); ticks++) {
      expect(ticks).toBeLessThan(10_000);
      events.push(...this.do({ kind: 'Tick' }));
    }
    return events;
  }

  restart(): void {
    const hash = this.core.stateHash();
    this.core = Core.restore(structuredClone(this.core.takeSnapshot()), this.settings);
    expect(this.core.stateHash()).toBe(hash);
  }

  deposit(owner: number, units: number): void {
    this.accept({
      kind: 'Transfer',
      by: 1,
      purpose: 'deposit',
      legs: [
        { owner: 1, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
        { owner, wallet: 'future', asset: USDT, units: assetUnits(units) },
      ],
    });
  }

  balance(owner: number): [available: number, held: number] {
    const { availableUnits, heldUnits } = this.core.balance(owner, 'future', USDT);
    return [availableUnits, heldUnits];
  }

  fund(): number {
    return this.balance(systemOwners.insurance)[0];
  }

  mark(ticks: number): CoreEvent[] {
    return this.accept({ kind: 'SetMarkPrice', market: PERPETUAL, markTicks: priceTicks(ticks) });
  }

  leverage(owner: number, position: PositionSide, leverage: number): void {
    this.accept({ kind: 'SetLeverage', owner, market: PERPETUAL, position, leverage });
  }

  position(owner: number, side: PositionSide): PositionView | undefined {
    return this.core.positions(owner).find(({ position }) => position === side);
  }

  /** The lots, cost and margin of the owner's position. */
  figures(owner: number, side: PositionSide): [lots: number, cost: number, margin: number] | undefined {
    const found = this.position(owner, side);
    return found === undefined ? undefined : [found.sizeLots, found.costUnits, found.marginUnits];
  }

  /** Opens a long for one owner and a short for the other at this price. */
  open(long: number, short: number, lots: number, price: number): CoreEvent[] {
    this.accept(order(long, 'buy', lots, price));
    return this.accept(order(short, 'sell', lots, price));
  }
}

/** An exchange with the perpetual, after its opening pause, and four clients who have 1,000,000 each in their future wallets. */
export const opened = (
  over: Partial<ListPerpetual> = {},
  settings: CoreSettings = {},
  version = RULES_VERSION,
): PerpetualExchange => {
  const exchange = new PerpetualExchange(settings);
  exchange.accept({ kind: 'ActivateRules', version });
  exchange.accept({ kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 });
  exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
  exchange.accept(listing(over));
  exchange.passPause();
  for (const owner of CLIENTS) exchange.deposit(owner, 1_000_000);
  return exchange;
};

type Options = Partial<Omit<PlaceOrder, 'kind' | 'owner' | 'side'>>;

/** A limit order; with `reduceOnly`, it closes a position. */
export const order = (
  owner: number,
  side: 'buy' | 'sell',
  lots: number,
  price: number,
  o: Options = {},
): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  market: PERPETUAL,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  sizeLots: sizeLots(lots),
  priceTicks: price as PriceTicks,
  ...o,
});

export const atMarket = (owner: number, side: 'buy' | 'sell', lots: number, o: Options = {}): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner,
  market: PERPETUAL,
  side,
  type: 'market',
  timeInForce: 'ioc',
  sizeLots: sizeLots(lots),
  ...o,
});

export const reduce = { reduceOnly: true } as const;
