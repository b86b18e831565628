import {
  type Command,
  CommandBatch,
  Core,
  EventBuffer,
  type OrderId,
  RULES_VERSION,
  type Side,
  systemOwners,
} from '@vitrine/core';
import { assetUnits, type PriceTicks, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';

const BASE = 1;
const QUOTE = 2;
export const PERPETUAL = 1;
export const FIRST_CLIENT = 1000;
export const MARK = 1_000_000;
const BATCH = 100;
/** The sum of all deposits, in units: close to the maximum amount of an asset. */
const ALL_DEPOSITS = 8e15;
export const FLOW_TIME = timeMs(1_700_000_000_000);

/** A small seeded generator (mulberry32): whole numbers below `bound`. */
export const seeded = (seed: number) => {
  let state = seed | 0;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
};

/** Assets, one perpetual at 100,000.0, and clients with money in their future wallets. */
export const setUp = (clients: number): Command[] => [
  { kind: 'ActivateRules', version: RULES_VERSION },
  { kind: 'RegisterAsset', asset: BASE, code: 'BTC', scale: 8 },
  { kind: 'RegisterAsset', asset: QUOTE, code: 'USDT', scale: 6 },
  {
    kind: 'ListPerpetual',
    market: PERPETUAL,
    base: BASE,
    quote: QUOTE,
    markTicks: priceTicks(MARK),
    status: 'open',
    tickLotUnits: assetUnits(1),
    lotUnits: assetUnits(1000),
    minSizeLots: sizeLots(1),
    maxSizeLots: sizeLots(1_000_000),
    minNotionalUnits: assetUnits(1),
    maxNotionalUnits: assetUnits(1e15),
    bandPpm: ratePpm(300_000),
    maxOpenOrders: 200,
    maxLeverage: 20,
    maintenancePpm: ratePpm(10_000),
    riskLimitUnits: assetUnits(1e12),
    riskStepUnits: assetUnits(1e12),
    riskStepPpm: ratePpm(5_000),
    liquidationFeePpm: ratePpm(5_000),
    maxPositionLots: sizeLots(1e7),
    maxOpenInterestLots: sizeLots(1e9),
  },
  { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(200), takerPpm: ratePpm(500) },
  ...Array.from({ length: clients }, (_, i) => deposit(FIRST_CLIENT + i, Math.floor(ALL_DEPOSITS / clients))),
];

const deposit = (owner: number, units: number): Command => ({
  kind: 'Transfer',
  by: systemOwners.custody,
  purpose: 'deposit',
  legs: [
    { owner, wallet: 'future', asset: QUOTE, units: assetUnits(units) },
    { owner: systemOwners.custody, wallet: 'spot', asset: QUOTE, units: assetUnits(-units) },
  ],
});

export const limit = (owner: number, side: Side, price: number, size: number, reduceOnly: boolean): Command => ({
  kind: 'PlaceOrder',
  owner,
  market: PERPETUAL,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  priceTicks: price as PriceTicks,
  sizeLots: sizeLots(size),
  ...(reduceOnly ? { reduceOnly } : {}),
});

/** Runs commands on a core and collects them in batches, so that they can be run again. */
export class Recorder {
  readonly core = new Core();
  readonly batches: CommandBatch[] = [];
  private readonly events = new EventBuffer();
  private readonly one = new CommandBatch();
  /** Open orders with their owners, in no particular order. */
  readonly open: [order: OrderId, owner: number][] = [];
  private readonly places = new Map<OrderId, number>();

  run(command: Command): void {
    this.events.clear();
    this.one.clear();
    this.one.push(command);
    this.core.applyBatch(this.one, FLOW_TIME, this.events);
    for (const event of this.events.eventsOf(0)) {
      if (event.kind === 'OrderAccepted') this.add(event.order, event.owner);
      if (event.kind === 'OrderEnded') this.drop(event.order);
      if (event.kind === 'CommandRefused') throw new Error(`a benchmark command was refused: ${event.refusal}`);
    }
    const last = this.batches.at(-1);
    if (last !== undefined && last.length < BATCH) last.push(command);
    else {
      const batch = new CommandBatch();
      batch.push(command);
      this.batches.push(batch);
    }
  }

  private add(order: OrderId, owner: number): void {
    this.places.set(order, this.open.length);
    this.open.push([order, owner]);
  }

  private drop(order: OrderId): void {
    const place = this.places.get(order);
    const last = this.open.pop();
    this.places.delete(order);
    if (place === undefined || last === undefined || last[0] === order) return;
    this.open[place] = last;
    this.places.set(last[0], place);
  }
}
