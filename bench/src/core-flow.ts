import {
  type Command,
  CommandBatch,
  Core,
  EventBuffer,
  type Leg,
  type OrderId,
  type Reference,
  RULES_VERSION,
  type Side,
  systemOwners,
} from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';

const BASE = 1;
const QUOTE = 2;
export const MARKET = 1;
const CLIENTS = 500;
const FIRST_CLIENT = 1000;
const MIDDLE = 1_000_000;
const BATCH = 100;
const START_MS = 1_700_000_000_000;

/** The size of a book, and the number of operations on it. */
export interface FlowShape {
  readonly resting: number;
  /** The number of price levels per side over which new orders are spread evenly. */
  readonly levelsPerSide: number;
  readonly operations: number;
  readonly seed: number;
}

/** An operation on the peer library's book, which has no accounts and whose order ids are text. */
export type BookStep =
  | { readonly kind: 'limit'; readonly id: string; readonly side: Side; readonly price: number; readonly size: number }
  | { readonly kind: 'take'; readonly side: Side; readonly price: number; readonly size: number; readonly id: string }
  | { readonly kind: 'cancel'; readonly id: string };

export interface Flow {
  /** Assets, market, fees, deposits and the resting orders. */
  readonly preparation: readonly CommandBatch[];
  readonly batches: readonly CommandBatch[];
  readonly preparationSteps: readonly BookStep[];
  readonly steps: readonly BookStep[];
}

/** A small seeded generator (mulberry32): whole numbers below `bound`. */
const seeded = (seed: number) => {
  let state = seed | 0;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
};

/**
 * Builds a flow by running it: 45% resting limit orders, 43% cancels of a random open order, 10% takers that sweep a
 * few orders (IOC), and 2% placing or cancelling of stop orders. The peer's book does not get the stop orders. Every
 * order has a reference, all but the stop orders have a client order id, and all trades have fees.
 */
export const buildFlow = (shape: FlowShape): Flow => new FlowBuilder(shape).build();

class FlowBuilder {
  private readonly shape: FlowShape;
  private readonly random: (bound: number) => number;
  private readonly core = new Core();
  private readonly events = new EventBuffer();
  private readonly one = new CommandBatch();
  private readonly open: OrderId[] = [];
  private readonly placeOf = new Map<OrderId, number>();
  private readonly ownerOf = new Map<OrderId, number>();
  private readonly stops: OrderId[] = [];
  private sequence = 0;
  private batches: CommandBatch[] = [];
  private steps: BookStep[] = [];

  constructor(shape: FlowShape) {
    this.shape = shape;
    this.random = seeded(shape.seed);
  }

  build(): Flow {
    for (const command of setUp()) this.run(command);
    while (this.open.length < this.shape.resting) this.placeLimit();
    const preparation = this.batches;
    const preparationSteps = this.steps;
    this.batches = [];
    this.steps = [];
    for (let i = 0; i < this.shape.operations; i++) this.operate();
    return { preparation, preparationSteps, batches: this.batches, steps: this.steps };
  }

  private operate(): void {
    const choice = this.random(100);
    if (choice < 10) this.takeSome();
    else if (choice < 12) this.stop();
    else if (this.open.length < this.shape.resting) this.placeLimit();
    else this.cancelOne();
  }

  private placeLimit(): void {
    const side: Side = this.random(2) === 0 ? 'buy' : 'sell';
    const away = 1 + this.random(this.shape.levelsPerSide);
    const price = side === 'buy' ? MIDDLE - away : MIDDLE + away;
    const size = 1 + this.random(100);
    const owner = FIRST_CLIENT + this.random(CLIENTS);
    const id = this.place(owner, side, price, size, 'gtc');
    this.placeOf.set(id, this.open.length);
    this.ownerOf.set(id, owner);
    this.open.push(id);
    this.steps.push({ kind: 'limit', id: String(id), side, price, size });
  }

  private takeSome(): void {
    const side: Side = this.random(2) === 0 ? 'buy' : 'sell';
    const price = side === 'buy' ? MIDDLE + this.shape.levelsPerSide : MIDDLE - this.shape.levelsPerSide;
    const size = 1 + this.random(150);
    // The taker has no resting orders, so self-trade prevention is checked but never triggered: the peer's book has no
    // owners.
    const id = this.place(FIRST_CLIENT + CLIENTS, side, price, size, 'ioc');
    this.steps.push({ kind: 'take', id: String(id), side, price, size });
  }

  private stop(): void {
    const old = this.stops.length > 50 ? this.stops.shift() : undefined;
    if (old !== undefined) {
      this.run({ kind: 'CancelOrder', owner: FIRST_CLIENT, order: old });
      return;
    }
    this.run({
      kind: 'PlaceOrder',
      owner: FIRST_CLIENT,
      market: MARKET,
      side: 'buy',
      type: 'market',
      timeInForce: 'ioc',
      sizeLots: sizeLots(1),
      trigger: { kind: 'stop', ticks: priceTicks(MIDDLE + 2 * this.shape.levelsPerSide + this.random(1000)) },
      reference: this.reference(),
    });
    for (const event of this.events.eventsOf(0)) if (event.kind === 'OrderAccepted') this.stops.push(event.order);
  }

  private cancelOne(): void {
    const id = this.open[this.random(this.open.length)];
    if (id === undefined) throw new Error('there are no open orders to cancel');
    this.run({ kind: 'CancelOrder', owner: this.ownerOf.get(id) ?? 0, order: id });
    this.steps.push({ kind: 'cancel', id: String(id) });
  }

  private place(owner: number, side: Side, price: number, size: number, timeInForce: 'gtc' | 'ioc'): OrderId {
    this.run({
      kind: 'PlaceOrder',
      owner,
      market: MARKET,
      side,
      type: 'limit',
      timeInForce,
      priceTicks: priceTicks(price),
      sizeLots: sizeLots(size),
      clientOrderId: ++this.sequence,
      reference: this.reference(),
    });
    const [accepted] = this.events.eventsOf(0);
    if (accepted?.kind !== 'OrderAccepted')
      throw new Error(`a benchmark order was refused: ${JSON.stringify(accepted)}`);
    return accepted.order;
  }

  private reference(): Reference {
    const word = () => (this.random(2 ** 31) * 2 + this.random(2)) >>> 0;
    return { source: 'client', words: [word(), word(), word(), word()] };
  }

  private run(command: Command): void {
    this.events.clear();
    this.one.clear();
    this.one.push(command);
    this.core.applyBatch(this.one, timeMs(START_MS), this.events);
    for (const event of this.events.eventsOf(0)) {
      if (event.kind === 'OrderEnded') this.drop(event.order);
      if (event.kind === 'CommandRefused') throw new Error(`a benchmark order was refused: ${event.refusal}`);
    }
    let batch = this.batches.at(-1);
    if (batch === undefined || batch.length === BATCH) {
      batch = new CommandBatch();
      this.batches.push(batch);
    }
    batch.push(command);
  }

  private drop(id: OrderId): void {
    const place = this.placeOf.get(id);
    const last = this.open.at(-1);
    if (place === undefined || last === undefined) return;
    this.open[place] = last;
    this.placeOf.set(last, place);
    this.open.pop();
    this.placeOf.delete(id);
    this.ownerOf.delete(id);
  }
}

const setUp = (): Command[] => {
  const commands: Command[] = [
    { kind: 'ActivateRules', version: RULES_VERSION },
    { kind: 'RegisterAsset', asset: BASE, code: 'BTC', scale: 8 },
    { kind: 'RegisterAsset', asset: QUOTE, code: 'USDT', scale: 6 },
    {
      kind: 'ListMarket',
      market: MARKET,
      base: BASE,
      quote: QUOTE,
      referenceTicks: priceTicks(MIDDLE),
      status: 'open',
      tickLotUnits: assetUnits(1),
      lotUnits: assetUnits(1000),
      minSizeLots: sizeLots(1),
      maxSizeLots: sizeLots(1_000_000),
      minNotionalUnits: assetUnits(1),
      maxNotionalUnits: assetUnits(1e15),
      bandPpm: ratePpm(500_000),
      maxOpenOrders: 1_000_000,
    },
    { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(800), takerPpm: ratePpm(1000) },
  ];
  for (let client = FIRST_CLIENT; client <= FIRST_CLIENT + CLIENTS; client++)
    commands.push({ kind: 'Transfer', by: systemOwners.custody, purpose: 'deposit', legs: deposit(client) });
  return commands;
};

const deposit = (owner: number): Leg[] =>
  [
    { asset: BASE, units: 1e12 },
    { asset: QUOTE, units: 1e13 },
  ].flatMap(({ asset, units }) => [
    { owner, wallet: 'spot', asset, units: assetUnits(units) },
    { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-units) },
  ]);

export const FLOW_TIME = timeMs(START_MS);
