import type { Command, Converted, Core, OwnerId } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import { outsideReference } from '../http/reference.ts';
import type { LimitConverts, OpenLimitConvert } from './limit-converts.ts';

export interface LimitExecutorParts {
  readonly limits: LimitConverts;
  /** Throws while it may be out of date. */
  readonly core: () => Core;
  /** Whether an operator keeps this client from trading. */
  readonly isRestricted: (owner: OwnerId) => boolean;
  /** Answers with the refusal where there is one. */
  readonly submit: (command: Command) => Promise<Pick<Outcome, 'events'>>;
  /** Tells the client what was done while they were elsewhere. */
  readonly tell: (done: Converted) => Promise<void>;
  readonly log: FastifyBaseLogger;
}

const EVERY_MS = 1_000;
const TIDY_EVERY_MS = 3_600_000;

/** Converts what waits for its rate as soon as the books give it. Running twice converts once: each has one hold and one reference. */
export class LimitExecutor {
  readonly #parts: LimitExecutorParts;
  #timers: NodeJS.Timeout[] = [];
  #underWay: Promise<void> | undefined;

  constructor(parts: LimitExecutorParts) {
    this.#parts = parts;
  }

  start(): void {
    const { limits, log } = this.#parts;
    const warn = (text: string) => (reason: unknown) => log.warn({ err: reason }, text);
    this.#timers = [
      setInterval(() => void this.run().catch(warn('limit conversions were not looked at')), EVERY_MS),
      setInterval(() => void limits.forgetDrafts().catch(warn('drafts were not removed')), TIDY_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#underWay?.catch(() => undefined);
  }

  /** Looks once at all that wait; a look that is under way is joined. */
  run(): Promise<void> {
    this.#underWay ??= this.#look().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #look(): Promise<void> {
    for (const waiting of await this.#parts.limits.open()) {
      if (!this.#isDue(waiting)) continue;
      const { owner, from, to, units, minUnits, hold, record } = waiting;
      const reference = outsideReference('convert', String(record));
      // A refusal is the market's having moved again: it goes on waiting.
      const command = { kind: 'Convert', owner, from, to, units, minUnits, hold, record, reference } as const;
      const { events } = await this.#parts.submit(command);
      for (const event of events) if (event.kind === 'Converted') await this.#parts.tell(event);
    }
  }

  #isDue({ owner, from, to, units, minUnits }: OpenLimitConvert): boolean {
    const { core, isRestricted } = this.#parts;
    if (isRestricted(owner)) return false;
    const quote = core().quoteConvert(owner, from, to, units);
    return typeof quote !== 'string' && quote.receivedUnits >= minUnits;
  }
}
