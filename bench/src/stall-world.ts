import { type Command, CommandBatch, Core, EventBuffer, type OrderId, RULES_VERSION } from '@vitrine/core';
import { assetUnits, type PriceTicks, priceTicks, ratePpm, type SizeLots, sizeLots, timeMs } from '@vitrine/money';
import { threadMs } from './thread-time.ts';

export const BASE = 1;
export const QUOTE = 2;
export const MARKET = 1;
export const MIDDLE = 1_000_000;
export const FIRST_CLIENT = 1000;
/** A taker without resting orders. */
export const TAKER = 999_999;
const START_MS = 1_700_000_000_000;
const AT_ONCE = 500;

const wholeMarket = {
  base: BASE,
  quote: QUOTE,
  referenceTicks: priceTicks(MIDDLE),
  status: 'open',
  tickLotUnits: assetUnits(1),
  lotUnits: assetUnits(1),
  minSizeLots: sizeLots(1),
  maxSizeLots: sizeLots(1e9),
  minNotionalUnits: assetUnits(1),
  maxNotionalUnits: assetUnits(1e15),
  bandPpm: ratePpm(900_000),
  maxOpenOrders: 1_000_000,
} as const;

/** A core as the exchange runs it, with one market, and the longest CPU time of any measured step so far. */
export class StallWorld {
  readonly core: Core;
  worstMs = 0;
  #nowMs = START_MS;
  #last: OrderId = 0;
  readonly #events = new EventBuffer();
  readonly #one = new CommandBatch();

  constructor(roomForOrders = 2 ** 21) {
    this.core = new Core({ roomForOrders, hashKey: [0x2545f491, 0x9e3779b1, 0x6c8e9cf5] });
    this.prepare([
      { kind: 'ActivateRules', version: RULES_VERSION },
      { kind: 'RegisterAsset', asset: BASE, code: 'BTC', scale: 8 },
      { kind: 'RegisterAsset', asset: QUOTE, code: 'USDT', scale: 6 },
      { kind: 'ListMarket', market: MARKET, ...wholeMarket },
      { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(800), takerPpm: ratePpm(1000) },
    ]);
    this.fund(TAKER);
  }

  /** Id of the newest order. */
  get last(): OrderId {
    return this.#last;
  }

  get timeMs(): number {
    return this.#nowMs;
  }

  /** Advances the clock. */
  wait(ms: number): void {
    this.#nowMs += ms;
  }

  fund(owner: number): void {
    this.prepare([
      {
        kind: 'Transfer',
        by: 1,
        purpose: 'deposit',
        legs: [BASE, QUOTE].flatMap((asset) => [
          { owner: 1, wallet: 'spot' as const, asset, units: assetUnits(-1e12) },
          { owner, wallet: 'spot' as const, asset, units: assetUnits(1e12) },
        ]),
      },
    ]);
  }

  /** Applies commands without measuring; each must be accepted. */
  prepare(commands: Iterable<Command>): void {
    const batch = new CommandBatch();
    const apply = () => {
      this.#events.clear();
      this.core.applyBatch(batch, timeMs(this.#nowMs), this.#events);
      this.#events.forEach((_, event) => {
        if (event.kind === 'CommandRefused') throw new Error(`a setup command was refused: ${event.refusal}`);
        if (event.kind === 'OrderAccepted') this.#last = event.order;
      });
      batch.clear();
    };
    for (const command of commands) {
      batch.push(command);
      if (batch.length === AT_ONCE) apply();
    }
    apply();
  }

  /** Checks and applies one command, copies its events for another thread and decodes them, as the exchange does. */
  run(command: Command): void {
    this.measure(() => {
      this.core.check(command);
      this.#one.clear();
      this.#one.push(command);
      this.#events.clear();
      this.core.applyBatch(this.#one, timeMs(this.#nowMs), this.#events);
      this.#events.toBytes();
      for (const event of this.#events.eventsOf(0)) if (event.kind === 'OrderAccepted') this.#last = event.order;
    });
  }

  runAll(commands: Iterable<Command>): void {
    for (const command of commands) this.run(command);
  }

  /** Sends Ticks until nothing is due. */
  tickOut(): void {
    for (let due = this.core.nextDueMs(); due !== undefined && due <= this.#nowMs; due = this.core.nextDueMs())
      this.run({ kind: 'Tick' });
  }

  /** Measures the work's CPU time on this thread. */
  measure(work: () => unknown): void {
    const before = threadMs();
    work();
    this.worstMs = Math.max(this.worstMs, threadMs() - before);
  }
}

export const limit = (
  owner: number,
  side: 'buy' | 'sell',
  price: number,
  size = 1,
  options: Partial<Extract<Command, { kind: 'PlaceOrder' }>> = {},
): Extract<Command, { kind: 'PlaceOrder' }> => ({
  kind: 'PlaceOrder',
  owner,
  market: MARKET,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  priceTicks: price as PriceTicks,
  sizeLots: size as SizeLots,
  ...options,
});

/** Yields `count` values, made one at a time. */
export function* many<T>(count: number, make: (index: number) => T): Generator<T> {
  for (let index = 0; index < count; index += 1) yield make(index);
}
