import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Command, Converted, Core, HoldVoided, OwnerId } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Instruments } from '../../kit/instruments.ts';
import { outsideReference } from '../../kit/reference.ts';
import { bestRate, hasRoute } from './best-rate.ts';
import type { LimitConverts } from './limit-converts.ts';
import { reachedBy, type WaitingConvert, type WaitingConverts, type WaitingPair } from './waiting-converts.ts';

export interface LimitExecutorParts {
  readonly limits: LimitConverts;
  readonly waiting: WaitingConverts;
  /** The current state; throws while it may be out of date. */
  readonly core: () => Core;
  readonly instruments: Instruments;
  /** Whether an operator has restricted this client from trading. */
  readonly isRestricted: (owner: OwnerId) => boolean;
  /** Resolves even if the core refuses the command. */
  readonly submit: (command: Command) => Promise<Pick<Outcome, 'events'>>;
  /** Notifies the client of a conversion that was executed while the client was away. */
  readonly notify: (done: Converted) => Promise<void>;
  /** Notifies the client of a conversion that ended because its market was delisted. */
  readonly notifyEnded: (ended: HoldVoided, terms: WaitingConvert) => Promise<void>;
  readonly log: FastifyBaseLogger;
}

/** The maximum number of conversions that are quoted per cycle; the next cycle continues after the last of them. */
const MOST_QUOTES = 200;
/** How long a cycle may block the main thread before it yields. */
const SLICE_MS = 2;
const MOST_READ = 1_000;
/** The maximum number of conversions that are ended per cycle because only delisted markets could execute them. */
const MOST_ENDED = 200;

/** The result of a cycle. */
export interface Look {
  readonly quoted: number;
}

/**
 * Executes limit conversions when the books offer their rate, and ends those that only delisted markets could execute.
 * Only conversions whose rate the best prices reach are quoted, so the cost of a cycle does not depend on how many
 * conversions are open. Running a cycle twice executes a conversion only once, because each has one hold and one
 * reference.
 */
export class LimitExecutor {
  readonly #parts: LimitExecutorParts;
  /**
   * For each pair, how many of the conversions whose rate the market has reached have been quoted, best rate first. The
   * next cycle continues with those after them.
   */
  readonly #turns = new Map<string, number>();
  #underWay: Promise<Look> | undefined;

  constructor(parts: LimitExecutorParts) {
    this.#parts = parts;
  }

  /** Loads the conversions that are pending in the core. */
  load(): void {
    this.#parts.waiting.load(this.#parts.core());
  }

  /** Runs one cycle over the conversions that current prices reach; joins a cycle in progress. */
  run(): Promise<Look> {
    this.#underWay ??= this.#look().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #look(): Promise<Look> {
    const { limits, waiting } = this.#parts;
    const unread = waiting.unread(MOST_READ);
    if (unread.length > 0) waiting.learn(await limits.terms(unread));
    await this.#endUnroutable();
    const candidates = this.#candidates();
    let sliceFromMs = performance.now();
    for (const candidate of candidates) {
      if (performance.now() - sliceFromMs > SLICE_MS) {
        await nextTurn();
        sliceFromMs = performance.now();
      }
      if (!waiting.has(candidate.hold) || !this.#isDue(candidate)) continue;
      await this.#convert(candidate);
      sliceFromMs = performance.now();
    }
    return { quoted: candidates.length };
  }

  async #convert({ owner, from, to, units, minUnits, hold, record }: WaitingConvert): Promise<void> {
    const reference = outsideReference('convert', String(record));
    // If the core refuses, the market has moved again, and the conversion stays open.
    const command = { kind: 'Convert', owner, from, to, units, minUnits, hold, record, reference } as const;
    const { events } = await this.#parts.submit(command);
    for (const event of events) if (event.kind === 'Converted') await this.#parts.notify(event);
  }

  /** Ends conversions that only delisted markets could execute: their funds become available again. */
  async #endUnroutable(): Promise<void> {
    const { instruments, waiting, submit, notifyEnded } = this.#parts;
    const ended = waiting
      .pairs()
      .filter(({ from, to }) => !hasRoute(instruments, from, to))
      .flatMap(({ sorted }) => sorted);
    for (const terms of ended.slice(0, MOST_ENDED)) {
      // The core refuses this if the conversion has ended in the meantime.
      const { events } = await submit({ kind: 'VoidHold', hold: terms.hold });
      for (const event of events) if (event.kind === 'HoldVoided') await notifyEnded(event, terms);
    }
  }

  /** The conversions to quote in this cycle, best first, with an equal share for every pair that has any to quote. */
  #candidates(): WaitingConvert[] {
    const { core, instruments, waiting } = this.#parts;
    const state = core();
    const reached = waiting
      .pairs()
      .map((pair) => ({ pair, count: reachedBy(pair, bestRate(state, instruments, pair.from, pair.to)) }))
      .filter(({ count }) => count > 0);
    const share = Math.max(1, Math.floor(MOST_QUOTES / Math.max(1, reached.length)));
    return reached.flatMap(({ pair, count }) => this.#turnsOf(pair, count, share));
  }

  /**
   * The next `share` conversions among the first `count`; after the last of those, the selection starts over with the
   * best.
   */
  #turnsOf({ from, to, sorted }: WaitingPair, count: number, share: number): WaitingConvert[] {
    const key = `${from} ${to}`;
    const had = this.#turns.get(key) ?? 0;
    const first = had < count ? had : 0;
    const next = Math.min(count, first + share);
    this.#turns.set(key, next === count ? 0 : next);
    return sorted.slice(first, next);
  }

  #isDue({ owner, from, to, units, minUnits }: WaitingConvert): boolean {
    const { core, isRestricted } = this.#parts;
    if (isRestricted(owner)) return false;
    const quote = core().quoteConvert(owner, from, to, units);
    return typeof quote !== 'string' && quote.receivedUnits >= minUnits;
  }
}
