import { type Command, CommandBatch, Core, type CoreEvent, EventBuffer, RULES_VERSION } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import { listingCommands, type SandboxListing } from '../instruments.ts';
import { perpetualCommands } from '../perpetuals.ts';

/**
 * The real core, with a clock that tests set. Commands submitted in one turn of the event loop are applied as one
 * batch.
 */
export class ExchangeInMemory {
  readonly core = new Core();
  readonly events: CoreEvent[] = [];
  nowMs: number;
  commands = 0;
  bytes = 0;
  #waiting: { command: Command; resolve: (outcome: Outcome) => void }[] = [];

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  static async listing(listing: SandboxListing, nowMs: number): Promise<ExchangeInMemory> {
    const exchange = new ExchangeInMemory(nowMs);
    await exchange.submit({ kind: 'ActivateRules', version: RULES_VERSION });
    for (const command of listingCommands(listing)) await exchange.submit(command);
    for (const command of perpetualCommands(exchange.core, listing)) await exchange.submit(command);
    return exchange;
  }

  readonly submit = (command: Command): Promise<Outcome> =>
    new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#apply());
      this.#waiting.push({ command, resolve });
    });

  #apply(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const batch = new CommandBatch();
    for (const { command } of waiting) batch.push(command);
    const buffer = new EventBuffer();
    this.core.applyBatch(batch, this.nowMs as TimeMs, buffer);
    this.commands += batch.length;
    this.bytes += batch.toBytes().length;
    for (const [i, { resolve }] of waiting.entries()) {
      const events = buffer.eventsOf(i);
      this.events.push(...events);
      const first = events[0];
      const position = this.core.position;
      resolve(first?.kind === 'CommandRefused' ? { position, refusal: first.refusal, events } : { position, events });
    }
  }
}
