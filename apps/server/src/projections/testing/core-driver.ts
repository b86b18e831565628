import { type Command, CommandBatch, Core, EventBuffer } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import type { EventBatch } from '../projector/event-batch.ts';
import { seededCommands, seededNumbers, setupCommands } from './seeded-flow.ts';

export const START_MS = Date.UTC(2026, 0, 5, 23, 58);

/** A core that executes commands generated from a seed, in batches whose times advance by milliseconds to minutes. */
export class CoreDriver {
  readonly core = new Core();
  readonly #setup: readonly Command[];
  readonly #flow: Generator<Command, never>;
  readonly #below: (bound: number) => number;
  #nowMs = START_MS;

  constructor(seed: number, clients = 6) {
    this.#below = seededNumbers(seed + 1);
    this.#flow = seededCommands(seed, clients, (owner) => this.core.openOrders(owner).map((view) => view.order));
    this.#setup = setupCommands(clients);
  }

  /** Applies the next batch of the flow and returns it; the first batch sets everything up. */
  next(): EventBatch<EventBuffer> {
    if (this.core.position === 0) return this.apply(this.#setup);
    // Each command of the flow depends on the state after the previous one, so each command is a batch of its own.
    return this.apply([this.#flow.next().value]);
  }

  apply(commands: readonly Command[]): EventBatch<EventBuffer> {
    const batch = new CommandBatch();
    for (const command of commands) batch.push(command);
    this.#nowMs += this.#below(50) === 0 ? 1 + this.#below(200_000) : this.#below(400);
    const events = new EventBuffer();
    const firstPosition = this.core.position + 1;
    this.core.applyBatch(batch, timeMs(this.#nowMs), events);
    return { firstPosition, count: commands.length, timeMs: this.core.timeMs, events };
  }
}
